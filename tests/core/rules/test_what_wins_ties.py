"""What wins it with ties: it depends on the others' overtricks, on how many sides tie, and on the floor."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

from scorekeeper.core.analysis.possible_ends import End
from scorekeeper.core.analysis.what_wins import what_wins
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game
from scorekeeper.core.rules.scoring import SideScore
from scorekeeper.core.rules.seating import Seat, Shape
from scorekeeper.core.rulesets import rule_set
from tests.each_case import each_case

WON, LOST, ON = (End.WINS,), (End.LOSES,), (End.PLAYS_ON,)
FLOOR = -200

After = tuple[int, int]
"""A side's total and its overtricks after the hand."""


def down_to(*after: After) -> Scoreboard:
    """A game in which all sides will have these scores, once they have bid all the tricks and missed them."""
    house = rule_set("cutthroat").with_options({"tie": "fewest-overtricks", "lose_at": FLOOR}, Shape(len(after)))
    lost = 10 * house.seating.tricks
    scores = tuple(SideScore(total + lost, overtricks) for total, overtricks in after)
    return replace(new_game(house, Seat(0)), scores=scores)


def when_all_fail(*after: After) -> list[Sequence[End]]:
    """What the hand brings each side with one trick: nobody can have made the bid."""
    board = down_to(*after)
    everything = Bid((str(board.rules.seating.tricks),))
    return [own[1].ends for own in what_wins(board, tuple(everything for _ in after))]


LEVEL: list[tuple[dict[After, Sequence[End]], tuple[After, ...]]] = [
    ({(-200, 2): WON, (-200, 5): LOST, (-200, 7): LOST}, ()),
    ({(-200, 1): WON, (-200, 2): LOST, (-200, 3): LOST, (-210, 0): LOST}, ()),
    ({(-200, 1): WON, (-200, 3): LOST, (-210, 0): LOST}, ()),
    ({(-200, 1): WON, (-200, 3): LOST}, ((-200, 3),)),
    ({(-200, 1): ON, (-210, 0): ON}, ((-200, 1),)),
    ({(-200, 1): ON, (-200, 3): ON}, ((-200, 1),)),
    ({(-200, 1): ON, (-200, 3): ON, (-210, 0): ON}, ((-200, 1),)),
    ({(-199, 1): WON, (-200, 0): LOST, (-210, 0): LOST}, ()),
]
"""The scores of the sides after the hand with the points that it brings, and the scores that occur twice."""


@each_case(("brings", "again"), LEVEL)
def test_tied_sides(brings: dict[After, Sequence[End]], again: tuple[After, ...]) -> None:
    for after in permutations([*brings, *again]):
        assert when_all_fail(*after) == [brings[own] for own in after]


def test_one_point_above_the_floor_does_not_end_the_game() -> None:
    board = down_to((-280, 0), (-150, 0), (-199, 0))  # Ann has bid nil: made she is far above the floor, failed below
    ann = what_wins(board, (Bid(("nil",)), Bid(("17",)), Bid(("17",))))[0]
    assert [row.total for row in ann[:2]] == [(-10, -10), (-210, -210)]
    assert [row.ends for row in ann[:2]] == [ON, LOST]


def test_who_is_left_wins_though_both_others_are_level_above() -> None:
    """Ben and Cal are set for the last time, with more points than Ann."""
    house = rule_set("cutthroat").with_options({"sets_lose": 3}, Shape(3))
    scores = (SideScore(0), SideScore(400, sets=2), SideScore(400, sets=2))
    board = replace(new_game(house, Seat(0)), scores=scores)
    assert what_wins(board, (Bid(("1",)), Bid(("17",)), Bid(("17",))))[0][1].ends == WON
