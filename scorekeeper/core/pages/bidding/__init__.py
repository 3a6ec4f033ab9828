"""The bidding: the seats, the pad of the current bidder, the rebids, and the tally."""

from collections.abc import Mapping, Sequence

from scorekeeper.core.game import BidsPlaced, GameState, in_force, moves
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import PageContext, View
from scorekeeper.core.pages.bidding.offers import Turn, bid_choices, must_bid
from scorekeeper.core.pages.bidding.pad import Pad, bidder_name
from scorekeeper.core.pages.hand_words import bid_words
from scorekeeper.core.pages.looking_up.sheet import objection_views
from scorekeeper.core.pages.seats import names_url, short_names
from scorekeeper.core.rules.deal import Bid, Rebid
from scorekeeper.core.rules.offers import settled
from scorekeeper.core.rules.pot import Stakes
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.sheet.hands import PARTNERS
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.core.words.lines import pot_so_far
from scorekeeper.core.words.names import device_name
from scorekeeper.core.words.vocabulary import bid_in_text, bid_word


def bidding_view(state: GameState, context: PageContext, turn: Turn, query: Mapping[str, str]) -> View:
    """Values for the bidding in `games/show.html`."""
    objections = state.board.objections(state.board.bidding(state.draft))
    view: View = {
        "phase": "bidding",
        "seats": [
            row | {"name_url": names_url(state, context, seat) if row["current"] else None}
            for seat, row in seats_view(state, turn, context.waiting).items()
        ],
        "seats_later": turn.is_rebid and turn.seat is None,
        "tally": tally(state, state.draft),
        "objections": objection_views(objections, state.setup.names),
        "pad": None,
        "round": None,
    }
    if turn.seat is None:
        return view | {"round": _open_round(state, context)}
    pad = Pad(state, context, bid_choices(state, turn, turn.seat, query))
    return view | {"pad": pad.view() | _heading(state, context, turn, pad)}


def seats_view(state: GameState, turn: Turn, waiting: Sequence[Seat] = ()) -> dict[Seat, View]:
    """Values for `macros/seats.html`, in bidding order."""
    board = state.board
    if board.next_deal.one_number_a_pair:
        return _pairs_view(state, turn)
    names = short_names(state.setup)
    return {
        seat: {
            "index": seat,
            "side": board.rules.seating.side_of[seat],
            "name": names[seat],
            "bid": _bid_so_far(state.draft[seat]),
            "waits": state.draft[seat] is None and seat in waiting,
            "current": seat == turn.seat,
            "deals": seat == board.starter,
            "drawn": board.rules.is_drawn,
            "can_return": seat != turn.seat,
        }
        for seat in board.bidding_order
    }


def _pairs_view(state: GameState, turn: Turn) -> dict[Seat, View]:
    """The pairs as seats, if partners bid one number for both: the seat of the partner who bids first."""
    seating = state.board.rules.seating
    views: dict[Seat, View] = {}
    for seat in state.board.bidding_order:
        side = seating.side_of[seat]
        partners = seating.bidders_of(side)
        if any(partner in views for partner in partners):
            continue
        bids = [bid for bid in (state.draft[other] for other in partners) if bid not in (None, PARTNERS)]
        views[seat] = {
            "index": seat,
            "side": side,
            "name": bidder_name(state, seat),
            "bid": " + ".join(_bid_so_far(bid) or "" for bid in bids) or None,
            "waits": False,
            "current": turn.seat in partners,
            "deals": state.board.dealer in partners,
            "can_return": turn.seat not in partners,
        }
    return views


def _bid_so_far(bid: Bid | None) -> str | None:
    return None if bid is None else bid_words(settled(bid))


def _heading(state: GameState, context: PageContext, turn: Turn, pad: Pad) -> View:
    """The heading for the seat's turn, with any remark."""
    seat = pad.choices.seat
    rebid, bid = state.board.next_deal.rebid, state.draft[seat]
    if not turn.is_rebid or rebid is None or bid is None:
        hint = (
            must_bid(pad.choices, pad.calls, pad.refused) or partner_hint(state, seat)
            if bid is None
            else _("was {bid}", bid=bid_words(settled(bid)))
        )
        back = None if bid is None else context.link("games.show")
        return {"verb": "bids", "hint": hint, "notes": [], "slip": None, "back": back}
    notes = []
    if any(state.board.next_deal.by_code[code].blind for code in bid.calls) and not rebid.may_lower:
        bid_now = bid_word(bid.calls)
        notes.append(_("{bid} was bid before looking. Raised, it becomes an ordinary bid.", bid=bid_now))
    return {
        "verb": "may lower" if rebid.may_lower else "raises",
        "hint": _(KEEP_OR_CHANGE[rebid.may_lower, rebid.single_round], bid=bid_in_text(bid.calls)),
        "notes": notes,
        "slip": context.link("games.show", seat=seat),
        "back": None,
    }


