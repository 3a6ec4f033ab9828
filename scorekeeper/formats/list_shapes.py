"""Lists of hands that are not written a hand a row and a figure a cell, brought into that shape.

Names above the headings of several columns, a row for each team, bid and tricks in one cell: each is rewritten only if
every row fits, so that nothing is left out.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from scorekeeper.formats.days import written_day
from scorekeeper.formats.rows import Row

IS_TEAM = re.compile(
    r"(?:teams?|sides?|pairs?|players?|mannschaft|partei|paar|spieler|equipo|pareja|bando|jugador)", re.IGNORECASE
)
BID_AND_TRICKS = re.compile(r"(\d{1,2}|nil|null|nulo)\s*[/:-]\s*(\d{1,2})", re.IGNORECASE)
TRICKS_OF_A_HAND = (13, 17, 18, 10, 8)
"""What the tricks of all sides add up to in a deck that is dealt out."""
MAX_TEAMS = 6

Heads = tuple[str, ...]
Finds = Callable[[str], object]
"""Whether a heading says something."""


def with_groups(groups: Sequence[str], heads: Heads) -> Heads:
    """The headings with what stands above them: a name belongs to its column and to the empty ones on its right.

    Unchanged if the row above is a title, which names at most the first column.
    """
    above = [*groups, *[""] * (len(heads) - len(groups))]
    if sum(map(bool, above)) < 2 or len(above) > len(heads):
        return heads
    named, name = list[str](), ""
    for group, head in zip(above, heads, strict=True):
        name = group or name
        named.append(f"{name} {head}".strip())
    return tuple(named)


def with_a_row_a_hand(
    heads: Heads, rows: Sequence[Row], is_hand: Finds, is_shared: Finds, says_something: Finds
) -> list[Row]:
    """A list with a row for each team as one with a row for each hand; `rows` come back as they are if they are none.

    Without a column of hands every team has a row in turn. What is the same for all teams may stand beside the first.
    """
    team = next((place for place, head in enumerate(heads) if IS_TEAM.fullmatch(head)), None)
    hand = next((place for place, head in enumerate(heads) if place != team and is_hand(head)), None)
    as_it_is = [Row(0, heads), *rows]
    if team is None or Counter(bool(says_something(head)) for head in heads)[True] < 2:
        return as_it_is
    shared = [p for p, head in enumerate(heads) if p == hand or (p != team and is_shared(head))]
    filled = _filled_down(heads, rows, [team, *shared])
    teams = tuple(dict.fromkeys(row.cells[team] for row in filled))
    if not 2 <= len(teams) <= MAX_TEAMS or len(filled) % len(teams) or not all(teams):
        return as_it_is
    if hand is not None and [row.cells[team] for row in filled[: len(teams)]] != list(teams):
        filled = _by_hand(filled, team, shared)
    rest = [place for place in range(len(heads)) if place not in (team, *shared)]
    wide = [Row(0, (*(heads[p] for p in shared), *(f"{name} {heads[p]}" for name in teams for p in rest)))]
    for start in range(0, len(filled), len(teams)):
        own = filled[start : start + len(teams)]
        by_team = {row.cells[team]: row.cells for row in own}
        same = {tuple(row.cells[p] for p in shared) for row in own}
        if len(by_team) < len(teams) or len(same) > 1:
            return as_it_is
        wide.append(Row(own[0].number, (*same.pop(), *(by_team[name][p] for name in teams for p in rest))))
    return wide


def _filled_down(heads: Heads, rows: Sequence[Row], places: Sequence[int]) -> list[Row]:
    """The rows in full width; an empty cell in these places says what the one above it says."""
    filled, before = list[Row](), [""] * len(heads)
    for row in rows:
        cells = [*row.cells, *[""] * (len(heads) - len(row.cells))]
        for place in places:
            cells[place] = cells[place] or before[place]
        filled.append(replace(row, cells=tuple(cells)))
        before = cells
    return filled


def _by_hand(rows: Sequence[Row], team: int, shared: Sequence[int]) -> list[Row]:
    """The rows of each hand together, where a list has all those of a team first."""
    order = dict.fromkeys(tuple(row.cells[p] for p in shared) for row in rows)
    return [row for key in order for row in rows if tuple(row.cells[p] for p in shared) == key]


def with_cells_apart(heads: Heads, rows: Sequence[Row], typed: Callable[[Row, int], str]) -> list[Row]:
    """A list with `5/7` for a bid and the tricks of it, as one with two columns for each, named `bid` and `took`.

    Which of the two are the tricks is what adds up: in every hand to as many as a hand has. If both do, or neither,
    the list comes back as it is. `typed` says what was typed into a cell, of which a spreadsheet may have made a date;
    it is asked only where no other cell of the column speaks against it, and may raise.
    """
    as_it_is = [Row(0, heads), *rows]
    width = range(min([len(heads), *(len(row.cells) for row in rows)]) if rows else 0)
    both = [place for place in width if all(_may_be_both(row.cells[place]) for row in rows)]
    if len(both) < 2:
        return as_it_is
    rows = [
        replace(row, cells=tuple(typed(row, p) if p in both else cell for p, cell in enumerate(row.cells)))
        for row in rows
    ]
    both = [place for place in both if all(BID_AND_TRICKS.fullmatch(row.cells[place]) for row in rows)]
    if len(both) < 2:
        return as_it_is
    full = [row.cells for row in rows]
    sums = [{sum(_figure(cells[place], part) for place in both) for cells in full} for part in (1, 2)]
    adds_up = [len(found) == 1 and found <= set(TRICKS_OF_A_HAND) for found in sums]
    if adds_up[0] == adds_up[1]:
        return as_it_is
    order = (1, 2) if adds_up[1] else (2, 1)

    def apart(cells: Sequence[str], of: Callable[[str], tuple[str, ...]]) -> tuple[str, ...]:
        return tuple(part for place, cell in enumerate(cells) for part in (of(cell) if place in both else (cell,)))

    wide = Row(0, apart(heads, lambda head: (f"{head} bid", f"{head} took")))
    return [wide, *(replace(row, cells=apart(row.cells, lambda cell: _parts(cell, order))) for row in rows)]


def _may_be_both(cell: str) -> bool:
    """Whether it is a bid and its tricks, or a date that was."""
    return bool(BID_AND_TRICKS.fullmatch(cell) or written_day(cell))


def _parts(cell: str, order: tuple[int, ...]) -> tuple[str, ...]:
    found = BID_AND_TRICKS.fullmatch(cell)
    assert found is not None
    return tuple(found[part] for part in order)


def _figure(cell: str, part: int) -> int:
    figure = _parts(cell, (part,))[0]
    return int(figure) if figure.isdecimal() else 0
