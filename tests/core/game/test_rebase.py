"""What waits on phones: bids until they open, and taps replayed after what another phone recorded meanwhile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.core.game import (
    AlreadyRecorded,
    BidClash,
    BidsPlaced,
    Event,
    GameState,
    moves,
    read_event,
    read_start,
    replay,
)
from scorekeeper.core.game.waiting import (
    WaitingBid,
    bids_alone,
    contradicted_bid,
    deal_began,
    is_blind,
    next_to_bid,
    next_to_open,
    rebased,
)
from scorekeeper.core.pages.bidding import two_bids_view
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.seating import Seat
from tests.core.game.games import BIG, EVEN, bid as four_bids, partnership, play, write
from tests.core.pages.contexts import at_the_table

SETUP = {
    "format": "scorekeeper-sheet/1",
    "rules": "partnership",
    "sides": [{"name": "Ann & Cal", "players": ["Ann", "Cal"]}, {"name": "Ben & Dee", "players": ["Ben", "Dee"]}],
    "dealer": 3,
}
ANN, BEN = "0", "1"


@pytest.fixture
def state() -> GameState:
    return replay([read_start(SETUP)])


def bid(state: GameState, seat: str, call: str, was: str = "") -> BidsPlaced:
    event = moves.bid(state, {"hand": "1", "seat": seat, "call": call, "was": was})
    assert event is not None
    return event


def pair_bid(state: GameState, seat: str, call: str, added: str = "") -> BidsPlaced:
    event = moves.bid(state, {"hand": "1", "seat": seat, "call": call, "added": added})
    assert event is not None
    return event


def bids_of(state: GameState) -> list[str | None]:
    return [None if made is None else "+".join(made.calls) for made in state.draft]


def hand(state: GameState, took: int) -> Event:
    body = {"hand": 1, "bids": [["4", "3"], ["3", "2"]], "took": [took, 13 - took]}
    return read_event("hand", body, state.setup, state.seq + 1)


def test_bids_of_two_phones_for_two_seats_are_both_kept(state: GameState) -> None:
    mine, theirs = bid(state, ANN, "4"), state.apply(bid(state, BEN, "3"))
    event = rebased(theirs, mine, state.draft)
    assert event is not None
    after = theirs.apply(event)
    assert [None if made is None else made.calls for made in after.draft] == [("4",), ("3",), None, None]
    assert after.seq == 3


def test_the_same_bid_on_two_phones_is_one(state: GameState) -> None:
    assert rebased(state.apply(bid(state, ANN, "4")), bid(state, ANN, "4"), state.draft) is None


def test_two_bids_for_one_seat_are_a_question(state: GameState) -> None:
    with pytest.raises(BidClash) as clash:
        rebased(state.apply(bid(state, ANN, "5")), bid(state, ANN, "4"), state.draft)
    assert (clash.value.fault.code, clash.value.fault.path.words) == ("bid-since", "bids")
    assert clash.value.fault.params == {"name": "Ann", "calls": ("5",)}


def test_a_bid_that_a_phone_saw_and_changed_is_no_question(state: GameState) -> None:
    seen = state.apply(bid(state, ANN, "4"))
    mine, theirs = bid(seen, ANN, "5", was="4"), seen.apply(bid(seen, BEN, "3"))
    event = rebased(theirs, mine, seen.draft)
    assert event is not None
    changed = theirs.apply(event).draft[0]
    assert changed is not None
    assert changed.calls == ("5",)


def test_a_bid_taken_back_stays_as_another_phone_changed_it(state: GameState) -> None:
    seen = state.apply(bid(state, ANN, "4"))
    mine = replace(bid(seen, BEN, "3"), bids=(None, *bid(seen, BEN, "3").bids[1:]))
    theirs = seen.apply(bid(seen, ANN, "5", was="4"))
    event = rebased(theirs, mine, seen.draft)
    assert event is not None
    assert bids_of(theirs.apply(event)) == ["5", "3", None, None]
    alone = rebased(seen, mine, seen.draft)
    assert alone is not None
    assert bids_of(seen.apply(alone)) == [None, "3", None, None]


def test_a_question_is_about_the_tapped_seat_if_that_is_contradicted(state: GameState) -> None:
    tapped = {"hand": "1", "seat": ANN, "call": "4", "was": ""}
    asked = contradicted_bid(state.apply(bid(state, ANN, "5")), bid(state, ANN, "4"), state.draft, tapped)
    assert asked == tapped


def test_a_question_is_about_the_seat_that_two_phones_bid_for(state: GameState) -> None:
    """An event that goes back to a restored server brings both bids, and no tap is known any more."""
    both = replace(bid(state, BEN, "3"), bids=(Bid(("4",)), Bid(("3",)), None, None))
    asked = contradicted_bid(state.apply(bid(state, ANN, "6")), both, state.draft, {})
    assert asked == {"hand": "1", "seat": ANN, "call": "4", "added": ""}
    asked = contradicted_bid(state.apply(bid(state, BEN, "6")), both, state.draft, {"seat": ANN, "call": "4"})
    assert asked == {"hand": "1", "seat": BEN, "call": "3", "added": ""}


def test_a_number_for_both_partners_is_bid_again_with_the_nil_beside_it() -> None:
    state = partnership(pair_bids="pair")
    mine = state.apply(pair_bid(state, ANN, "6", "nil-2")).events[-1]
    assert isinstance(mine, BidsPlaced)
    theirs = state.apply(pair_bid(state, ANN, "5"))
    with pytest.raises(BidClash):
        rebased(theirs, mine, state.draft)
    assert contradicted_bid(theirs, mine, state.draft, {}) == {"hand": "1", "seat": ANN, "call": "6", "added": "nil-2"}
    tapped = {"hand": "1", "seat": ANN, "call": "6", "added": "nil-2"}
    assert contradicted_bid(theirs, mine, state.draft, tapped) == tapped


def test_a_blind_number_for_both_partners_is_asked_against_one_partners_bid() -> None:
    state = partnership(blind_numbers=6, blind_behind=0)
    mine = pair_bid(state, ANN, "blind-7")
    theirs = state.apply(pair_bid(state, "2", "3"))
    with pytest.raises(BidClash):
        rebased(theirs, mine, state.draft)
    asked = contradicted_bid(theirs, mine, state.draft, {})
    assert asked == {"hand": "1", "seat": ANN, "call": "blind-7", "added": ""}
    shown = two_bids_view(theirs, at_the_table(), asked)
    assert (shown["name"], shown["theirs"], shown["yours"]) == ("Cal", "3", "blind 7")


def test_the_same_hand_on_two_phones_is_one(state: GameState) -> None:
    theirs = state.apply(replace(hand(state, 7), who="Ben’s phone"))
    assert rebased(theirs, hand(state, 7), state.draft) is None


def test_two_counts_of_one_hand_are_a_question(state: GameState) -> None:
    with pytest.raises(AlreadyRecorded) as refused:
        rebased(state.apply(hand(state, 8)), hand(state, 7), state.draft)
    assert (refused.value.fault.code, refused.value.fault.path.words, refused.value.fault.params) == (
        "recorded-already",
        "hand 1",
        {},
    )


def test_a_hand_after_the_bid_of_another_phone_gets_the_next_number(state: GameState) -> None:
    theirs = state.apply(bid(state, BEN, "3"))
    event = rebased(theirs, hand(state, 7), state.draft)
    assert event is not None
    assert (event.seq, len(theirs.apply(event).board.hands)) == (3, 1)


def waits(seat: int, call: str) -> WaitingBid:
    return WaitingBid(Seat(seat), (call,))


def test_an_ordinary_bid_opens_when_its_seat_is_to_bid() -> None:
    state = partnership()
    assert next_to_open(state, []) is None
    assert next_to_open(state, [waits(1, "4"), waits(2, "3")]) is None
    assert next_to_open(state, [waits(1, "4"), waits(0, "3")]) == waits(0, "3")
    bidden = four_bids(state, "4", None, None, None)
    assert next_to_open(bidden, [waits(0, "5"), waits(2, "3")]) is None
    assert next_to_open(bidden, [waits(2, "3"), waits(1, "4")]) == waits(1, "4")


def test_a_blind_bid_opens_once_nobody_else_has_to_bid() -> None:
    blind = partnership(blind_nil=200)
    assert is_blind(blind, ["blind-nil"])
    assert not is_blind(blind, ["nil", "no such call"])
    assert next_to_open(blind, [waits(0, "blind-nil")]) is None
    assert next_to_open(blind, [waits(0, "blind-nil"), waits(1, "4")]) == waits(1, "4")
    three = four_bids(blind, None, "3", "2", "4")
    assert next_to_open(three, [waits(0, "blind-nil")]) == waits(0, "blind-nil")
    assert next_to_open(four_bids(blind, "4", "3", "2", "4"), [waits(0, "blind-nil")]) is None


def test_seats_that_wait_are_asked_last() -> None:
    state = four_bids(partnership(), "4", None, None, None)
    asked = [next_to_bid(state, [Seat(seat) for seat in waiting]) for waiting in ((), (1,), (1, 2, 3))]
    assert asked == [1, 2, 1]
    assert next_to_bid(four_bids(partnership(), "4", "3", "3", "2"), []) is None


def test_players_bid_for_themselves_until_all_have_bid() -> None:
    assert bids_alone(four_bids(partnership(), "4", "3", "3", None))
    assert not bids_alone(four_bids(partnership(), "4", "3", "3", "2"))
    assert not bids_alone(partnership(pair_bids="pair"))
    assert not bids_alone(play(partnership(), BIG, BIG, BIG, BIG))


def test_a_bid_that_waited_lapses_with_the_next_deal() -> None:
    state = partnership()
    assert deal_began(four_bids(state, "4", None, None, None)) == 0
    played = play(state, EVEN)
    assert deal_began(four_bids(played, "4", None, None, None)) == 2
    assert deal_began(write(played, "misdeal", hand=2)) == 3
