"""The time to compute what wins a hand, in the hardest possible cases."""

import time
from dataclasses import replace
from statistics import median

from scorekeeper.core.analysis.what_wins import what_wins
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game
from scorekeeper.core.rules.scoring import SideScore
from scorekeeper.core.rules.seating import Seat, Shape
from scorekeeper.core.rulesets import rule_set

ROUNDS = 5
ASKED: dict[str, tuple[str, Shape, list[str]]] = {
    "pairs": ("partnership", Shape(2, 2), ["4", "3", "2", "3"]),
    "nils": ("partnership", Shape(2, 2), ["nil"] * 4),
    "five": ("gambling", Shape(5), ["2"] * 5),
    "six": ("gambling", Shape(6), ["2"] * 6),
    "eight": ("toss", Shape(8), ["3", "4", "5", "6", "7", "8", "9", "10"]),
    "eight_nils": ("toss", Shape(4, 2), ["nil"] * 8),
}


def measured() -> dict[str, float]:
    """Milliseconds of CPU time (medians) for each of these hands."""
    return {name: _median(_near_the_end(key, shape), calls) for name, (key, shape, calls) in ASKED.items()}


def _near_the_end(key: str, shape: Shape) -> Scoreboard:
    """A board with every side near the target, so that each may win."""
    options: dict[str, int | str] = {"tricks": 26} if key == "toss" else {}
    board = new_game(rule_set(key).with_options(options, shape), Seat(0))
    return replace(board, scores=tuple(SideScore(470 + side, 0, ()) for side in range(shape.sides)))


def _median(board: Scoreboard, calls: list[str]) -> float:
    bids = tuple(Bid((call,)) for call in calls)
    took = []
    for _ in range(ROUNDS):
        began = time.process_time()
        what_wins(board, bids)
        took.append(time.process_time() - began)
    return median(took) * 1000
