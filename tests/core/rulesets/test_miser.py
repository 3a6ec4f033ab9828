"""Miser: the second turn, three players, and a bid that cannot fail."""

import pytest

from tests.core.rulesets.cast import miser, miser_for_three, miser_for_two
from tests.each_case import each_case
from tests.tables import refusal

REST = "Ben 3 took 4, Cal 3 took 3, Dee 4 took 4"


@each_case(
    ("bid", "objections"),
    [
        ("3>2", []),
        ("3>0", []),
        ("3>3", []),
        ("3>3>2", []),
        ("2>3", ["2 became 3; on the second turn a bid can only go down (Ann)"]),
        ("5>3>2", ["The bid changed 2 times; it can change once (Ann)"]),
    ],
)
def test_miser_rules_of_the_second_turn(bid: str, objections: list[str]) -> None:
    assert miser(f"Ann {bid} took 2, {REST}").objections == objections


@each_case(("took", "points"), [(0, 110), (1, 110), (2, 110), (3, -110), (13, -110)])
def test_set_contract_scores_no_tricks_and_no_bags(took: int, points: int) -> None:
    game = miser_for_two(f"Ann 2 took {took}, Ben 13 took {13 - took}")
    assert (game.points("Ann"), game.points("Ben")) == (points, 0)
    assert game.overtricks("Ann") == 0


@pytest.mark.parametrize("took", [0, 13])
def test_bid_of_all_the_tricks_cannot_fail(took: int) -> None:
    game = miser_for_two(f"Ann 13 took {took}, Ben 13 took {13 - took}")
    assert game.lines("Ann") == [f"+0 Bid 13, took {took}"]
    assert game.last.sides[0].contracts[0].made


def test_three_players_share_seventeen() -> None:
    game = miser_for_three("Ann 5 took 5, Ben 6 took 7, Cal 17 took 5")
    assert [game.points(name) for name in ("Ann", "Ben", "Cal")] == [120, -110, 0]


def test_nil_is_no_call() -> None:
    sentence = '"nil" is not a bid in this game; the bids are 0..13 (hand 1, Ann)'
    assert refusal(miser, f"Ann nil took 2, {REST}") == sentence
