"""Damaged files, each with the sentence that refuses it and its code, place and figures, or with its differences."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.sheet.deals import deals_json
from scorekeeper.core.words.differences import difference_text
from scorekeeper.core.words.faults import fault_text
from scorekeeper.formats.csv_rows import hands_csv
from scorekeeper.formats.custom_game import CustomGame, custom_game_json, read_custom_game
from scorekeeper.formats.files.game_json import read_game
from scorekeeper.formats.files.table_zip import read_table
from scorekeeper.formats.game_json import game_json
from scorekeeper.formats.games import ExportedGame, ExportedTable, ImportedGame
from scorekeeper.formats.scored import scored
from scorekeeper.formats.table_zip import table_json
from scorekeeper.formats.text_record import record_of
from scorekeeper.formats.text_record.read import read_record
from scorekeeper.formats.verification import Verification
from scorekeeper.formats.verification.file import check_file
from tests.formats.imports.files import csv_games

Json = dict[str, Any]
Path = tuple[str | int, ...]


def short(sentence: str) -> str:
    """A sentence without the list of all rule sets, so that a new one changes nothing here."""
    for listed in (", ".join(rule_sets()), ", ".join(map(repr, rule_sets()))):
        sentence = sentence.replace(listed, "all rule sets")
    return sentence


def refused(error: InvalidInput) -> str:
    """The sentence that refuses it, then what programs get: the place, the code and the figures."""
    return short(f"{fault_text(error.fault)} [{error}]")


def said_of(read: Callable[[], ImportedGame]) -> str:
    """The sentence that refuses it, else its differences."""
    try:
        game = scored(read())
    except InvalidInput as error:
        return refused(error)
    return " / ".join(difference_text(difference) for difference in game.differences) or "nothing is noticed"


def of_json(game: ExportedGame) -> Iterator[str]:
    """The parts of an exported game."""
    return of_parts(json.loads(game_json(game)), lambda damaged: said_of(lambda: read_game(damaged)))


def of_table(table: ExportedTable) -> Iterator[str]:
    """The parts of a table's own file in a ZIP."""

    def result(damaged: Json) -> str:
        try:
            read = read_table(json.dumps(damaged).encode())
        except InvalidInput as error:
            return refused(error)
        return f"{read.name}, {read.players}, {read.merged}, {read.presets}, {read.agreed}"

    return of_parts(json.loads(table_json(table)), result)


def of_custom_game(custom_game: CustomGame) -> Iterator[str]:
    """The parts of a custom game, except the rules of its deals: those of a sheet are read the same way."""

    def result(damaged: Json) -> str:
        try:
            read = read_custom_game(damaged)
        except InvalidInput as error:
            return refused(error)
        return f"{read.name!r}, {read.words!r}, {len(read.script)} deals"

    return of_parts(custom_game_json(custom_game) | {"deals": deals_json(custom_game.script)[:1]}, result)


def of_signature(game: ExportedGame) -> Iterator[str]:
    """The parts of the signature of an exported game."""
    whole: Json = json.loads(game_json(game))
    signature = {"key": "k" * 43, "at": "2026-11-21T20:19:05.000600Z", "value": "v" * 86}

    def result(damaged: Json) -> str:
        try:
            return f"{read_game(whole | damaged).signature}"
        except InvalidInput as error:
            return refused(error)

    return of_parts({"signature": signature}, result)


def of_parts(whole: Json, result: Callable[[Json], str]) -> Iterator[str]:
    """Each part left out, of another type, or one higher, and texts too long; of lists only the first part."""
    for path in _paths(whole):
        name = ".".join(str(step) for step in path)
        for damage, change in DAMAGES.items():
            damaged = deepcopy(whole)
            position: Any = damaged
            for step in path[:-1]:
                position = position[step]
            if change(position, path[-1]):
                yield f"{name} {damage}: {result(damaged)}"


def _paths(value: object, path: Path = ()) -> Iterator[Path]:
    if path:
        yield path
    if isinstance(value, dict) and path[-1:] not in {("options",), ("payload",)}:
        for key, part in value.items():
            yield from _paths(part, (*path, key))
    if isinstance(value, list) and value:
        yield from _paths(value[0], (*path, 0))


def _leave_out(position: Any, step: str | int) -> bool:
    del position[step]
    return True


def _retype(position: Any, step: str | int) -> bool:
    others: dict[type, object] = {str: 7, dict: [], list: {}}
    position[step] = others.get(type(position[step]), "x")
    return True


def _one_more(position: Any, step: str | int) -> bool:
    if type(position[step]) is not int:
        return False
    position[step] += 1
    return True


