"""How tricks can fall: when a side's tricks are split by seat, and which splits of the sides combine."""

from itertools import product

from scorekeeper.core.analysis.trick_splits import splits_by_side, splits_of_hand, splits_of_side
from scorekeeper.core.rules.deal import Bid, Took
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.rulesets import rule_set

ANN, BEN = Side(0), Side(1)


def board(key: str) -> Scoreboard:
    return new_game(rule_set(key).with_options({}), Seat(0))


def bids(*spoken: str) -> tuple[Bid, ...]:
    return tuple(Bid(tuple(bid.split("+"))) for bid in spoken)


def to_take(key: str, side: Side, *spoken: str) -> tuple[Took, ...]:
    new = board(key)
    return splits_of_side(new.next_deal, new.rules.seating, bids(*spoken), side)


COUNTS = tuple(Took(tricks) for tricks in range(14))


def test_side_with_a_number_can_take_none_to_all() -> None:
    assert to_take("partnership", ANN, "4", "nil", "3", "2") == COUNTS


def test_splits_with_a_nil_are_by_seat() -> None:
    own = tuple(Took(front + back, (front, back)) for front, back in product(range(14), repeat=2) if front + back < 14)
    assert sorted(to_take("partnership", BEN, "4", "nil", "3", "2"), key=str) == sorted(own, key=str)


def test_side_without_a_number_is_split_as_one() -> None:
    assert to_take("berkley-two", ANN, "double-nil", "4") == COUNTS


def test_splits_of_a_player_alone_have_no_seats() -> None:
    assert to_take("two-player", ANN, "nil", "4") == COUNTS


def test_first_tricks_are_made_or_not_if_enough_are_taken() -> None:
    own = to_take("berkley-two", ANN, "6+bemo", "4")
    assert own == (*COUNTS[:6], *(Took(tricks, (), made) for tricks in range(6, 14) for made in ((), ("bemo",))))


def test_each_split_of_a_side_is_listed_once() -> None:
    spoken = bids("4", "nil", "3", "2")
    found = splits_by_side(board("partnership"), spoken)
    assert [len(own) for own in found] == [14, 105]
    assert [len({split.took for split in own}) for own in found] == [14, 105]


def test_splits_of_a_hand_add_up_with_one_first_taker() -> None:
    own, others = to_take("berkley-two", ANN, "6+bemo", "6+bemo"), to_take("berkley-two", BEN, "6+bemo", "6+bemo")
    found = splits_of_hand(board("berkley-two"), bids("6+bemo", "6+bemo"))
    assert [tuple(split.took for split in hand) for hand in found] == [
        (one, other)
        for one, other in product(own, others)
        if one.tricks + other.tricks == 13 and not (one.made and other.made)
    ]
