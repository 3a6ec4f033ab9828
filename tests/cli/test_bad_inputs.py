"""Every command with every bad input of the API: it is taken, or refused in one line; no traceback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click import BadParameter, Choice, Command, Context, Group, Parameter
from click.types import File, IntRange, Path as FilePath

from scorekeeper.cli import commands
from scorekeeper.storage.games import create_table
from tests.access.hostile import BODIES, TEXTS
from tests.cli.runs import inside, only_instance, run
from tests.sampled import sampled

HANDS = "Hand,We bid,We took,They bid,They took\n1,8,9,4,4\n"
GOOD = {
    "rules": ("partnership",),
    "sides": ("Ann,Cal", "Ben,Dee"),
    "day": ("2026-11-19",),
    "name": ("Harbour Open",),
    "player": ("Ann",),
    "table": ("Thursday",),
}
"""What a parameter has while another one of its command is bad."""
STARTS = ("serve", "demo", "static", "phone")
"""What listens or takes seconds: only values that are refused beforehand."""
VALUES = [text.replace("\ud800", "\udcff") for text in TEXTS if "\x00" not in text]
"""What a shell can hand over."""
CONTENTS = [*BODIES, *(HANDS.replace("9,4", value, 1).encode("utf-8", "replace") for value in TEXTS)]


def commands_of(command: Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Command]]:
    """Each command with what it is called by."""
    if not isinstance(command, Group):
        yield path, command
        return
    for name in command.list_commands(Context(command)):
        found = command.get_command(Context(command), name)
        assert found is not None
        yield from commands_of(found, (*path, name))


def given(parameter: Parameter, values: tuple[str, ...]) -> list[str]:
    """The arguments that give a parameter these values."""
    if parameter.param_type_name == "argument":
        return ["--", *values]
    return [part for value in values for part in (parameter.opts[0], value)]


def takes(parameter: Parameter) -> bool:
    return not getattr(parameter, "is_flag", False) and parameter.name != "help"


def is_file(parameter: Parameter) -> bool:
    return isinstance(parameter.type, FilePath | File) or parameter.name in ("sheets", "exports")


CASES = [
    (path, parameter.name or "", kind)
    for path, command in commands_of(commands)
    for parameter in command.params
    if takes(parameter)
    for kind in (("value", "content") if is_file(parameter) else ("value",))
    if path[0] not in STARTS or isinstance(parameter.type, IntRange | Choice)
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An instance with a table, and nothing else where commands write."""
    only_instance(monkeypatch, tmp_path / "instance")
    with inside():
        create_table("Thursday")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def arguments(folder: Path, path: tuple[str, ...], name: str, values: tuple[str, ...]) -> list[str]:
    """The command with these values of one parameter, and good ones where it needs others."""
    command = dict(commands_of(commands))[path]
    good = folder / "good.csv"
    good.write_text(HANDS)
    options, positional = list[str](), list[str]()
    for parameter in command.params:
        if parameter.name == name:
            own = values
        elif parameter.required:
            own = GOOD.get(parameter.name or "", (str(good),))
        elif parameter.name == "yes":
            options.append("--yes")
            continue
        else:
            continue
        if parameter.param_type_name == "argument":
            positional += own
        else:
            options += given(parameter, own)
    return [*path, *options, *(["--", *positional] if positional else [])]


def is_accepted(path: tuple[str, ...], name: str, value: str) -> bool:
    """Whether a value is good after all: a port of 4 is one for root, and then the server starts."""
    command = dict(commands_of(commands))[path]
    parameter = next(each for each in command.params if each.name == name)
    try:
        parameter.type.convert(value, parameter, None)
    except BadParameter:
        return False
    return True


def assert_plain(asked: list[str]) -> None:
    """It was taken, or refused in one line."""
    result = run(*asked)
    assert result.exit_code in (0, 1, 2), (asked, result.output)
    assert "Traceback" not in result.output
    if result.exit_code == 2:
        lines = result.stderr.splitlines()  # `hands` has shown there what it read
        assert [line for line in lines if line.startswith("Error: ")] == lines[-1:], (asked, result.stderr)


DRAWN = sampled([(case, number) for case in CASES for number in range(max(len(VALUES), len(CONTENTS)))], 60)


def test_every_bad_input_is_refused_in_one_line_or_taken(folder: Path) -> None:
    for (path, name, kind), number in DRAWN:
        if kind == "value":
            bad = VALUES[number % len(VALUES)]
            if "/" in bad or (path[0] in STARTS and is_accepted(path, name, bad)):
                continue
            assert_plain(arguments(folder, path, name, (bad,)))
            continue
        file = folder / "bad"
        file.write_bytes(CONTENTS[number % len(CONTENTS)])
        assert_plain(arguments(folder, path, name, (str(file),)))


def test_sides_that_no_table_seats_are_refused(folder: Path) -> None:
    for names in ("", ",", "Ann"):
        asked = arguments(folder, ("hands",), "sides", (names,))
        assert run(*asked).exit_code == 2, asked
        assert_plain(asked)
