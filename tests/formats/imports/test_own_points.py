"""No list of hands is saved with points other than its own: games drawn at random, written as people write them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import read_sheet
from scorekeeper.formats.hand_list.columns import guessed_columns
from scorekeeper.formats.hand_list.games import decided_by_points, sheets_of
from scorekeeper.formats.hand_list.reading import read_hand_list
from tests.formats.imports.test_hand_list import ALONE, PAIRS
from tests.hypothesis_budget import examples
from tests.sampled import seed

BID, TOOK = ("bid", "Gebot", "apuesta", "Bid (tricks)"), ("took", "Stiche", "bazas", "Made")
POINTS = ("points", "Pts", "Punkte", "Score", "total")
WHOSE = {
    "pairs": (("We", "They"), ("Ann & Cal", "Ben & Dee"), ("Cal", "Dee"), ("", ""), ("Wir", "Gegner"), ("A", "B")),
    "alone": (("Us", "Opp"), ("Ann", "Ben"), ("", ""), ("Team 1", "Team 2"), ("North", "South")),
}

UNKNOWN = (("", ""), ("North", "South"))
"""What tells nobody's side: the first is the first side's."""


@dataclass(frozen=True)
class DrawnList:
    """A list, the points of each side in the end as the list has them, and whether they are those of its hands."""

    text: str
    own: list[int]
    is_right: bool


def _hand(lots: Random) -> dict[str, list[object]]:
    took = lots.randint(0, 13)
    return {"bids": [str(lots.randint(1, 7)), str(lots.randint(1, 6))], "took": [took, 13 - took]}


def drawn(lots: Random, head: dict[str, Any], names: tuple[str, str]) -> DrawnList:
    """A game as a list with points in it, which may be wrong: of each hand, or added up; a row a hand, or a team."""
    if head is PAIRS:
        head = {**head, "options": {"pair_bids": "pair"}}
    hands = [_hand(lots) for _number in range(3)]
    board = read_sheet({**head, "hands": hands}).scoreboard()
    added = lots.random() < 0.5
    points = [[side.score.total if added else side.points for side in hand.sides] for hand in board.hands]
    is_right = lots.random() < 0.7
    if not is_right:
        points[lots.randrange(3)][lots.randrange(2)] += lots.choice((-10, 1, 10, 100))
    own = points[-1] if added else [sum(column) for column in zip(*points, strict=True)]
    order = lots.choice(([0, 1], [1, 0])) if names not in UNKNOWN else [0, 1]
    bid, took, score, mark = lots.choice(BID), lots.choice(TOOK), lots.choice(POINTS), lots.choice(",;\t")
    minus = lots.choice(("-", "\u2212", "\u2013"))
    parts = lots.sample(("bid", "took", "points"), 3)
    words = {"bid": bid, "took": took, "points": score}

    def cells(hand: int, side: int) -> list[str]:
        of = {"bid": hands[hand]["bids"][side], "took": hands[hand]["took"][side], "points": points[hand][side]}
        return [str(of[part]).replace("-", minus) for part in parts]

    shape = lots.choice(("wide", "grouped", "rows")) if names[0] else "wide"
    if shape == "rows":
        rows = [["Hand", "Team", *(words[part] for part in parts)]]
        rows += [[str(hand + 1), names[side], *cells(hand, side)] for hand in range(3) for side in order]
    else:
        heads = [f"{names[side]} {words[part]}".strip() for side in order for part in parts]
        rows = [["Hand", *heads]]
        if shape == "grouped":
            rows = [["", *(name for side in order for name in (names[side], "", ""))]]
            rows += [["Hand", *(words[part] for _side in order for part in parts)]]
        rows += [[str(hand + 1), *(cell for side in order for cell in cells(hand, side))] for hand in range(3)]
    return DrawnList("\n".join(mark.join(row) for row in rows), own, is_right)


def test_no_list_of_hands_is_saved_with_points_other_than_its_own() -> None:
    saved = 0
    for number in range(examples(150, 60_000)):
        lots = Random(f"{seed()} {number}")
        head, kind = lots.choice(((PAIRS, "pairs"), (ALONE, "alone")))
        case = drawn(lots, head, lots.choice(WHOSE[kind]))
        try:
            found = read_hand_list(case.text)
            columns = guessed_columns(found.heads, [side.get("players", [side["name"]]) for side in head["sides"]])
            (sheet,) = sheets_of(found, decided_by_points(found, columns, head), head)
        except InvalidInput:
            continue
        saved += 1
        assert [score.total for score in sheet.scoreboard().scores] == case.own, case.text
        assert case.is_right, case.text
    assert saved
