"""Bidding on a player's own phone: the pad of one seat, then for whom the table waits."""

from collections.abc import Mapping

from scorekeeper.core.game import GameState
from scorekeeper.core.game.waiting import bids_alone, is_blind, next_to_bid
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import PageContext, View
from scorekeeper.core.pages.bidding import partner_hint, seats_view, tally, two_bids_view
from scorekeeper.core.pages.bidding.offers import Turn, bid_choices
from scorekeeper.core.pages.bidding.pad import Pad
from scorekeeper.core.pages.hand_words import bid_words
from scorekeeper.core.pages.looking_up.sheet import objection_views
from scorekeeper.core.rules.offers import settled
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.vocabulary import bid_in_text


def bids_for_itself(state: GameState, context: PageContext, query: Mapping[str, str]) -> bool:
    """Whether this phone shows its own seat's pad. One that may keep score shows another's after a tap on that seat."""
    if context.own_seat is None:
        return False
    if _has_two_bids(state, context, context.own_seat):
        return True
    taps_another = context.may_write and "seat" in query and whole(query["seat"]) != context.own_seat
    return bids_alone(state) and not taps_another


def _has_two_bids(state: GameState, context: PageContext, seat: Seat) -> bool:
    """Whether the scorekeeper wrote another bid than the one that waits on this phone."""
    bid = state.draft[seat]
    return bid is not None and bool(context.own_bid) and set(bid.calls) != set(context.own_bid)


def own_bidding_view(state: GameState, context: PageContext, query: Mapping[str, str]) -> View:
    """Values for the bidding in `games/show.html`, on the phone of one player."""
    seat = context.own_seat
    assert seat is not None
    turn = next_to_bid(state, context.waiting)
    objections = state.board.objections(state.board.bidding(state.draft))
    view: View = {
        "phase": "bidding",
        "seats": [each | {"name_url": None} for each in seats_view(state, Turn(turn), context.waiting).values()],
        "seats_later": False,
        "tally": tally(state, state.draft),
        "objections": objection_views(objections, state.setup.names),
        "pad": None,
        "round": None,
        "own": _own_view(state, context, seat, turn),
    }
    if _has_two_bids(state, context, seat):
        return view
    changes = bool(context.own_bid) and whole(query.get("seat")) == seat
    if state.draft[seat] is not None or (context.own_bid and not changes):
        return view
    pad = Pad(state, context, bid_choices(state, Turn(seat), seat, query), "own_bids.create").view()
    hint = partner_hint(state, seat) if turn == seat else None
    if turn is not None and turn != seat:
        hint = _("{name} bids now", name=state.setup.player_at(turn))
    back = context.link("games.show") if changes else None
    return view | {"pad": pad | {"insist": None, "hint": hint, "notes": [], "slip": None, "back": back}}


def _own_view(state: GameState, context: PageContext, seat: Seat, turn: Seat | None) -> View:
    """Values for `own` in `games/show.html`: the bid so far, how it changes, and for whom the table waits."""
    bid = state.draft[seat]
    words = None
    if bid is not None:
        words = _("You bid {bid}", bid=bid_words(settled(bid)))
    elif context.own_bid:
        text = bid_in_text(context.own_bid)
        if context.sealed:
            words = _("You bid {bid}, waiting on this phone", bid=text)
        elif is_blind(state, context.own_bid):
            words = _("You bid {bid}, hidden until all have bid", bid=text)
        else:
            words = _("You bid {bid}, shown on your turn", bid=text)
    return {
        "name": state.setup.player_at(seat),
        "bid": words,
        "waits_for": None if turn is None else state.setup.player_at(turn),
        "question": _question(state, context, seat) if _has_two_bids(state, context, seat) else None,
        "change": context.link("games.show", seat=seat) if bid is None and context.own_bid else None,
    }


def late_bid_view(state: GameState, context: PageContext, fields: Mapping[str, str], is_dealt: bool) -> View | None:
    """Values for `games/late_bid.html`: a bid that the server did not take, and what the sheet has.

    Empty if that is the same, None if the pad asks.

    The `fields` are those of the bid; `is_dealt`: it is for the cards that are dealt now.
    """
    seat, hand = Seat(whole(fields["seat"])), whole(fields["hand"])
    is_over = state.board.outcome is not None
    is_current = is_dealt and hand == state.board.next_number and not is_over
    sheet = state.draft[seat] if is_current else None
    if hand < state.board.next_number:
        bids = state.board.hands[hand - 1].record.bids
        sheet = bids[seat] if seat < len(bids) else None  # none if the hand bid itself
    added = [code for code in fields.get("added", "").split("+") if code]
    calls = (fields["call"], *added)
    if sheet is not None and set(sheet.calls) == set(calls):
        return {}
    if sheet is not None and is_current and bids_alone(state) and context.own_seat == seat:
        return None
    fix = None
    if context.may_write and sheet is not None:
        is_written = hand < state.board.next_number
        fix = context.link("corrections.new", hand=hand) if is_written else context.link("games.show", seat=seat)
    return {
        "hand": hand,
        "bid": bid_in_text(list(calls)),
        "sheet": None if sheet is None else bid_words(settled(sheet)),
        "again": is_current and sheet is None and context.own_seat == seat,
        "over": is_over,
        "moved": is_current and context.own_seat != seat,
        "fix": fix,
        "drop": context.link("own_bids.take_back"),
    }


def _question(state: GameState, context: PageContext, seat: Seat) -> View:
    """Values for `two_bids` in `macros/keys.html`: the bid on the sheet, and the one that waited here."""
    call, *added = context.own_bid
    fields = {"hand": str(state.board.next_number), "seat": str(seat), "call": call}
    if added:
        fields["added"] = "+".join(added)
    question = two_bids_view(state, context, fields, "own_bids.create")
    return question | {"keep": {"action": context.link("own_bids.take_back"), "hidden": {"seat": seat}}}
