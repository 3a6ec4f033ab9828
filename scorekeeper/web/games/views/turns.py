"""Whose turn it is: who has not bid, who is asked once more, or the table as a whole before it plays."""

from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from scorekeeper.core.game import GameState
from scorekeeper.core.rules.offers import is_settled, next_asked
from scorekeeper.core.rules.seating import Seat
from scorekeeper.web.formatting import whole_number


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat that bids, or (None) the whole table that is asked who changes a bid; `later` once all have bid."""

    seat: Seat | None
    later: bool = False


def turn_of(state: GameState, asked: MultiDict[str, str]) -> Turn | None:
    """The turn, where the page was asked for a seat that seat's; None when the bids stand and tricks are counted."""
    bidding = state.board.bidding(state.draft)
    may_change = bidding.deal.later is not None and bidding.is_complete
    wants_change = may_change and asked.get("later") == "yes"
    tapped = asked.get("seat", type=whole_number)
    if tapped is not None and tapped in bidding.order:
        return Turn(Seat(tapped), wants_change)
    missing = next((seat for seat in bidding.order if state.draft[seat] is None), None)
    if missing is not None:
        return Turn(missing)
    in_turn = next_asked(bidding)
    if in_turn is not None:
        return Turn(in_turn, later=True)
    return Turn(None, later=True) if wants_change or not is_settled(bidding) else None
