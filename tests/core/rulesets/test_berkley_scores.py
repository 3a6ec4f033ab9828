"""Berkley's scores apart from the bid: nils, naughts, raises, perfect bids in a row, every tenth overtrick."""

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.core.rules.steps import OvertrickPenalty
from tests.core.rulesets.cast import berkley_three_1, berkley_three_2, berkley_two, head_start
from tests.each_case import each_case

LEFT_OVER = "+1 1 overtrick from the nil"


@each_case(("bid", "took", "lines"),
    [
        ("double-nil", "0", ["+500 Double nil made"]),
        ("double-nil", "3", ["-100 Double nil set, took 3", "+3 3 overtricks from the nil"]),
        ("double-naught", "0/0", ["+400 Double naught made"]),
        ("4+nil-front", "0/5", ["+40 Bid 4, took 5", "+300 Nil in the front hand made", "+1 1 overtrick"]),
        ("4+nil-front", "1/4", ["+40 Bid 4, took 4", "-50 Nil in the front hand set, took 1", LEFT_OVER]),
        ("4+naught-front", "1/3", ["-40 Bid 4, took 3", "-100 Naught in the front hand set, took 1", LEFT_OVER]),
    ],
)  # fmt: skip
def test_nils_and_naughts(bid: str, took: str, lines: list[str]) -> None:
    ben = 13 - sum(int(count) for count in took.split("/"))
    assert berkley_two(f"Ann {bid} took {took}, Ben 4 took {ben}").lines("Ann") == lines


def test_blind_nil_needs_no_deficit() -> None:
    assert berkley_two("Ann 4+nil-front took 0/5, Ben double-nil took 8").objections == []


def test_first_hand_is_never_blind() -> None:
    game = berkley_two("Ann blind-6 took 7, Ben 4 took 6")
    assert game.objections == ["Blind 6 is only for a side 100 or more behind; this side is not behind (Ann)"]
    assert game.points("Ann") == 101
    assert berkley_two("Ann blind-6 took 7, Ben 4 took 6", blind_behind=0).objections == []


def test_blind_numbers_may_be_made_exact() -> None:
    game = berkley_two(head_start(0, 100), "Ann blind-6 took 7, Ben 4 took 6", blind_exact=True)
    assert (game.lines("Ann"), game.objections) == (["-60 Blind 6, took 7"], [])


@each_case(
    ("bid", "objections"),
    [
        ("4>5", []),
        ("blind-6>7", []),
        ("blind-6+naught-front", []),
        ("blind-6>blind-6+naught-front", []),
        ("double-naught>5", []),
        ("5>5+bemo", []),
        ("5+bemo>5+big-bemo", []),
        ("blind-6>blind-6+bemo", []),
        ("5+nil-right>6+nil-right", []),
        ("5>4", ["5 became 4; a bid can only go up (Ann)"]),
        ("blind-6>6", ["Blind 6 became 6; a bid can only go up (Ann)"]),
        ("5+bemo>6", ["5 and bemo became 6; a bid can only go up (Ann)"]),
        ("5+big-bemo>5+bemo", ["5 and big bemo became 5 and bemo; a bid can only go up (Ann)"]),
        ("5>double-naught", ["5 became double naught; a bid can only go up (Ann)"]),
        ("double-nil>5", ["Double nil became 5; a bid can only go up (Ann)"]),
        ("double-nil>double-naught", ["Double nil became double naught; a bid can only go up (Ann)"]),
        ("blind-6>blind-11", ["Blind 6 became blind 11; bid blind before you look (Ann)"]),
        (
            "blind-6>blind-11+naught-front",
            ["Blind 6 became blind 11 and naught in the front hand; bid blind before you look (Ann)"],
        ),
        (
            "blind-6>blind-6+nil-front",
            ["Blind 6 became blind 6 and nil in the front hand; bid blind before you look (Ann)"],
        ),
        ("5>blind-6", ["5 became blind 6; bid blind before you look (Ann)"]),
        ("5>5+nil-right", ["5 became 5 and nil in the right hand; bid blind before you look (Ann)"]),
    ],
)
def test_raised_and_lowered_bids(bid: str, objections: list[str]) -> None:
    assert berkley_two(head_start(0, 200), f"Ann {bid} took 6/1, Ben 4 took 6").objections == objections