def _lengthen(position: Any, step: str | int) -> bool:
    if type(position[step]) is not str:
        return False
    position[step] = "x" * 1001
    return True


DAMAGES: dict[str, Callable[[Any, str | int], bool]] = {
    "left out": _leave_out,
    "another type": _retype,
    "one more": _one_more,
    "too long": _lengthen,
}


def of_csv(game: ExportedGame) -> Iterator[str]:
    """Each column left out or empty, and one cell of it other text, or a number that is one higher."""
    heads, *rows = csv.reader(io.StringIO("".join(hands_csv([game])), newline=""))
    for position, head in enumerate(heads):
        cut = [[cell for at, cell in enumerate(row) if at != position] for row in (heads, *rows)]
        yield f"no {head}: {_of_rows(cut)}"
        for damage, cell in (("empty", ""), ("x", "x"), ("one more", _more(rows[1][position])), ("long", "9" * 10)):
            changed = [list(row) for row in rows]
            changed[1][position] = cell
            if position < 6 or position > 19:
                changed[0][position] = cell  # the first row gives the values that all rows share
            yield f"{head} {damage}: {_of_rows([heads, *changed])}"


def _more(cell: str) -> str:
    return str(int(cell) + 1) if cell.removeprefix("-").isdecimal() else f"{cell}!"


def _of_rows(rows: list[list[str]]) -> str:
    made = io.StringIO()
    csv.writer(made).writerows(rows)
    return said_of(lambda: next(csv_games(io.StringIO(made.getvalue(), newline=""))))


def of_record(game: ExportedGame) -> Iterator[str]:
    """Each line of a text record left out, twice, or with a letter more in the middle; and each part of a hand."""
    lines = record_of(game).splitlines()
    for at, line in enumerate(lines):
        name = line[:24] or "the empty line"
        yield f"no {name}: {_of_lines([*lines[:at], *lines[at + 1 :]])}"
        yield f"twice {name}: {_of_lines([*lines[:at], line, *lines[at:]])}"
        yield f"cut {name}: {_of_lines([*lines[:at], line[:-2], *lines[at + 1 :]])}"
        middle = line.find('"') + 1 or len(line) // 2
        yield f"7 in {name}: {_of_lines([*lines[:at], f'{line[:middle]}7{line[middle:]}', *lines[at + 1 :]])}"


def of_other_lines(game: ExportedGame, line: str, others: list[str]) -> Iterator[str]:
    """A line of a text record, written differently."""
    lines = record_of(game).splitlines()
    at = lines.index(line)
    for other in others:
        yield f"{other}: {_of_lines([*lines[:at], other, *lines[at + 1 :]])}"


def _of_lines(lines: list[str]) -> str:
    return said_of(lambda: read_record(lines))


def of_changed_lines(content: str) -> Iterator[str]:
    """What verification says if one letter of a line was changed after export."""
    lines = content.splitlines()
    for at, line in enumerate(lines):
        if line:
            changed = [*lines[:at], f"{line[:-3]}~{line[-2:]}", *lines[at + 1 :], ""]
            checked = _checked(changed)
            sentences = short(" / ".join(fault_text(finding) for finding in checked.findings))
            yield f"{line[:24]}: {sentences} [{_found(checked)}]"


def of_file(lines: list[str]) -> Iterator[str]:
    """What verification says of a file of games with a line left out, twice, empty, not UTF-8, or other at its end."""
    for at, line in enumerate(lines):
        name = f"{at + 1} {line[:14]}"
        yield f"no {name}: {_findings([*lines[:at], *lines[at + 1 :]])}"
        yield f"twice {name}: {_findings([*lines[:at], line, *lines[at:]])}"
        yield f"empty {name}: {_findings([*lines[:at], '', *lines[at + 1 :]])}"
        other_end = line[:-1] if line.endswith(",") else f"{line},"
        yield f"comma {name}: {_findings([*lines[:at], other_end, *lines[at + 1 :]])}"
        if at % 5 == 1:
            yield f"not UTF-8 {name}: {_findings([*lines[:at], line[:9] + chr(0xDCFF), *lines[at + 1 :]])}"


def _findings(lines: list[str]) -> str:
    return _found(_checked(lines)) or "nothing is noticed"


def _checked(lines: list[str]) -> Verification:
    return check_file(io.BytesIO("\n".join(lines).encode("utf-8", "surrogateescape")))


def _found(checked: Verification) -> str:
    """What programs get of each finding: its place, code and figures."""
    return short(" / ".join(f"{one.path.words}: {one.code} {dict(one.params)}" for one in checked.findings))
