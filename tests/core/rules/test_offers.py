"""Offers: a call that would bring a new objection is not offered."""

from scorekeeper.core.rules.deal import Bid, Bidding, HandRecord, Took
from scorekeeper.core.rules.offers import objections_to
from scorekeeper.core.rules.scoreboard import new_game
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.rulesets import rule_set

ANN, BEN = Seat(0), Seat(1)


def berkley(*bids: Bid | None) -> Bidding:
    """The second hand of a game in which Ann is 140 behind."""
    board = new_game(rule_set("berkley-two").with_options({}), BEN)
    board = board.after(HandRecord((Bid(("5",)), Bid(("9",))), (Took(4), Took(9))))
    return board.bidding(bids)


def codes(bidding: Bidding, seat: Seat, *calls: str) -> list[str]:
    return [found.code for found in objections_to(bidding, seat, Bid(calls))]


def test_blind_bid_needs_a_deficit() -> None:
    assert codes(berkley(None, None), ANN, "blind-6") == []
    assert codes(berkley(None, None), BEN, "blind-6") == ["not-behind"]


def test_partner_s_objection_is_not_repeated_for_the_next_bid() -> None:
    assert codes(berkley(None, Bid(("blind-6",))), ANN, "5") == []


def test_rule_of_the_deal_itself_is_checked() -> None:
    board = new_game(rule_set("evil").with_options({}), Seat(3))
    assert codes(board.bidding((None,) * 4), ANN, "double-nil") == ["only-by"]
    assert codes(board.bidding((None,) * 4), ANN, "5") == []


def test_later_bid_is_checked_against_the_one_it_replaces() -> None:
    bidding = berkley(Bid(("6",)), Bid(("5",)))
    lowered = Bid(("5",), (("6",),))
    assert [found.code for found in objections_to(bidding, ANN, lowered)] == ["lowered"]


def test_replaced_bid_is_not_checked_with_its_replacement() -> None:
    board = new_game(rule_set("evil").with_options({}), Seat(3))
    bidding = board.bidding((Bid(("double-nil",)), None, None, None))
    assert codes(bidding, ANN, "double-nil") == ["only-by"]
