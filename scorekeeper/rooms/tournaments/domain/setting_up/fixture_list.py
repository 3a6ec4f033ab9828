"""A list of fixtures and results as somebody has it: typed, pasted, or from a spreadsheet. Every line is read or named.

1, 4, Ann & Cal, Ben & Dee            round, table, and the two teams
2; North; Ann & Cal; Eve & Fay; 312; 248     with a division, and with the scores
3, 4, 300, 210                        a result by its round and table
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_ROUNDS, MAX_SCORE, MAX_TABLES

NUMBER = re.compile(r"(?:round|runde|durchgang|ronda|jornada|table|tisch|mesa)?\s*(\d{1,4})\.?", re.IGNORECASE)
SCORE = re.compile(r"[-−–+]?\d{1,6}(?:[.,]0+)?")
BOTH_SCORES = re.compile(r"([-−]?\d{1,6})\s*[:–/-]\s*([-−]?\d{1,6})")

SHOWN = 200
"""Letters that are shown of a line."""

ROUND, TABLE, DIVISION, TEAM, SCORES = "round", "table", "division", "team", "score"
HEADS = (
    (SCORES, r"scor|points|punkt|ergebnis|result|puntos|tanto"),
    (DIVISION, r"divisi|league|liga|staffel|pool|gruppe|group|grupo"),
    (ROUND, r"round|runde|durchgang|spieltag|week|woche|ronda|jornada"),
    (TABLE, r"table|tisch|mesa"),
    (TEAM, r"team|pair|paar|pareja|equipo|home|heim|local|away|gast|guest|visit"),
)


@dataclass(frozen=True, slots=True)
class FixtureLine:
    """One line: its number in the list, and what it says; empty or None where it says nothing."""

    number: int
    round: int | None = None
    table: int | None = None
    division: str = ""
    teams: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NotRead:
    """A line that was not read, and why, in words."""

    number: int
    text: str
    why: str


@dataclass(slots=True)
class FixtureList:
    """What was read of a list. `unused` are the headings of columns that are not read."""

    lines: list[FixtureLine] = field(default_factory=list)
    not_read: list[NotRead] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)


class _Unclear(Exception):
    """A line that cannot be read; its text says why."""


def read_fixture_list(rows: Iterable[tuple[int, Sequence[str]]]) -> FixtureList:
    """Read the rows of a list, with or without headings: each with the number of its line, and its cells."""
    found = FixtureList()
    heads: list[str] | None = None
    is_first = True
    for number, row in rows:
        cells = list(row)
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        kinds = [_kind_of(cell) for cell in cells] if is_first else []
        if ROUND in kinds and (TEAM in kinds or SCORES in kinds) and not _number(cells[0]):
            heads = kinds
            found.unused = [cell for cell, kind in zip(cells, kinds, strict=True) if not kind]
        else:
            try:
                found.lines.append(_by_heads(number, cells, heads) if heads else _by_place(number, cells))
            except _Unclear as problem:
                found.not_read.append(NotRead(number, line_of(cells), str(problem)))
        is_first = False
    return found


def line_of(cells: Sequence[str]) -> str:
    """A row as a line that says which one is meant."""
    return ", ".join(cells)[:SHOWN]


def _kind_of(head: str) -> str:
    return next((kind for kind, words in HEADS if re.search(words, head, re.IGNORECASE)), "")


def _number(cell: str) -> int | None:
    found = NUMBER.fullmatch(cell)
    return int(found[1]) if found else None


def _by_heads(number: int, cells: Sequence[str], heads: Sequence[str]) -> FixtureLine:
    if len(cells) > len(heads):
        raise _Unclear(_("It has more cells than there are headings."))
    by_kind: dict[str, list[str]] = {}
    for kind, cell in zip(heads, cells, strict=False):
        by_kind.setdefault(kind, []).append(cell)
    return _line(
        number,
        next(iter(by_kind.get(ROUND, [])), ""),
        next(iter(by_kind.get(TABLE, [])), ""),
        next(iter(by_kind.get(DIVISION, [])), ""),
        [cell for cell in by_kind.get(TEAM, []) if cell],
        [cell for cell in by_kind.get(SCORES, []) if cell],
    )


def _by_place(number: int, cells: Sequence[str]) -> FixtureLine:
    """Round, perhaps table, perhaps division, the teams, perhaps scores."""
    if _number(cells[0]) is None:
        raise _Unclear(_("It begins with no number of a round."))
    rest = list(cells[1:])
    has_table = bool(rest) and (not rest[0] or _number(rest[0]) is not None)
    table = rest.pop(0) if has_table else ""
    scores: list[str] = []
    while rest and len(scores) < 2 and (SCORE.fullmatch(rest[-1]) or BOTH_SCORES.fullmatch(rest[-1])):
        scores.insert(0, rest.pop())
    if len(rest) not in (0, 2, 3):
        raise _Unclear(_("It needs two teams, or a table and two scores."))
    division = rest.pop(0) if len(rest) == 3 else ""
    return _line(number, cells[0], table, division, rest, scores)


def _line(
    number: int, round_: str, table: str, division: str, teams: Sequence[str], scores: Sequence[str]
) -> FixtureLine:
    found = FixtureLine(
        number,
        _within(round_, MAX_ROUNDS, _("The round is a number from 1 to {most}.", most=MAX_ROUNDS)),
        _within(table, MAX_TABLES, _("The table is a number from 1 to {most}.", most=MAX_TABLES)),
        division,
        tuple(teams),
        _scores(scores),
    )
    if len(teams) not in (0, 2):
        raise _Unclear(_("It needs two teams, or a table and two scores."))
    if not teams and (found.round is None or found.table is None or not found.scores):
        raise _Unclear(_("It needs two teams, or a table and two scores."))
    if found.round is None and not found.scores:
        raise _Unclear(_("It has no round."))
    return found


def _within(cell: str, most: int, otherwise: str) -> int | None:
    if not cell:
        return None
    found = _number(cell)
    if found is None or not 1 <= found <= most:
        raise _Unclear(otherwise)
    return found


def _scores(cells: Sequence[str]) -> tuple[int, ...]:
    if not cells:
        return ()
    both = BOTH_SCORES.fullmatch(cells[0]) if len(cells) == 1 else None
    texts = list(both.groups()) if both else list(cells)
    if len(texts) != 2 or not all(SCORE.fullmatch(text) for text in texts):
        raise _Unclear(_("A result is two whole numbers."))
    found = tuple(int(re.sub(r"[.,]0+$", "", text).replace("−", "-").replace("–", "-")) for text in texts)
    if max(map(abs, found)) > MAX_SCORE:
        raise _Unclear(_("A result is two whole numbers."))
    return found
