"""Bags: what they are worth, what ten of them cost, and which hand each came from."""

import pytest

from tests.each_case import each_case
from tests.tables import partnership, two_player


def test_bags_are_recorded_with_their_hand() -> None:
    game = two_player("Ann 3 took 5", "Ann 4 took 4", "Ann 2 took 6", "Ann 5 took 4", "Ann 3 took 8")
    assert game.lines("Ann") == [
        "+30 Bid 3, took 8",
        "+5 5 bags (now 1)",
        "-100 10 bags (hands 1, 3, 5)",
    ]
    assert game.bags("Ann") == 1


def test_carried_bag_is_the_first_of_the_next_ten() -> None:
    game = two_player("Ann 1 took 12", "Ann 1 took 11")
    assert game.lines("Ann")[2] == "-100 10 bags (hands 1, 2)"
    assert game.bags("Ann") == 1


def test_two_penalties_in_one_hand() -> None:
    game = two_player("so far Ann 200 with 9 bags", "Ann 1 took 12")
    assert game.points("Ann") == 10 + 11 - 200
    assert (game.total("Ann"), game.bags("Ann")) == (21, 0)


def test_bags_count_at_a_negative_score() -> None:
    game = two_player("so far Ann -95 with 9 bags", "Ann 4 took 6")
    assert (game.total("Ann"), game.bags("Ann")) == (-95 + 42 - 100, 1)


def test_bags_differ_from_the_last_digit_of_the_score() -> None:
    game = two_player("so far Ann 103 with 8 bags", "Ann 4 took 5; Ann adjusted -7 for talking")
    assert (game.total("Ann"), game.bags("Ann")) == (103 + 41 - 7, 9)


def test_zero_total_in_hand_five_does_not_end_the_game() -> None:
    game = two_player(
        "Ann 5 took 5", "Ann 5 took 4", "Ann 4 took 4", "Ann 4 took 2", "Ann nil took 0; Ann adjusted -100 for fun"
    )
    assert (game.total("Ann"), game.points("Ann")) == (0, 0)
    assert game.lines("Ann") == ["+100 Nil made", "-100 Agreed: fun"]
    assert game.last.counted
    assert game.outcome == ""


def test_partners_share_their_bags() -> None:
    game = partnership("Ann 3 and Cal 2 took 9, Ben 2 and Dee 2 took 4")
    assert game.lines("Cal") == ["+50 Bid 5, took 9", "+4 4 bags (now 4)"]
    assert (game.bags("Ann"), game.bags("Ben")) == (4, 0)


def test_set_bid_brings_no_bags() -> None:
    game = two_player("Ann 10 took 9, Ben 2 took 4")
    assert (game.points("Ann"), game.overtricks("Ann")) == (-100, 0)
    assert (game.points("Ben"), game.overtricks("Ben")) == (22, 2)


@each_case(("bags", "took", "penalties", "left"), [(2, 4, 1, 1), (5, 6, 1, 0), (5, 11, 2, 0), (20, 13, 0, 12)])
def test_another_count_of_bags(bags: int, took: int, penalties: int, left: int) -> None:
    game = two_player(f"Ann 1 took {took}", bags=bags)
    assert game.points("Ann") == 10 + took - 1 - 100 * penalties
    assert game.bags("Ann") == left


def test_penalty_names_the_option_s_count() -> None:
    assert two_player("Ann 1 took 6", bags=5).lines("Ann")[-1] == "-100 5 bags (hand 1)"
    assert two_player("Ann 1 took 12", "Ann 1 took 7", bags=15).lines("Ann")[-1] == "-100 15 bags (hands 1, 2)"


def test_bags_can_be_turned_off() -> None:
    game = two_player("Ann 1 took 12", "Ann 1 took 12", bags=0)
    assert game.lines("Ann") == ["+10 Bid 1, took 12", "+11 11 bags"]
    assert (game.total("Ann"), game.bags("Ann"), game.overtricks("Ann")) == (42, 0, 22)


@pytest.mark.parametrize("penalty", [0, 50, 500])
def test_another_penalty(penalty: int) -> None:
    game = two_player("Ann 1 took 11", bag_penalty=penalty)
    assert (game.points("Ann"), game.bags("Ann")) == (20 - penalty, 0)


def test_bags_restart_at_zero_without_carrying_over() -> None:
    game = two_player("so far Ann 0 with 9 bags", "Ann 4 took 7", "Ann 4 took 5", bags_carry=False)
    assert game.each("Ann")[1:] == [43 - 100, 41]
    assert game.bags("Ann") == 1


def test_hand_with_all_bags_paid_leaves_the_ledger() -> None:
    game = two_player("Ann 1 took 7", "Ann 1 took 5", "Ann 1 took 3")
    assert game.board.scores[0].ledger == ((3, 2),)
