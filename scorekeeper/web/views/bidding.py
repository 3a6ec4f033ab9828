"""The bidding: whose turn it is, the keys, and what the rules object to so far."""

from collections.abc import Sequence

from flask import url_for

from scorekeeper.log import Course
from scorekeeper.rules import wording
from scorekeeper.rules.calls import Call
from scorekeeper.rules.record import Bid
from scorekeeper.rules.seating import Seat
from scorekeeper.web.views.sheet import bid_words

View = dict[str, object]


def current_seat(course: Course, asked: int | None) -> Seat | None:
    """Who bids now: the seat that was tapped, else the first in bidding order that has not bid; None when all have."""
    order = course.board.bidding_order
    if asked is not None and asked in order:
        return Seat(asked)
    return next((seat for seat in order if course.draft[seat] is None), None)


def seats_view(course: Course, current: Seat | None) -> list[View]:
    """Values for `macros/seats.html`, in bidding order."""
    board = course.board
    return [
        {
            "index": seat,
            "side": board.rules.seating.side_of[seat],
            "name": course.head.player_at(seat),
            "bid": _said(course.draft[seat]),
            "current": seat == current,
            "deals": seat == board.dealer,
            "can_return": seat != current,
        }
        for seat in board.bidding_order
    ]


def _said(bid: Bid | None) -> str | None:
    return None if bid is None else bid_words(bid)


def pad_view(course: Course, game_id: str, seat: Seat) -> View:
    """Values for `bid_keys` in `macros/keys.html`: the keys of the seat whose turn it is."""
    board = course.board
    calls = board.next_deal.calls
    standing = course.draft[seat]
    said = standing.calls[0] if standing else None
    plain = [call for call in calls if is_plain(call)]
    special = [call for call in calls if not is_plain(call) and not call.slot]
    return {
        "name": course.head.player_at(seat),
        "hint": _hint(course, seat),
        "action": url_for("hands.bid", game=game_id),
        "hidden": {"hand": board.next_number, "seat": seat},
        "numbers": [_key(call, said) for call in plain],
        "calls": [_key(call, said) for call in special],
    }


def is_plain(call: Call) -> bool:
    """A number that was looked at, or the nil that stands for 0: they are one grid of keys."""
    return not call.slot and not call.blind and (call.is_number or call.code == "nil")


def _key(call: Call, said: str | None) -> View:
    word = wording.call_word(call.code)
    return {
        "value": call.code,
        "label": word,
        "said": None,
        "note": None,
        "chosen": call.code == said,
        "disabled": False,
    }


def _hint(course: Course, seat: Seat) -> str | None:
    """What the partner bid."""
    seating = course.board.rules.seating
    for partner in seating.bidders_of(seating.side_of[seat]):
        bid = course.draft[partner]
        if partner != seat and bid is not None:
            return f"{course.head.player_at(partner)} bid {bid_words(bid)} for this side"
    return None


def tally(course: Course, bids: Sequence[Bid | None]) -> View:
    """How many tricks are bid so far, of how many."""
    by_code = course.board.next_deal.by_code
    bid = sum(by_code[said.calls[0]].tricks for said in bids if said is not None)
    return {"bid": bid, "tricks": course.board.rules.seating.tricks}
