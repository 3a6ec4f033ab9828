"""The bidding: the seats, the pad of the one whose turn it is, the rounds after the first, and the tally."""

from collections.abc import Mapping, Sequence

from scorekeeper.core.game import GameState
from scorekeeper.core.pages.descriptions import bid_words
from scorekeeper.core.pages.offers import Turn, offer_of
from scorekeeper.core.pages.pad import Pad
from scorekeeper.core.pages.place import Place, View
from scorekeeper.core.pages.sheet import objection_views
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.offers import settled
from scorekeeper.core.rules.pot import Stakes
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.words.lines import pot_so_far
from scorekeeper.core.words.plain import bid_word


def bidding_view(state: GameState, place: Place, turn: Turn, query: Mapping[str, str]) -> View:
    """Values for the bidding in `games/show.html`."""
    objections = state.board.objections(state.board.bidding(state.draft))
    view: View = {
        "phase": "bidding",
        "seats": seats_view(state, turn),
        "seats_later": turn.is_rebid and turn.seat is None,
        "tally": tally(state, state.draft),
        "objections": objection_views(objections, state.head.names),
        "pad": None,
        "round": None,
    }
    if turn.seat is None:
        return view | {"round": _open_round(state, place)}
    pad = Pad(state, place, offer_of(state, turn, turn.seat, query)).view()
    return view | {"pad": pad | _heading(state, place, turn, turn.seat)}


def seats_view(state: GameState, turn: Turn) -> list[View]:
    """Values for `macros/seats.html`, in bidding order."""
    board = state.board
    return [
        {
            "index": seat,
            "side": board.rules.seating.side_of[seat],
            "name": state.head.player_at(seat),
            "bid": _bid_so_far(state.draft[seat]),
            "current": seat == turn.seat,
            "deals": seat == board.dealer,
            "can_return": seat != turn.seat,
        }
        for seat in board.bidding_order
    ]


def _bid_so_far(bid: Bid | None) -> str | None:
    return None if bid is None else bid_words(settled(bid))


def _heading(state: GameState, place: Place, turn: Turn, seat: Seat) -> View:
    """What the seat does, and what there is to say about it."""
    rebid, bid = state.board.next_deal.later, state.draft[seat]
    if not turn.is_rebid or rebid is None or bid is None:
        return {"verb": "bids", "hint": _hint(state, seat), "notes": _may_go_blind(state), "slip": None}
    bid_now = bid_word(bid.calls)
    notes = []
    if any(state.board.next_deal.by_code[code].blind for code in bid.calls) and not rebid.falls:
        notes.append(f"{bid_now} was bid before looking. Looked at and raised, it becomes an ordinary number.")
    return {
        "verb": "may lower" if rebid.falls else "raises",
        "hint": f"from {bid_now.lower()}{', or keeps it' if rebid.once else ''}",
        "notes": notes,
        "slip": place.link("games.show", seat=seat),
    }


def _hint(state: GameState, seat: Seat) -> str | None:
    """What the partner bid."""
    seating = state.board.rules.seating
    for partner in seating.bidders_of(seating.side_of[seat]):
        bid = state.draft[partner]
        if partner != seat and bid is not None:
            return f"{state.head.player_at(partner)} bid {bid_words(bid)} for this side"
    return None


def _may_go_blind(state: GameState) -> list[str]:
    """Which sides are far enough behind for a blind call, where the game asks for that."""
    bidding = state.board.bidding(state.draft)
    needed = [call.behind for call in bidding.deal.calls if call.behind]
    if not needed:
        return []
    sides = [side for side in bidding.seating.sides if bidding.behind[side] >= min(needed)]
    return [f"{state.head.names[side]} may go blind: {bidding.behind[side]} behind." for side in sides]


def _open_round(state: GameState, place: Place) -> View:
    """The table as a whole is asked who changes a bid."""
    rebid = state.board.next_deal.later
    assert rebid is not None
    verb = "lower" if rebid.falls else "raise"
    return {
        "heading": f"Does anyone {verb}?" if rebid.asked else f"Who {verb}s a bid?",
        "hint": f"Tap the one who {verb}s.",
        "stand": place.link("hands.stand") if rebid.asked else None,
        "hidden": {"hand": state.board.next_number},
        "back": None if rebid.asked else place.link("games.show"),
    }


def tally(state: GameState, bids: Sequence[Bid | None]) -> View:
    """How many tricks are bid so far, of how many; and the pot, in a game that has one."""
    bidding = state.board.bidding(tuple(bids))
    numbers = bidding.numbers()
    stakes = next((step for step in state.board.rules.play.steps if isinstance(step, Stakes)), None)
    return {
        "bid": sum(number for number in numbers if number is not None),
        "tricks": bidding.seating.tricks,
        "pot": pot_so_far(stakes.so_far(numbers, state.board.pot)) if stakes else None,
    }