@each_case(("three", "others"), [(berkley_three_1, 6), (berkley_three_2, 11)])
def test_raise_to_another_blind_number_comes_after_looking(three: Callable[..., Any], others: int) -> None:
    for bid, objections in (
        ("blind-5>7", []),
        ("blind-5>blind-7", ["Blind 5 became blind 7; bid blind before you look (Ann)"]),
    ):
        assert three(f"Ann {bid} took 7, Ben 4 took {others}, Cal 3 took 0").objections == objections


def test_raised_blind_bid_is_no_longer_blind() -> None:
    assert berkley_two(head_start(0, 200), "Ann blind-6>7 took 8, Ben 4 took 5").lines("Ann") == [
        "+70 Bid 7, took 8",
        "+1 1 overtrick",
    ]


# --- perfect bids and overtricks --------------------------------------------------------------------------------------


@each_case(
    ("third", "points"),
    [
        ("Ann 4 took 4, Ben 8 took 9", 120),
        ("Ann double-naught took 0, Ben 8 took 13", 480),
        ("Ann 4+naught-right took 4/0, Ben 8 took 9", 320),
        ("Ann 4+naught-right took 4/1, Ben 8 took 8", -59),
        ("Ann 4+big-bemo took 4, Ben 8 took 9", 30),
        ("Ann 4 took 5, Ben 8 took 8", 41),
    ],
)
def test_perfect_bids(third: str, points: int) -> None:
    two = ["Ann 5 took 5, Ben 7 took 8"] * 2
    assert berkley_two(*two, third).points("Ann") == points
    assert berkley_two(*two, third, perfect_run=False).points("Ann") in (points, points - 80)


def test_runs_can_be_turned_off() -> None:
    assert berkley_two(*["Ann 5 took 5, Ben 7 took 8"] * 3, perfect_run=False).each("Ann") == [50, 50, 50]
    fours = ["Ann 4 took 4, Ben 4 took 5, Cal 3 took 4"] * 4
    assert berkley_three_1(*fours, perfect_run=False).each("Ann") == [40] * 4


@pytest.mark.parametrize(
    ("penalty", "points"), [("flat", [49, -51, -51, 42, -51]), ("escalating", [49, -51, -151, 42, -251])]
)
def test_every_tenth_overtrick_of_the_game(penalty: str, points: list[int]) -> None:
    hands = [f"Ann 4 took {took}, Ben 4 took {13 - took}" for took in (13, 13, 13, 6, 13)]
    game = berkley_two(*hands, overtrick_penalty=penalty, target=10_000)
    # 9, 18, 27, 29 and 38 overtricks: the 10th in the second hand, the 20th in the third, the 30th in the fifth
    assert game.each("Ann") == points
    assert game.overtricks("Ann") == 38
    assert game.board.scores[0].towards_penalty == 8


def test_bag_count_matches_the_scored_penalty() -> None:
    for play in (berkley_two, berkley_three_1, berkley_three_2):
        rules = play().board.rules.scoring
        assert (
            [step.bags_per_penalty for step in rules.steps if isinstance(step, OvertrickPenalty)]
            == [rules.bags_per_penalty]
            == [10]
        )


def test_ledger_of_a_tenth_bag() -> None:
    game = berkley_two("Ann 4 took 10, Ben 4 took 3", "Ann 4 took 9, Ben 4 took 4")
    assert game.lines("Ann") == [
        "+40 Bid 4, took 9",
        "+5 5 overtricks",
        "-100 10 overtricks (hands 1, 2)",
    ]


# --- three players ----------------------------------------------------------------------------------------------------
