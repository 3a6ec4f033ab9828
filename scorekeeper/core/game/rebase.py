"""Events that wait on a phone, put after what other phones recorded meanwhile."""

from dataclasses import replace

from scorekeeper.core.game.checks import AlreadyRecorded, BidClash
from scorekeeper.core.game.events import BidsPlaced, Draft, Event, HandRecorded
from scorekeeper.core.game.state import GameState
from scorekeeper.core.inputs import FieldPath, file_faults
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.seating import Seat


def rebased(state: GameState, event: Event, before: Draft) -> Event | None:
    """The event as the next one of this game; None if another phone recorded the same.

    `before` are the bids that were on the screen when it was tapped. Raises `BidClash` if another phone bid something
    else for the seat since, `AlreadyRecorded` if it recorded another hand.
    """
    if isinstance(event, HandRecorded) and event.hand <= len(state.written):
        if state.written[event.hand - 1].record == event.record:
            return None
        raise AlreadyRecorded(file_faults.RECORDED_ALREADY, FieldPath.to("hand", event.hand), None)
    if isinstance(event, BidsPlaced) and event.hand == state.board.next_number and before != state.draft:
        return _bids(state, event, before)
    return replace(event, seq=state.seq + 1)


def _bids(state: GameState, event: BidsPlaced, before: Draft) -> BidsPlaced | None:
    """The bids on the table with those that were tapped."""
    bids = tuple(_bid(state, Seat(seat), event.bids[seat], before[seat]) for seat in range(len(event.bids)))
    return None if bids == state.draft else replace(event, seq=state.seq + 1, bids=bids)


def _bid(state: GameState, seat: Seat, mine: Bid | None, before: Bid | None) -> Bid | None:
    theirs = state.draft[seat]
    if mine in (before, theirs):
        return theirs
    if theirs is not None and theirs != before:
        clash = file_faults.OtherBid(state.head.player_at(seat), theirs.calls)
        raise BidClash(file_faults.BID_SINCE, FieldPath.to("bids"), clash)
    return mine
