"""The worked examples of the standard family, as the rules page gives them."""

import pytest

from tests.tables import partnership, two_player


def test_made_bid_scores_ten_a_trick_and_one_a_bag() -> None:
    game = two_player("Ann 5 took 6")
    assert game.lines("Ann") == ["+50 Bid 5, took 6", "+1 1 bag (now 1)"]
    assert (game.points("Ann"), game.bags("Ann")) == (51, 1)


def test_set_bid_loses_ten_a_trick() -> None:
    game = two_player("Ann 5 took 4")
    assert game.lines("Ann") == ["-50 Bid 5, took 4"]
    assert (game.points("Ann"), game.bags("Ann")) == (-50, 0)


def test_nil_scores_a_hundred() -> None:
    assert two_player("Ann nil took 0").lines("Ann") == ["+100 Nil made"]


def test_failed_nil_loses_a_hundred_and_its_tricks_count_nothing() -> None:
    game = two_player("Ann nil took 3")
    assert game.lines("Ann") == ["-100 Nil set, took 3"]
    assert game.bags("Ann") == 0


@pytest.mark.parametrize(("took", "total", "bags"), [(7, 389, 9), (8, 290, 0), (9, 291, 1)])
def test_ten_bags_cost_a_hundred_and_the_rest_carry_over(took: int, total: int, bags: int) -> None:
    game = two_player("so far Ann 337 with 7 bags", f"Ann 5 took {took}")
    assert (game.total("Ann"), game.bags("Ann")) == (total, bags)


def test_twenty_bags_in_one_hand_cost_two_hundred() -> None:
    game = two_player("so far Ann 0 with 9 bags", "Ann 1 took 13")
    assert game.lines("Ann") == [
        "+10 Bid 1, took 13",
        "+12 12 bags (now 1)",
        "-100 10 bags (hands 1, 2)",
        "-100 10 bags (hand 2)",
    ]
    assert (game.total("Ann"), game.bags("Ann")) == (-178, 1)


def test_hand_without_carrying_over_costs_at_most_one_penalty() -> None:
    game = two_player("so far Ann 0 with 9 bags", "Ann 1 took 13", bags_carry=False)
    assert (game.total("Ann"), game.bags("Ann")) == (-78, 0)


def test_set_bid_does_not_change_the_bags() -> None:
    game = two_player("so far Ann 0 with 9 bags", "Ann 6 took 5")
    assert (game.points("Ann"), game.bags("Ann")) == (-60, 9)


def test_higher_side_wins_if_both_reach_the_target() -> None:
    game = two_player("so far Ann 458, Ben 470", "Ann 5 took 5, Ben 6 took 8")
    assert (game.total("Ann"), game.total("Ben")) == (508, 532)
    assert game.outcome == "Ben won 532–508"


def test_end_is_checked_after_the_penalties() -> None:
    game = two_player("so far Ann 460 with 8 bags", "Ann 4 took 6")
    assert game.total("Ann") == 402
    assert game.outcome == ""


@pytest.mark.parametrize(("failed_nil", "points", "bags"), [("bags", -119, 1), ("ignored", -120, 0), ("helps", -80, 0)])
def test_trick_of_a_failed_nil_helps_the_partner_s_two(failed_nil: str, points: int, bags: int) -> None:
    game = partnership("Ann nil took 1, Cal 2 took 1", failed_nil=failed_nil)
    assert (game.points("Ann"), game.bags("Ann")) == (points, bags)
