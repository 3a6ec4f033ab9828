"""Gambling: rounds that may only rise, ties, odd chips, debt, and the table's end."""

import pytest

from scorekeeper.core.rules.steps import OvertrickLine
from tests.core.rulesets.cast import gambling, gambling_for_five, gambling_for_six, gambling_for_three
from tests.each_case import each_case


@each_case(
    ("bid", "objections"),
    [
        ("3>4", []),
        ("3>4>6", []),
        ("0>1", []),
        ("4>3", ["4 became 3; a bid can only go up (Ann)"]),
    ],
)
def test_later_rounds_may_only_raise(bid: str, objections: list[str]) -> None:
    assert gambling(f"Ann {bid} took 4, Ben 3 took 3, Cal 3 took 3, Dee 3 took 3").objections == objections


def test_zero_is_no_nil() -> None:
    game = gambling("Ann 0 took 0, Ben 3 took 3, Cal 3 took 4, Dee 6 took 6", ante=2)
    assert game.lines("Ann") == ["+0 Bid 0, took 0", "-2 Ante 2", "+0 Bid 0 chips"]
    assert game.points("Ann") == -2


@pytest.mark.parametrize(("dealer", "chips"), [("Ann", [3, 4, -7]), ("Ben", [4, 3, -7]), ("Cal", [4, 3, -7])])
def test_odd_chip_goes_left_of_the_dealer(dealer: str, chips: list[int]) -> None:
    game = gambling_for_three("Ann 5 took 6, Ben 5 took 6, Cal 6 took 5", dealer=dealer)
    assert [game.points(name) for name in ("Ann", "Ben", "Cal")] == chips


def test_odd_chips_may_wait_for_the_next_pot() -> None:
    game = gambling_for_three(
        "Ann 5 took 6, Ben 5 took 6, Cal 6 took 5", "Ann 5 took 6, Ben 6 took 5, Cal 6 took 6", odd_chips="carry"
    )
    assert game.board.hands[0].pot == 1
    assert [side.points for side in game.board.hands[0].sides] == [3, 3, -7]
    assert "+21 Takes the pot of 21" in game.lines("Cal")
    assert game.board.pot == 0
    assert sum(game.total(name) for name in ("Ann", "Ben", "Cal")) == 0


def test_odd_chips_dealt_out_do_not_wait() -> None:
    game = gambling_for_three("Ann 5 took 6, Ben 5 took 6, Cal 6 took 5")
    assert game.board.pot == 0


def test_two_odd_chips_are_split_among_three() -> None:
    game = gambling_for_five("Ann 2 took 2, Ben 2 took 2, Cal 2 took 2, Dee 3 took 2, Eve 2 took 2", dealer="Ben")
    # hand points 20, 20, 20, 2, 20; the pot is 16 for four: no odd chip
    assert [game.points(name) for name in ("Ann", "Ben", "Cal", "Dee", "Eve")] == [1, 1, 1, -4, 1]
    three = gambling_for_six("Ann 1 took 1, Ben 1 took 1, Cal 1 took 1, Dee 4 took 2, Eve 3 took 2, Fay 4 took 1")
    # hand points 10, 10, 10, 2, 2, 1; the pot is 20 for three: two odd chips, to Ben and Cal
    assert [three.points(name) for name in ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay")] == [4, 5, 5, -5, -4, -5]


def test_game_without_a_target_is_ended_by_the_table() -> None:
    hands = ["Ann 13 took 13, Ben 0 took 0, Cal 0 took 0, Dee 0 took 0"] * 9
    assert gambling(*hands, ante=100).outcome == ""
    game = gambling(*hands, ante=100, closed="late")
    assert game.total("Ann") == 2700
    assert game.total("Ben") == -900
    assert game.winners == ["Ann"]
    assert game.board.outcome is not None
    assert game.board.outcome.ended_by == "closed"


def test_hand_points_are_not_part_of_the_sum() -> None:
    game = gambling("Ann 4 took 5, Ben 3 took 3, Cal 4 took 3, Dee 2 took 2")
    assert game.lines("Ann") == [
        "+40 Bid 4, took 5",
        "+1 1 overtrick",
        "-1 Ante 1",
        "-4 Bid 4 chips",
        "+17 Takes the pot of 17",
    ]
    assert game.lines("Cal") == ["+3 Bid 4, took 3; 1 a trick", "-1 Ante 1", "-4 Bid 4 chips"]
    assert [[line.in_total for line in side.lines] for side in game.last.sides] == [
        [False, False, True, True, True],
        [False, True, True],
        [False, True, True],
        [False, True, True],
    ]
    assert game.last.sides[0].lines[1].params == OvertrickLine(
        1, 0
    )  # no count of overtricks runs on in a game for chips
