"""Hands that cannot be scored: what is wrong, what would be right, and the unchanged game."""

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.deal import Bid, HandRecord, Took
from scorekeeper.core.rules.scoreboard import replay
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.words.faults import fault_text
from tests.each_case import each_case
from tests.tables import Table, cutthroat, cutthroat_for_three, partnership, refusal, two_player

NOT_KNOWN = "the tricks of the hand that called nil are not known, give the tricks of each seat of this side"
CALLS = "is no call of this game, its calls are nil, 1..13"
REFUSED = [
    (two_player, "Ann 5 took 6, Ben 5 took 6", "Tricks add up to 12; a hand has 13 (hand 1)"),
    (two_player, "Ann 5 took 7, Ben 5 took 7", "Tricks add up to 14; a hand has 13 (hand 1)"),
    (cutthroat_for_three, "Ann 5 took 5, Ben 5 took 5, Cal 5 took 3", "Tricks add up to 13; a hand has 17 (hand 1)"),
    (two_player, "Ann 14 took 6", '"14" is not a bid in this game; the bids are nil, 1..13 (hand 1, Ann)'),
    (two_player, "Ben five took 6", '"five" is not a bid in this game; the bids are nil, 1..13 (hand 1, Ben)'),
    (two_player, "Ann -1 took 6", '"-1" is not a bid in this game; the bids are nil, 1..13 (hand 1, Ann)'),
    (two_player, "Ann 05 took 6", '"05" is not a bid in this game; the bids are nil, 1..13 (hand 1, Ann)'),
    (two_player, "Ann Nil took 0", '"Nil" is not a bid in this game; the bids are nil, 1..13 (hand 1, Ann)'),
    (
        two_player,
        "Ann double-nil took 0",
        '"double-nil" is not a bid in this game; the bids are nil, 1..13 (hand 1, Ann)',
    ),
    (
        two_player,
        "Ann blind-nil took 0",
        '"blind-nil" is not a bid in this game; the bids are nil, 1..13 (hand 1, Ann)',
    ),
    (two_player, "Ann 6+bemo took 6", '"bemo" is not a bid in this game; the bids are nil, 1..13 (hand 1, Ann)'),
    (two_player, "Ann 14>5 took 6", '"14" is not a bid in this game; the bids are nil, 1..13 (hand 1, Ann)'),
    (two_player, "Ann 5+6 took 6", '"5+6" is more than one call; a bid here is one call (hand 1, Ann)'),
    (
        two_player,
        "Ann 5 took 6 made bemo",
        '"bemo" is marked as made; this side did not call it (hand 1, Ann)',
    ),
    (cutthroat, "Ann 5 took 14", "The trick count is 14; it must be 0 to 13 (hand 1, Ann)"),
    (
        partnership,
        "Ann nil and Cal 5 took 6, Ben 3 and Dee 3 took 7",
        "Tricks are missing for the hand that called nil; count each seat of this side (hand 1, Ann & Cal)",
    ),
    (
        partnership,
        "Ann 3 took 8, Cal 3 took 8, Ben 3 and Dee 3 took 0",
        "Took 16 tricks; a hand of this game has 0 to 13 (hand 1, Ann & Cal)",
    ),
]


@each_case(("table", "hand", "sentence"), REFUSED)
def test_impossible_hand_is_refused(table: Table, hand: str, sentence: str) -> None:
    assert refusal(table, hand) == sentence


def test_invalid_hand_is_named() -> None:
    hands = ("Ann 5 took 6", "Ann 5 took 6", "Ann 5 took 6, Ben 5 took 6")
    assert refusal(two_player, *hands) == "Tricks add up to 12; a hand has 13 (hand 3)"


@pytest.mark.parametrize("bid", ["0", "nil"])
def test_without_nil_there_is_no_bid_of_zero(bid: str) -> None:
    refused = refusal(two_player, f"Ann {bid} took 0", nil=0)
    assert refused == f'"{bid}" is not a bid in this game; the bids are 1..13 (hand 1, Ann)'


def test_hand_after_the_end_must_be_valid() -> None:
    over = ("so far Ann 450", "Ann 5 took 5")
    assert refusal(two_player, *over, "Ann 5 took 5, Ben 5 took 7") == "Tricks add up to 12; a hand has 13 (hand 3)"


FIVE = Bid(("5",))
CANNOT_BE = [
    (HandRecord((FIVE,), (Took(6), Took(7))), "1 bid is given; this hand needs 2 (hand 1)"),
    (
        HandRecord((FIVE, Bid(())), (Took(6), Took(7))),
        "A bid is missing; the bids are nil, 1..13 (hand 1, side 2)",
    ),
    (
        HandRecord((FIVE, Bid(("5",), ((),))), (Took(6), Took(7))),
        "A bid is missing; the bids are nil, 1..13 (hand 1, side 2)",
    ),
    (HandRecord((FIVE, FIVE), (Took(13),)), "1 count of tricks is given; this game needs 2 (hand 1)"),
    (
        HandRecord((FIVE, FIVE), (Took(14), Took(-1))),
        "Took 14 tricks; a hand of this game has 0 to 13 (hand 1, side 1)",
    ),
    (
        HandRecord((FIVE, FIVE), (Took(6, (3, 3)), Took(7))),
        "2 counts by seat are given; this side needs 1 (hand 1, side 1)",
    ),
    (HandRecord((FIVE, FIVE), (Took(6, (5,)), Took(7))), "Its seats took 5 tricks; the side took 6 (hand 1, side 1)"),
]


@each_case(("record", "sentence"), CANNOT_BE)
def test_impossible_record_is_refused(record: HandRecord, sentence: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        two_player().board.after(record)
    assert fault_text(refused.value.fault) == sentence


def test_incomplete_hand_counts_nothing() -> None:
    board = two_player("Ann 5 took 6").board
    bidding = board.bidding((FIVE, None))
    assert not bidding.is_complete
    assert (bidding.number_of(Seat(0)), bidding.number_of(Seat(1))) == (5, None)
    assert [score.total for score in board.scores] == [51, 16]
    assert board.next_number == 2


def test_refused_hand_changes_nothing() -> None:
    before = two_player("Ann 5 took 6").board
    with pytest.raises(InvalidInput):
        before.after(HandRecord((FIVE, FIVE), (Took(6), Took(6))))
    assert before == replay(before.rules, before.first_dealer, [hand.record for hand in before.hands])
