"""Without extras: an environment with the plain dependencies alone keeps score, and what it lacks is one sentence."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path
from subprocess import PIPE
from sysconfig import get_paths
from tempfile import NamedTemporaryFile
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen
from uuid import uuid4

import pytest
from markupsafe import escape
from packaging.requirements import Requirement

from scorekeeper.extras import EXTRAS, how_to_install
from scorekeeper.found_rooms import room_modules
from scorekeeper.services import demo
from tests.api.calling import EVEN, PAIRS
from tests.cli.runs import only_instance, run
from tests.golden import versions
from tests.served import CHECKOUT, Served, environment, served

PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
OPTIONAL = PROJECT["optional-dependencies"]
FOR_A_CHECKOUT = ["rcssmin", "rjsmin"]
ALONE = {"postgres"}
"""The extra for another database: whoever sets one up asks for it."""
ROOMS = [room for room in room_modules() if room in EXTRAS]


def names_in(extra: str) -> set[str]:
    return {Requirement(each).name for each in OPTIONAL[extra]}


def test_extras_of_the_package_are_those_of_the_program() -> None:
    assert OPTIONAL.keys() == {*EXTRAS, *ALONE, "all"}
    (everything,) = map(Requirement, OPTIONAL["all"])
    assert everything.name == PROJECT["name"]
    assert everything.extras == set(EXTRAS)
    made_by = packages_distributions()
    for extra, modules in EXTRAS.items():
        assert {made_by[module][0].lower().replace("_", "-") for module in modules} == names_in(extra)


def test_make_run_installs_all_extras() -> None:
    locked = (CHECKOUT / "requirements.lock").read_text("utf-8")
    for extra in EXTRAS:
        assert [name for name in names_in(extra) if f"\n{name}==" not in f"\n{locked}"] == []


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the plain dependencies and theirs, which are borrowed from ours."""
    folder = tmp_path_factory.mktemp("plain")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True, timeout=60)
    (packages,) = folder.glob("lib/python*/site-packages")
    ours = Path(get_paths()["purelib"])
    for found in closure([*PROJECT["dependencies"], *FOR_A_CHECKOUT]):
        for top in {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "__pycache__")}:
            if not (packages / top).exists():
                (packages / top).symlink_to(ours / top)
    (packages / "checkout.pth").write_text(f"{CHECKOUT}\n")
    return folder / "bin/python"


def closure(requirements: list[str]) -> Iterator[Distribution]:
    """These packages, and what they require here."""
    waiting, seen = [Requirement(each) for each in requirements], set[tuple[str, str]]()
    while waiting:
        required = waiting.pop()
        if required.marker is not None and not required.marker.evaluate({"extra": ""}):
            continue
        for extra in ("", *required.extras):
            if (required.name, extra) not in seen:
                seen.add((required.name, extra))
                found = distribution(required.name)
                yield found
                for text in found.requires or ():
                    more = Requirement(text)
                    if more.marker is None or more.marker.evaluate({"extra": extra}):
                        more.marker = None
                        waiting.append(more)


FORKING = """
import gc, json, os, sys
import flask_migrate, scorekeeper.cli.serve, scorekeeper.server.app
from scorekeeper.cli import main
gc.collect()
gc.freeze()
for line in sys.stdin:
    words, variables, out = json.loads(line)
    child = os.fork()
    if not child:
        os.environ.clear()
        os.environ.update(variables)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for channel in (1, 2):
            os.dup2(os.open(out, os.O_WRONLY | os.O_APPEND), channel)
        sys.argv = ["scorekeeper", *words]
        main()
        sys.exit()
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Imports the app once, which takes longer than most commands, and forks for each of them. Without `gc.freeze`, each
would go through all that is imported when it ends, and copy its memory: half a second.
"""


@pytest.fixture(scope="module")
def forking(plain: Path) -> Iterator[subprocess.Popen[str]]:
    command: list[str | Path] = [plain, "-c", FORKING]
    with subprocess.Popen(command, cwd=CHECKOUT, stdin=PIPE, stdout=PIPE, text=True) as process:
        yield process


class Plain:
    """An instance that an environment without extras has."""

    def __init__(self, forking: subprocess.Popen[str], folder: Path) -> None:
        self.folder, self._forking = folder, forking

    def run(self, *words: str | Path, status: int = 0, **settings: str) -> str:
        """What a command prints, on both channels."""
        with NamedTemporaryFile("r", encoding="utf-8") as out:
            asked = list(map(str, words)), dict(environment(self.folder, **settings)), out.name
            assert self._forking.stdin
            assert self._forking.stdout
            self._forking.stdin.write(f"{json.dumps(asked)}\n")
            self._forking.stdin.flush()
            ended = self._forking.stdout.readline()
            printed = out.read()
        assert ended == f"{status}\n", printed
        return printed