KEEP_OR_CHANGE = {
    (True, True): translatable("keep {bid} or go lower"),
    (True, False): translatable("lower than {bid}"),
    (False, True): translatable("keep {bid} or go higher"),
    (False, False): translatable("higher than {bid}"),
}
"""What a seat can do after its bid, by whether bids may go down, and whether each seat is asked once."""


def round_heading(rebid: Rebid) -> str:
    """The question to the whole table after the first bids."""
    if rebid.may_lower:
        return _("Does anyone lower?") if rebid.prompts else _("Who lowers a bid?")
    return _("Does anyone raise?") if rebid.prompts else _("Who raises a bid?")


def partner_hint(state: GameState, seat: Seat) -> str | None:
    """What the partner bid."""
    seating = state.board.rules.seating
    if state.board.next_deal.one_number_a_pair:
        return None
    for partner in seating.bidders_of(seating.side_of[seat]):
        bid = state.draft[partner]
        if partner != seat and bid is not None:
            return _("Partner bid {bid}", bid=bid_words(bid))
    return None


def _open_round(state: GameState, context: PageContext) -> View:
    """The question to the whole table: who changes a bid?"""
    rebid = state.board.next_deal.rebid
    assert rebid is not None
    return {
        "heading": round_heading(rebid),
        "hint": _("Tap a player to lower") if rebid.may_lower else _("Tap a player to raise"),
        "no_raises": context.link("hands.stand") if rebid.prompts else None,
        "hidden": {"hand": state.board.next_number},
        "back": None if rebid.prompts else context.link("games.show"),
    }


def tally(state: GameState, bids: Sequence[Bid | None]) -> View:
    """How many of the tricks are bid so far; and the pot, if the game has one."""
    bidding = state.board.bidding(tuple(bids))
    numbers = bidding.numbers()
    if not bidding.deal.is_bid:
        return {"bid": None, "tricks": bidding.seating.tricks, "pot": None}
    stakes = next((step for step in state.board.rules.scoring.steps if isinstance(step, Stakes)), None)
    return {
        "bid": sum(number for number in numbers if number is not None),
        "tricks": bidding.seating.tricks,
        "pot": pot_so_far(stakes.so_far(numbers, state.board.pot)) if stakes else None,
    }


def two_bids_view(
    state: GameState, context: PageContext, fields: Mapping[str, str], endpoint: str = "hands.bid"
) -> View:
    """Values for `two_bids` in `macros/keys.html`: another phone's bid for the seat or its partner, and this one's."""
    seat = Seat(whole(fields["seat"]))
    pair = state.board.rules.seating.bidders_of(state.board.rules.seating.side_of[seat])
    shown = next(each for each in (seat, *pair) if state.draft[each] is not None)
    theirs = state.draft[shown]
    assert theirs is not None
    added = [code for code in fields.get("added", "").split("+") if code]
    values = {name: fields[name] for name in ("hand", "seat", "call", "added", "later") if name in fields}
    return {
        "name": state.setup.player_at(shown),
        "side": state.board.rules.seating.side_of[seat],
        "by": _bidder_of(state, shown) or _("Another phone"),
        "theirs": bid_words(settled(theirs)),
        "yours": bid_in_text([fields["call"], *added]),
        "action": context.link(endpoint),
        "keep": None,
        "hidden": values | {"was": moves.bid_seen(state, seat)},
    }


def _bidder_of(state: GameState, seat: Seat) -> str | None:
    """The phone that wrote the seat's bid."""
    who = None
    before: Bid | None = None
    for event in in_force(state.events):
        if isinstance(event, BidsPlaced) and event.hand == state.board.next_number:
            if event.bids[seat] != before:
                who = event.who
            before = event.bids[seat]
    return device_name(who) if who else None
