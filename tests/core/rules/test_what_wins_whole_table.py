"""What wins it, side by side or (if points depend on the others) over the whole table: both agree."""

from dataclasses import replace

import pytest

from scorekeeper.core.analysis.possible_ends import End
from scorekeeper.core.analysis.what_wins import Row, what_wins
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game
from scorekeeper.core.rules.scoring import SideScore
from scorekeeper.core.rules.seating import Seat, Shape
from scorekeeper.core.rulesets import rule_set

SHAPES = {"cutthroat": Shape(3)}


def scores_at(key: str, totals: tuple[int, ...], **options: str | bool) -> Scoreboard:
    board = new_game(rule_set(key).with_options(options, SHAPES.get(key)), Seat(0))
    return replace(board, scores=tuple(SideScore(total) for total in totals))


def rows(board: Scoreboard, spoken: str) -> list[list[Row]]:
    bids = tuple(Bid(tuple(bid.split("+"))) for bid in spoken.split())
    return [[replace(row, reasons=tuple(sorted(row.reasons))) for row in own] for own in what_wins(board, bids)]


def over_the_whole_table(board: Scoreboard) -> Scoreboard:
    return replace(board, rules=replace(board.rules, scoring=replace(board.rules.scoring, pooled=True)))


NEAR = [
    ("partnership", "4 nil 3 2", (450, 420)),
    ("cutthroat", "5 6 4", (450, 440, 460)),
    ("berkley-two", "6+bemo 6+bemo", (350, 340)),
    ("berkley-three-1", "3 2 blind-10", (480, -120, 300)),
    ("berkley-three-1", "5+bemo 5+bemo 4+bemo", (350, 350, 360)),
    ("berkley-three-2", "5+bemo 5+big-bemo 6+bemo", (380, 280, 340)),
]


@pytest.mark.parametrize("tie", ["shared", "fewest-overtricks"])
@pytest.mark.parametrize(("key", "spoken", "totals"), NEAR, ids=[f"{key}: {spoken}" for key, spoken, _ in NEAR])
def test_both_calculations_agree(key: str, spoken: str, totals: tuple[int, ...], tie: str) -> None:
    board = scores_at(key, totals, tie=tie)
    assert rows(board, spoken) == rows(over_the_whole_table(board), spoken)


def test_only_one_side_takes_the_first_tricks() -> None:
    # Ann's 5, bemo and 2 more are 112, Ben's 6 and bemo 120: only with both bemos would they tie at 500.
    board = scores_at("berkley-two", (388, 380), tie="shared")
    assert rows(board, "5+bemo 6+bemo")[0][7].ends == (End.WINS, End.LOSES, End.PLAYS_ON)
    three = scores_at("berkley-three-1", (360, 360, 360), tie="shared")
    assert rows(three, "4+bemo 4+bemo 4+bemo")[2][4].ends == (End.WINS, End.LOSES, End.PLAYS_ON)


def test_first_tricks_and_most_tricks_can_go_to_different_players() -> None:
    # Ann is at 500 with the most overtricks. Ben ties with her by his bemo, Cal by 7 tricks: one of the two has
    # won, or with both there is another hand.
    board = scores_at("berkley-three-1", (400, 360, 450), tie="fewest-overtricks")
    behind = tuple(replace(own, overtricks=count) for own, count in zip(board.scores, (5, 1, 1), strict=True))
    found = rows(replace(board, scores=behind), "2 4+bemo 7+bemo")
    assert found[0][2].ends == (End.WINS, End.LOSES, End.PLAYS_ON)
