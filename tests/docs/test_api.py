"""docs/api.md: its session runs line by line with curl against a real server, and gets the responses on the page."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.access import OWN_TOKEN, Access
from scorekeeper.access.gate import ENDED
from scorekeeper.access.refusals import Refused
from scorekeeper.api.codes import CODES
from scorekeeper.api.errors import HTTP
from scorekeeper.found_rooms import room_modules
from scorekeeper.storage.errors import CannotStore
from scorekeeper.storage.members import Role
from tests.access.roles import ROLES
from tests.api.calling import API_CALLS
from tests.docs.pages import FENCE, page, section
from tests.rooms import all_there
from tests.served import CHECKOUT, served

PAGE = page("docs/api.md")
ON_PAGE = "http://127.0.0.1:8000"
NO_CURL = "no curl here: install it (apt install curl)"
VARIABLE = re.compile(r"\\\$([A-Z]+)")


class Reader:
    """Someone who types the page's commands, and sets the variables named in its responses."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.folder = folder
        self.set: dict[str, str] = {}

    def run(self, command: str) -> tuple[int, str, str]:
        """The status, the headers and the body printed by curl."""
        script = command.replace(ON_PAGE, self.url)
        environment = self.set | {"API": f"{self.url}/api/v1", "PATH": os.environ["PATH"]}
        done = subprocess.run(
            ["bash", "-euc", script],
            env=environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        head, _, body = done.stdout.partition("\n\n")
        return int(head.split()[1]), head, body

    def sees(self, shown: object, given: object) -> None:
        """The response has everything shown; keys can be left out, a list must be complete."""
        if isinstance(shown, dict):
            assert isinstance(given, dict)
            assert set(shown) <= set(given)
            for key, part in shown.items():
                self.sees(part, given[key])
        elif isinstance(shown, list):
            assert isinstance(given, list)
            assert len(shown) == len(given)
            for part, other in zip(shown, given, strict=True):
                self.sees(part, other)
        elif isinstance(shown, str):
            self.reads(shown, given)
        else:
            assert (type(shown), shown) == (type(given), given)

    def reads(self, shown: str, given: object) -> None:
        """Text: `…` matches anything; a variable matches its value, or is set now."""
        assert isinstance(given, str)
        pattern = re.escape(shown.replace(ON_PAGE, self.url)).replace("…", ".*")
        pattern = VARIABLE.sub(
            lambda name: re.escape(self.set[name[1]]) if name[1] in self.set else f"(?P<{name[1]}>.+)", pattern
        )
        found = re.fullmatch(pattern, given)
        assert found, f"{given!r} is not {shown!r}"
        self.set |= found.groupdict()


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    if shutil.which("curl") is None:
        pytest.skip(NO_CURL)
    with served(tmp_path_factory.mktemp("instance"), "--host", "127.0.0.1") as server:
        yield Reader(server.url.rstrip("/"), tmp_path_factory.mktemp("here"))


def steps() -> Iterator[tuple[str, str]]:
    """Each command with the response shown below it."""
    commands = [
        (language, block)
        for language, block in FENCE.findall(PAGE.partition("## A first program")[0])
        if not block.startswith("API=")
    ]
    for (first, command), (second, answer) in zip(commands[::2], commands[1::2], strict=True):
        assert (first, second) == ("sh", "http")
        if "/players" not in command or "club" in room_modules():  # whose figures it shows
            yield command, answer


def test_every_command_gives_the_documented_response(reader: Reader) -> None:
    for command, answer in steps():
        status, head, body = reader.run(command)
        start, _, shown = answer.partition("\n\n")
        first, *headers = start.splitlines()
        assert first == f"HTTP/1.1 {status}", (command, body)
        given = {name.lower(): value for name, value in re.findall(r"^([\w-]+): (.*)$", head, re.MULTILINE)}
        for name, value in (line.split(": ", maxsplit=1) for line in headers):
            reader.reads(value, given[name.lower()])
        if shown:
            reader.sees(json.loads(shown), json.loads(body))
        else:
            assert body == ""
    assert {"TABLE", "KEEPER", "SCORER", "WATCHER", "GAME", "ETAG"} <= set(reader.set)


NAMED: dict[Access, str] = {**{role: role.value for role in Role}, OWN_TOKEN: "any token"}


def test_every_call_is_listed_with_its_role() -> None:
    rows = [line.split("|") for line in section(PAGE, "The calls").splitlines() if line.startswith("| `")]
    listed = {row[1].strip(" `"): row[2].strip() for row in rows}
    roles = {f"{call.method.upper()} {call.path}": ROLES[call.endpoint] for call in API_CALLS}
    roles["GET /openapi.json"] = ROLES["api.openapi"]
    there = {call: NAMED.get(role, "anyone") for call, role in roles.items()}
    assert there == {call: role for call, role in listed.items() if all_there() or call in there}


def codes() -> set[str]:
    """The error codes in its table."""
    rows = [line.split("|")[2] for line in section(PAGE, "Errors").splitlines() if re.match(r"\| \d", line)]
    return {code for row in rows for code in re.findall(r"`([^`]+)`", row)}


def subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    for found in kind.__subclasses__():
        yield found
        yield from subclasses(found)


def test_every_code_of_an_error_is_listed() -> None:
    kinds = [Refused, *subclasses(Refused), *subclasses(CannotStore)]
    known = {vars(kind)["code"] for kind in kinds if "code" in vars(kind)}
    known |= {*(code for code, _ in HTTP.values()), *(code for _, code in ENDED.values())}
    assert known <= codes()


def test_listed_codes_are_those_of_the_description() -> None:
    rows = [line.split("|") for line in section(PAGE, "Errors").splitlines() if re.match(r"\| \d", line)]
    listed = {(int(row[1]), code) for row in rows for code in re.findall(r"`([^`]+)`", row[2])}
    assert listed == {(status, code) for status, codes in CODES.items() for code in codes}


def test_every_listed_code_exists() -> None:
    source = "".join(path.read_text("utf-8") for path in Path(CHECKOUT, "scorekeeper").rglob("*.py"))
    assert {code for code in codes() if f'"{code}"' not in source} == set()