@pytest.fixture
def mine(forking: subprocess.Popen[str], tmp_path: Path) -> Plain:
    return Plain(forking, tmp_path / "instance")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance of an environment that has all extras: some nights of a club, a season, stakes and a tournament."""
    folder = tmp_path_factory.mktemp("made") / "club"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(demo, "NIGHTS", 2)
        assert run("demo", str(folder), "--fill").exit_code == 0
    return folder


@pytest.fixture
def everything(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """What a command prints in an environment with all extras, such as ours."""

    def run_in(instance: Path, *words: str | Path) -> str:
        only_instance(monkeypatch, instance)
        done = run(*map(str, words))
        assert done.exit_code == 0, done.output
        return done.stdout

    return run_in


def players(instance: Path) -> list[str]:
    with sqlite3.connect(instance / "scorekeeper.sqlite") as file:
        return [name for (name,) in file.execute("select name from player")]


def test_environment_has_nothing_of_the_extras(plain: Path) -> None:
    tries = "import importlib.util as u, sys; print([name for name in sys.argv[1:] if u.find_spec(name)])"
    modules = [module for modules in EXTRAS.values() for module in modules]
    assert subprocess.run([plain, "-c", tries, *modules], capture_output=True, text=True, check=True).stdout == "[]\n"


class AtTable:
    """A program and a browser at a new table of a server."""

    def __init__(self, server: Served) -> None:
        self._url = server.url
        self._browser = build_opener(HTTPCookieProcessor())
        self._browser.addheaders = [
            ("Sec-Fetch-Dest", "document"),
            ("Sec-Fetch-User", "?1"),
        ]  # as when a link is tapped
        made = self.call("/tables", {"name": "Thursday"}, {})
        self._sent = {"Authorization": f"Bearer {made['tokens']['keeper']}"}
        self.game = self.call(f"/tables/{made['table']}/games", PAIRS | {"options": {"target": 50}})["game"]
        self.page(urlsplit(made["links"]["keeper"]).path)

    def call(self, path: str, body: object, headers: Mapping[str, str] | None = None) -> Any:
        """A call of the API."""
        sent = {"Content-Type": "application/json", **(self._sent if headers is None else headers)}
        return json.load(urlopen(Request(f"{self._url}/api/v1{path}", json.dumps(body).encode(), sent)))

    def hand(self, number: int) -> None:
        """Record a hand."""
        self.call(f"/games/{self.game}/entries", {"id": str(uuid4()), "kind": "hand", "hand": number, **EVEN})

    def page(self, path: str) -> tuple[int, str]:
        """The status and the text of a page."""
        try:
            answer = self._browser.open(f"{self._url}{path}")
        except HTTPError as refused:
            answer = refused
        return answer.status, answer.read().decode()


def test_plain_installation_keeps_score_and_draws_no_picture(plain: Path, mine: Plain, tmp_path: Path) -> None:
    with served(mine.folder, command=[plain, "-m", "scorekeeper"]) as server:
        table = AtTable(server)
        table.hand(1)
        assert table.page("/rules")[0] == 200
        status, shared = table.page(f"/games/{table.game}/card")
        assert (status, "Ann &amp; Cal" in shared) == (200, True)
        assert "<img" not in shared
        assert "The picture is there once" not in shared
        assert "/card" not in table.page(f"/games/{table.game}/export")[1]
        for kind in ("png", "svg"):
            status, refused = table.page(f"/games/{table.game}/card.{kind}")
            assert status == 404
            assert "This server draws no pictures" in refused
            assert escape(how_to_install("pictures")) in refused
    mine.run("export", "-o", tmp_path / "all.zip")
    assert "1 game, 1 hand, nothing wrong" in mine.run("check", tmp_path / "all.zip")
    taken = mine.run("import", tmp_path / "all.zip", SCOREKEEPER_INSTANCE=str(tmp_path / "other"))
    assert "1 game was imported" in taken
    mine.run("check", "--all", SCOREKEEPER_INSTANCE=str(tmp_path / "other"))


def test_rooms_without_their_packages_are_closed(mine: Plain) -> None:
    mine.run("check", "--all")
    found = mine.run("doctor")
    assert "None is open: only the table" in found
    assert f"extras: None is installed. To add the rest, run {how_to_install(*EXTRAS)}" in found


@pytest.mark.parametrize(
    ("setting", "value", "extra"),
    [*[("SCOREKEEPER_ROOMS", room, room) for room in ROOMS], ("SCOREKEEPER_METRICS_TOKEN", "m" * 32, "metrics")],
)
def test_setting_without_its_packages_is_refused(mine: Plain, setting: str, value: str, extra: str) -> None:
    refusal = mine.run("serve", "--port", "0", status=2, **{setting: value})
    assert refusal == f"Error: {setting} needs packages that are not installed. Run {how_to_install(extra)}\n"


def test_rows_of_closed_rooms_are_kept_erased_and_counted(
    mine: Plain, everything: Callable[..., str], club: Path, tmp_path: Path
) -> None:
    shutil.copytree(club, mine.folder)
    player = players(mine.folder)[0]
    mine.run("forget", "--table", "The Club", "--player", player, "--yes")
    mine.run("stats", "rebuild")
    mine.run("check", "--all")
    mine.run("backup", tmp_path / "copy.sqlite")
    mine.run("export", "-o", tmp_path / "all.zip")
    assert player.encode() not in (mine.folder / "scorekeeper.sqlite").read_bytes()
    assert "nothing wrong" in everything(mine.folder, "check", "--all")
    if "club" in ROOMS:
        rated = everything(mine.folder, "export", "--table", "The Club", "--as", "ratings")
        assert len(rated.splitlines()) > 2, "games that nobody could rate are rated once the club is open"


def test_file_with_parts_of_closed_rooms_is_verified_and_the_rest_taken(
    mine: Plain, everything: Callable[..., str], club: Path, tmp_path: Path
) -> None:
    everything(club, "export", "-o", tmp_path / "all.zip")
    assert "nothing wrong" in mine.run("check", tmp_path / "all.zip")
    taken = mine.run("import", tmp_path / "all.zip")
    assert re.search(r"\d+ games were imported", taken)
    for room in ROOMS:
        assert re.search(rf"left out, as this server is run without (them|{room})", taken)


@pytest.mark.parametrize("folder", versions(), ids=lambda folder: folder.name)
def test_older_database_is_upgraded(mine: Plain, folder: Path) -> None:
    mine.folder.mkdir()
    shutil.copy(folder / "games.sqlite", mine.folder / "scorekeeper.sqlite")
    assert "nothing wrong" in mine.run("check", "--all")
