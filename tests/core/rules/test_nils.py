"""Nils: made and failed, and where the tricks of a failed one go."""

import pytest

from tests.tables import Table, cutthroat, partnership, two_handed, two_player


def test_made_nil_scores_with_the_partner_s_contract() -> None:
    game = partnership("Ann nil took 0, Cal 4 took 5, Ben 4 and Dee 3 took 8")
    assert game.lines("Ann") == ["+40 Bid 4, took 5", "+100 Nil made", "+1 1 bag (now 1)"]


def test_both_partners_bid_nil_and_one_fails() -> None:
    game = partnership("Ann nil took 0, Cal nil took 2, Ben 5 and Dee 5 took 11")
    assert game.lines("Ann") == [
        "+100 Nil made",
        "-100 Nil set, took 2",
        "+2 2 bags from the nil (now 2)",
    ]
    assert game.points("Ann") == 2


def test_both_partners_fail_their_nil() -> None:
    game = partnership("Ann nil took 1, Cal nil took 2, Ben 5 and Dee 5 took 10")
    assert game.points("Ann") == -200 + 3
    assert game.bags("Ann") == 3


def test_both_partners_make_their_nil() -> None:
    game = partnership("Ann nil took 0, Cal nil took 0, Ben 6 and Dee 7 took 13")
    assert (game.points("Ann"), game.points("Ben")) == (200, 130)


def test_nil_can_fail_while_the_partner_is_set() -> None:
    game = partnership("Ann nil took 2, Cal 5 took 4, Ben 3 and Dee 3 took 7")
    assert game.lines("Ann") == [
        "-50 Bid 5, took 4",
        "-100 Nil set, took 2",
        "+2 2 bags from the nil (now 2)",
    ]
    assert game.bags("Ann") == 2


def test_failed_nil_helps_the_partner_only_by_option() -> None:
    hand = "Ann nil took 1, Cal 5 took 4, Ben 3 and Dee 3 took 8"
    assert partnership(hand).points("Ann") == -50 - 100 + 1
    assert partnership(hand, failed_nil="ignored").points("Ann") == -50 - 100
    helped = partnership(hand, failed_nil="helps")
    assert helped.lines("Ann") == ["+50 Bid 5, took 5", "-100 Nil set, took 1"]


def test_tricks_of_a_failed_nil_beyond_the_contract_are_bags() -> None:
    game = partnership("Ann nil took 3, Cal 4 took 4, Ben 3 and Dee 3 took 6", failed_nil="helps")
    assert game.points("Ann") == 40 + 3 - 100
    assert game.bags("Ann") == 3


def test_tricks_without_a_contract_to_help_are_bags() -> None:
    game = partnership("Ann nil took 1, Cal nil took 0, Ben 6 and Dee 6 took 12", failed_nil="helps")
    assert (game.points("Ann"), game.bags("Ann")) == (1, 1)
    assert two_player("Ann nil took 4", failed_nil="helps").lines("Ann")[-1].startswith("+4 4 bags")


def test_tricks_of_a_failed_nil_can_be_bags_for_a_player_alone() -> None:
    game = two_player("so far Ann 0 with 9 bags", "Ann nil took 2", failed_nil="bags")
    assert game.points("Ann") == -100 + 2 - 100
    assert game.bags("Ann") == 1


@pytest.mark.parametrize("solo", [two_player, two_handed, cutthroat], ids=["two-player", "two-handed", "cutthroat"])
def test_tricks_of_a_failed_nil_count_nothing_for_a_player_alone(solo: Table) -> None:
    game = solo("Ann nil took 2")
    assert (game.points("Ann"), game.bags("Ann")) == (-100, 0)


def test_nought_is_nil() -> None:
    assert two_player("Ann 0 took 0").lines("Ann") == ["+100 Nil made"]


@pytest.mark.parametrize("points", [50, 200])
def test_another_nil(points: int) -> None:
    assert two_player("Ann nil took 0", nil=points).points("Ann") == points
    assert two_player("Ann nil took 1", nil=points).points("Ann") == -points


def test_made_nil_needs_no_tricks_by_seat() -> None:
    game = partnership("Ann nil and Cal 5 took 0, Ben 6 and Dee 6 took 13")
    assert game.points("Ann") == 100 - 50


def test_blind_nil_scores_the_option_s_points() -> None:
    far_behind = "so far Ann 0, Ben 100"
    assert two_player(far_behind, "Ann blind-nil took 0", blind_nil=200).lines("Ann") == ["+200 Blind nil made"]
    failed = two_player(far_behind, "Ann blind-nil took 1", blind_nil=200)
    assert failed.lines("Ann") == ["-200 Blind nil set, took 1"]
    assert failed.objections == []


def test_blind_nil_can_be_the_only_nil() -> None:
    game = two_player("so far Ann 0, Ben 100", "Ann blind-nil took 0", blind_nil=200, nil=0)
    assert game.points("Ann") == 200
