"""Rounds of rebidding: who is asked, when the bids are settled, and how the sheet records them."""

from scorekeeper.core.rules.deal import Bid, Bidding
from scorekeeper.core.rules.offers import change_bid, is_settled, keep_bid, next_asked, settled
from scorekeeper.core.rules.scoreboard import new_game
from scorekeeper.core.rules.seating import Seat, Shape
from scorekeeper.core.rulesets import rule_set

FIVE, FOUR = Bid(("5",)), Bid(("4",))


def bidding(rules: str, *bids: Bid | None) -> Bidding:
    """These bids, seat by seat; the last seat deals, so that the first one bids first."""
    house = rule_set(rules).with_options({}, Shape(len(bids)))
    return new_game(house, Seat(len(bids) - 1)).bidding(bids)


def test_bids_are_settled_without_a_rebid_round() -> None:
    assert not is_settled(bidding("berkley-two", FIVE, None))
    assert is_settled(bidding("berkley-two", FIVE, FOUR))
    assert is_settled(bidding("two-player", FIVE, FOUR))


def test_each_player_is_asked_once_in_turn() -> None:
    assert next_asked(bidding("miser", FIVE, None)) is None
    assert next_asked(bidding("miser", FIVE, FOUR)) == 0
    assert next_asked(bidding("miser", keep_bid(FIVE), FOUR)) == 1
    assert next_asked(bidding("miser", keep_bid(FIVE), change_bid(FOUR, ("2",)))) is None
    assert is_settled(bidding("miser", keep_bid(FIVE), change_bid(FOUR, ("2",))))


def test_open_round_continues_until_nobody_changes_a_bid() -> None:
    assert not is_settled(bidding("gambling", FIVE, FOUR, FOUR))
    raised = change_bid(FOUR, ("6",))
    assert not is_settled(bidding("gambling", FIVE, raised, FOUR))
    assert is_settled(bidding("gambling", keep_bid(FIVE), keep_bid(raised), keep_bid(FOUR)))
    assert next_asked(bidding("gambling", FIVE, FOUR, FOUR)) is None


def test_round_of_kept_bids_is_not_recorded() -> None:
    assert settled(keep_bid(keep_bid(FIVE))) == FIVE
    assert settled(keep_bid(change_bid(FOUR, ("5",)))) == Bid(("5",), (("4",),))


def test_last_round_with_a_change_is_recorded() -> None:
    assert settled(change_bid(FOUR, ("5",))) == Bid(("5",), (("4",),))
    assert settled(change_bid(keep_bid(FOUR), ("5",))) == Bid(("5",), (("4",),))
    assert settled(FIVE) == FIVE
