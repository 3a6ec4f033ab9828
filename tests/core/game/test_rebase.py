"""A phone's taps, replayed after what another phone recorded meanwhile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.core.game import AlreadyRecorded, BidClash, Event, GameState, moves, read_event, read_start, replay
from scorekeeper.core.game.waiting import rebased

HEAD = {
    "format": "scorekeeper-sheet/1",
    "rules": "partnership",
    "sides": [{"name": "Ann & Cal", "players": ["Ann", "Cal"]}, {"name": "Ben & Dee", "players": ["Ben", "Dee"]}],
    "dealer": 3,
}
ANN, BEN = "0", "1"


@pytest.fixture
def state() -> GameState:
    return replay([read_start(HEAD)])


def bid(state: GameState, seat: str, call: str, was: str = "") -> Event:
    event = moves.bid(state, {"hand": "1", "seat": seat, "call": call, "was": was})
    assert event is not None
    return event


def hand(state: GameState, took: int) -> Event:
    body = {"hand": 1, "bids": [["4", "3"], ["3", "2"]], "took": [took, 13 - took]}
    return read_event("hand", body, state.head, state.seq + 1)


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
    with pytest.raises(BidClash):
        rebased(state.apply(bid(state, ANN, "5")), bid(state, ANN, "4"), state.draft)


def test_a_bid_that_a_phone_saw_and_changed_is_no_question(state: GameState) -> None:
    seen = state.apply(bid(state, ANN, "4"))
    mine, theirs = bid(seen, ANN, "5", was="4"), seen.apply(bid(seen, BEN, "3"))
    event = rebased(theirs, mine, seen.draft)
    assert event is not None
    changed = theirs.apply(event).draft[0]
    assert changed is not None
    assert changed.calls == ("5",)


def test_the_same_hand_on_two_phones_is_one(state: GameState) -> None:
    theirs = state.apply(replace(hand(state, 7), who="Ben’s phone"))
    assert rebased(theirs, hand(state, 7), state.draft) is None


def test_two_counts_of_one_hand_are_a_question(state: GameState) -> None:
    with pytest.raises(AlreadyRecorded):
        rebased(state.apply(hand(state, 8)), hand(state, 7), state.draft)


def test_a_hand_after_the_bid_of_another_phone_gets_the_next_number(state: GameState) -> None:
    theirs = state.apply(bid(state, BEN, "3"))
    event = rebased(theirs, hand(state, 7), state.draft)
    assert event is not None
    assert (event.seq, len(theirs.apply(event).board.hands)) == (3, 1)
