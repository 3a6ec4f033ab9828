"""What waits on phones: bids for an own seat until they open, and taps put after what other phones recorded.

Everyone can read the events, so a bid that nobody may see yet is not among them. An ordinary bid opens when its seat is
to bid, as at a table that ignores a bid out of turn. A blind call opens once nobody else has to bid.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.core.game.checks import AlreadyRecorded, BidClash
from scorekeeper.core.game.events import BidsPlaced, Draft, Event, HandMisdealt, HandRecorded, in_force
from scorekeeper.core.game.state import GameState
from scorekeeper.core.inputs import FieldPath, faults
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.sheet.hands import PARTNERS


@dataclass(frozen=True, slots=True)
class WaitingBid:
    """A seat's bid that waits: the codes of its calls."""

    seat: Seat
    calls: tuple[str, ...]


def bids_alone(state: GameState) -> bool:
    """Whether players of the next hand bid for themselves now: it is bid, by each seat, and somebody is still to bid.

    If one number may be for both partners, a bid is not the bidder's alone.
    """
    deal = state.board.next_deal
    if state.board.outcome is not None or not deal.is_bid or deal.partner_may_share_bid:
        return False
    return any(bid is None for bid in state.draft)


def deal_began(state: GameState) -> int:
    """The number of the event before the deal, 0 for the first hand. A bid that waited before it has lapsed."""
    dealt = [event.seq for event in in_force(state.events) if isinstance(event, HandRecorded | HandMisdealt)]
    return dealt[-1] if dealt else 0


def is_blind(state: GameState, calls: Sequence[str]) -> bool:
    """Whether this bid of the next hand is made before looking at the cards."""
    calls_by_code = state.board.next_deal.by_code
    return any(calls_by_code[code].blind for code in calls if code in calls_by_code)


def next_to_bid(state: GameState, waiting: Sequence[Seat]) -> Seat | None:
    """The first seat in bidding order that has no bid and does not wait; if all others wait, the first of those."""
    missing = [seat for seat in state.board.bidding_order if state.draft[seat] is None]
    return next((seat for seat in missing if seat not in waiting), missing[0] if missing else None)


def next_to_open(state: GameState, waiting: Sequence[WaitingBid]) -> WaitingBid | None:
    """The waiting bid that goes on the sheet now; None if the table waits for somebody."""
    missing = [seat for seat in state.board.bidding_order if state.draft[seat] is None]
    by_seat = {bid.seat: bid for bid in waiting if bid.seat in missing}
    everyone_has_bid = len(by_seat) == len(missing)
    for seat in missing:
        if seat not in by_seat:
            return None
        if everyone_has_bid or not is_blind(state, by_seat[seat].calls):
            return by_seat[seat]
    return None


def rebased(state: GameState, event: Event, before: Draft) -> Event | None:
    """The event as the next one of this game; None if another phone recorded the same.

    `before` are the bids that were on the screen when it was tapped. Raises `BidClash` if another phone bid something
    else for the seat since, `AlreadyRecorded` if it recorded another hand.
    """
    if isinstance(event, HandRecorded) and event.hand <= len(state.written):
        if state.written[event.hand - 1].record == event.record:
            return None
        raise AlreadyRecorded(faults.RECORDED_ALREADY.at(FieldPath.to("hand", event.hand), {}))
    if isinstance(event, BidsPlaced) and event.hand == state.board.next_number and before != state.draft:
        return _bids(state, event, before)
    return replace(event, seq=state.seq + 1)


def _bids(state: GameState, event: BidsPlaced, before: Draft) -> BidsPlaced | None:
    """The bids on the table with those that were tapped."""
    seat = contradicted_seat(state, event, before)
    theirs = None if seat is None else state.draft[seat]
    if seat is not None and theirs is not None:
        clash: faults.ConflictingBid = {"name": state.setup.player_at(seat), "calls": theirs.calls}
        raise BidClash(faults.BID_SINCE.at(FieldPath.to("bids"), clash))
    each = zip(state.draft, before, event.bids, strict=True)
    bids = tuple(theirs if mine == seen or (mine is None and theirs != seen) else mine for theirs, seen, mine in each)
    return None if bids == state.draft else replace(event, seq=state.seq + 1, bids=bids)


def contradicted_seat(state: GameState, event: BidsPlaced, before: Draft) -> Seat | None:
    """The first seat that has another bid on the table than here, and had it not in `before`."""
    for number, (theirs, seen, mine) in enumerate(zip(state.draft, before, event.bids, strict=True)):
        if theirs is not None and mine is not None and mine not in (seen, theirs) and theirs != seen:
            return Seat(number)
    return None


def contradicted_bid(
    state: GameState, event: BidsPlaced, before: Draft, fields: Mapping[str, str]
) -> Mapping[str, str]:
    """The fields that bid again where another phone contradicts the bid that these `fields` made.

    That need not be the seat that was tapped: a bid can bring another seat's with it, and of an event that goes back to
    a restored server no tap is known any more.
    """
    seat = contradicted_seat(state, event, before)
    assert seat is not None
    deal, seating, tapped = state.board.next_deal, state.board.rules.seating, whole(fields.get("seat"))
    pair = seating.bidders_of(seating.side_of[seat]) if deal.partner_may_share_bid else (seat,)
    if tapped in pair:
        return fields
    pair_bids = [(each, event.bids[each]) for each in pair]
    spoken = {each: bid for each, bid in pair_bids if bid is not None and bid != PARTNERS}
    if deal.one_number_a_pair:  # the other one's nil is said beside the number
        seat = next(each for each, bid in spoken.items() if deal.by_code[bid.calls[0]].is_number)
        added = [f"{bid.calls[0]}-{each}" for each, bid in spoken.items() if each != seat]
    else:
        seat = seat if seat in spoken else next(each for each in spoken)
        added = list(spoken[seat].calls[1:])
    return {"hand": str(event.hand), "seat": str(seat), "call": spoken[seat].calls[0], "added": "+".join(added)}
