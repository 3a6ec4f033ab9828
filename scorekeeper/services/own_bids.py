"""A player's bid for their own seat: it goes on the sheet, or waits until it may."""

from scorekeeper.core.game import BidsPlaced, GameState, NotNow, moves
from scorekeeper.core.game.waiting import WaitingBid, bids_alone, is_blind, next_to_bid
from scorekeeper.core.inputs import NOWHERE
from scorekeeper.core.inputs.file_faults import BIDDING_IS_OVER
from scorekeeper.core.rules.seating import Seat
from scorekeeper.services.game_cache import game_on_table
from scorekeeper.services.recording import Writer, open_waiting, record_if_any
from scorekeeper.services.waiting_bids import drop_waiting, keep_waiting, waiting_bids


def bid_for_own_seat(game_id: str, seat: Seat, fields: moves.Fields, member_id: int, writer: Writer) -> None:
    """Bid for a seat from its player's phone. The fields are those of `moves.bid`; another seat in them is ignored.

    Raises `NotNow` once everyone has bid, unless its own bid waited until then; `BidClash` if the scorekeeper wrote
    another bid; and what `moves.bid` raises.
    """
    own = {**fields, "seat": str(seat)}

    on_table = game_on_table(game_id)
    state = on_table.state
    waiting = {found.bid.seat for found in waiting_bids(on_table)}

    def event_for(state: GameState) -> BidsPlaced | None:
        if not bids_alone(state) and seat not in waiting:
            raise NotNow(BIDDING_IS_OVER, NOWHERE, None)
        return moves.bid(state, own)

    event = event_for(state)
    if event is None:
        return
    state.apply(event)  # refuses calls that the hand does not have, also for a bid that waits
    bid = event.bids[seat]
    assert bid is not None
    is_turn = next_to_bid(state, [each for each in waiting if each != seat]) == seat and not is_blind(state, bid.calls)
    if is_turn or state.draft[seat] is not None:  # a bid that replaces one on the sheet is no secret
        drop_waiting(on_table, seat)
        record_if_any(game_id, event_for, writer=writer)
    else:
        keep_waiting(on_table, WaitingBid(seat, bid.calls), member_id)
        open_waiting(game_id)


def take_back_own_bid(game_id: str, seat: Seat) -> None:
    """Take back a bid that waits; one on the sheet stays."""
    drop_waiting(game_on_table(game_id), seat)
