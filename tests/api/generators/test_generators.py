"""Generators and linters read the OpenAPI document without losing anything, and the generated client keeps score."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from http import HTTPStatus
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from filelock import FileLock

from scorekeeper.api.operations import calls_of, openapi
from scorekeeper.version import program_version
from tests.sampled import sampled
from tests.served import CHECKOUT, served
from tests.shared_app import COMPILED
from tests.web.conftest import new_app

HERE = Path(__file__).parent
TOOLS = HERE / "node_modules" / ".bin"
NO_TOOLS = "these tools come by npm: make client-tools"
ONE_GAME = [(["3", "3"], ["4", "2"], [7, 6]), (["5", "2"], ["3", "3"], [7, 6]), (["4", "4"], ["nil", "3"], [8, [0, 5]])]
PACKAGE = "spades_client"


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The document, in a file."""
    folder = tmp_path_factory.mktemp("openapi")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCOREKEEPER_INSTANCE", str(folder))
        app = new_app(f"sqlite:///{folder}/games.sqlite")
    path = folder / "openapi.json"
    with app.app_context():  # which rooms are open
        path.write_text(json.dumps(openapi(calls_of(app), program_version())))
    return path


@pytest.fixture(scope="module")
def client(document: Path) -> Iterator[Path]:
    """The folder of the generated Python client, which can be imported."""
    made = document.parent / PACKAGE
    # the generator formats what it made with ruff, which is beside this Python
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    words = ["generate", "--path", str(document), "--output-path", str(made), "--meta", "none"]
    done = run(sys.executable, "-m", "openapi_python_client", *words, PATH=path)
    assert done.returncode == 0, done.stdout + done.stderr
    (document.parent / "printed").write_text(done.stdout + done.stderr)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(document.parent))
        yield made


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False, env={**os.environ, **environment})


@cache
def install_tools() -> None:
    """Install the tools of npm for the first test that needs one, if `make test` runs: others run meanwhile."""
    if os.environ.get("INSTALLS_CLIENT_TOOLS") == "1":
        with FileLock(COMPILED / "client-tools.lock"):
            made = run("make", "--silent", "-C", str(CHECKOUT), "client-tools")
        assert made.returncode == 0, made.stdout + made.stderr


def tool(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a tool of npm’s, or skip the test."""
    install_tools()
    if not (TOOLS / name).exists() or shutil.which("node") is None:
        pytest.skip(NO_TOOLS)
    return run(str(TOOLS / name), *words, REDOCLY_TELEMETRY="off", REDOCLY_SUPPRESS_UPDATE_NOTICE="true")


def test_python_generator_loses_nothing(client: Path) -> None:
    assert "WARNING" not in (client.parent / "printed").read_text()


def test_every_module_of_the_python_client_can_be_imported(client: Path) -> None:
    modules = [str(path.relative_to(client.parent).with_suffix("")) for path in client.rglob("*.py")]
    for name in modules:
        import_module(name.replace("/", "."))
    assert f"{PACKAGE}/api/entries/new_entry" in modules


def call(path: str, **parts: Any) -> Any:
    """The answer of a call of the generated client, by its module: `games.game`."""
    answer = import_module(f"{PACKAGE}.api.{path}").sync_detailed(**parts)
    assert answer.status_code in (HTTPStatus.OK, HTTPStatus.CREATED), answer.content
    return answer.parsed


def test_generated_client_plays_a_game_and_follows_it_live(client: Path, tmp_path: Path) -> None:
    models = import_module(f"{PACKAGE}.models")
    clients = import_module(f"{PACKAGE}.client")
    with served(tmp_path, "--host", "127.0.0.1") as server:
        base = f"{server.url.rstrip('/')}/api/v1"
        with clients.Client(base_url=base) as stranger:
            table = call("tables.new_table", client=stranger, body=models.NewTableBody(name="Thursday"))
        with (
            clients.AuthenticatedClient(base_url=base, token=table.tokens.keeper) as keeper,
            clients.AuthenticatedClient(base_url=base, token=table.tokens.watcher) as watcher,
        ):
            sheet = {
                "rules": "partnership",
                "options": {"target": 200},
                "sides": [{"name": "A", "players": ["Ann", "Cal"]}, {"name": "B", "players": ["Ben", "Dee"]}],
            }
            body = models.Sheet.from_dict(sheet)
            game = call("games.new_game", table=table.table, client=keeper, body=body).game
            with watcher.get_httpx_client().stream("GET", f"/games/{game}/events") as stream:
                heard = entries(stream)
                assert next(heard)["kind"] == "start"
                for number, (ours, theirs, took) in enumerate(ONE_GAME, 1):
                    parts = {"kind": "hand", "id": str(uuid4()), "hand": number, "bids": [ours, theirs], "took": took}
                    entry = models.EntryHand.from_dict(parts)
                    assert call("entries.new_entry", game=game, client=keeper, body=entry).seq == number + 1
                    assert next(heard)["payload"]["took"] == took
            over = call("games.game", game=game, client=watcher)
            assert over.scoreboard.outcome.status == "over"
            assert [side.total for side in over.scoreboard.sides] == [211, 252]


def entries(stream: Any) -> Iterator[dict[str, Any]]:
    """The entries of a stream of server-sent events."""
    for line in stream.iter_lines():
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))


def typescript(document: Path) -> None:
    """A client is generated, and its types are correct."""
    types = document.parent / "api.ts"
    made = tool("openapi-typescript", str(document), "-o", str(types))
    assert made.returncode == 0, made.stderr
    assert "warn" not in made.stderr.lower()
    checked = tool("tsc", "--noEmit", "--strict", str(types))
    assert checked.returncode == 0, checked.stdout


def spectral(document: Path) -> None:
    linted = tool(
        "spectral", "lint", "--ruleset", str(HERE / "spectral.yaml"), "--fail-severity", "hint", str(document)
    )
    assert linted.returncode == 0, linted.stdout


def redocly(document: Path) -> None:
    linted = tool("redocly", "lint", "--config", str(HERE / "redocly.yaml"), "--format", "json", str(document))
    assert json.loads(linted.stdout)["problems"] == []


@pytest.mark.parametrize("reads", sampled((typescript, spectral, redocly), 3), ids=lambda reads: reads.__name__)
def test_tool_of_npm_finds_nothing(document: Path, reads: Callable[[Path], None]) -> None:
    """Each takes seconds, and the document changes seldom: one of them for each commit."""
    reads(document)
