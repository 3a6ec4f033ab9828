"""Moves: turn a tap or a form into the event that it adds to a game. Those of rulings are in `rulings`.

They are pure functions of the game's state and the form's fields, and raise `InvalidInput` if they refuse. The rules'
objections come later, from `GameState.objected`, once the event is applied.
"""

from collections.abc import Mapping

from scorekeeper.core.game.checks import BidClash, NotNow, check_may_be_undone, read_reason
from scorekeeper.core.game.events import (
    AGREED,
    DISPUTED,
    BidsPlaced,
    Draft,
    EventUndone,
    GameClosed,
    GameReopened,
    HandCorrected,
    HandRecorded,
    ScoreSigned,
)
from scorekeeper.core.game.state import GameState
from scorekeeper.core.inputs import NOWHERE, FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.faults import ValueKind
from scorekeeper.core.inputs.fields import whole, whole_number
from scorekeeper.core.rules.deal import Bid, HandRecord
from scorekeeper.core.rules.offers import change_bid, keep_bid, with_forced_bids
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.sheet.hands import PARTNERS, read_bid, read_hand
from scorekeeper.core.sheet.model import MAX_HANDS

Fields = Mapping[str, str]
"""The values typed or tapped, by field name; an empty field may be missing."""

MAX_CALL_LENGTH = 40
MAX_ADDED_LENGTH = 80


def bid(state: GameState, fields: Fields) -> BidsPlaced | None:
    """One seat's bid: a `call`, the calls added to it (`added_calls`), and `later` for a rebid. None for a double tap.

    `was` is the seat's bid as the writer saw it, empty for none. Raises `BidClash` if it has changed since.
    """
    seat, call, added_calls = whole(fields.get("seat")), fields.get("call", ""), fields.get("added", "")
    bidders = state.setup.rules.seating.bidders
    is_key = seat in bidders and 0 < len(call) <= MAX_CALL_LENGTH and len(added_calls) <= MAX_ADDED_LENGTH
    if not is_key or whole(fields.get("hand")) < 1:
        raise InvalidInput(faults.NO_SUCH_KEY.at(NOWHERE, {}))
    number = _hand_number(FieldPath.to("bids"), fields)
    deal = state.setup.rules.hand_rules_of(number)
    if deal.partner_may_share_bid:
        new_bid = _read_bid(state, number, seat, call)
        return _bids(state, number, _bids_with_partner(state, Seat(seat), new_bid, added_calls))
    new_bid = _read_bid(state, number, seat, f"{call}+{added_calls}" if added_calls else call)
    _check_unseen(state, number, Seat(seat), new_bid, fields.get("was", ""))
    bids = tuple(
        _replaced(state, old, new_bid, bool(fields.get("later"))) if other == seat else old
        for other, old in enumerate(state.draft)
    )
    return _bids(state, number, bids)


def _bids_with_partner(state: GameState, seat: Seat, new_bid: Bid, added_calls: str) -> Draft:
    """The bids after one partner's bid, in a game in which one number may count for both.

    `added_calls` is the nil of one of them (`nil-2`: of seat 2); the other one bids the number.
    """
    seating, deal, bids = state.setup.rules.seating, state.board.next_deal, list(state.draft)
    partner = next(other for other in seating.bidders_of(seating.side_of[seat]) if other != seat)
    code, _dash, whose = added_calls.rpartition("-")
    call = deal.by_code.get(new_bid.calls[0])
    is_for_both = call is not None and call.is_number and (deal.one_number_a_pair or call.blind)
    if added_calls and deal.one_number_a_pair:
        nil, number = (seat, partner) if whole(whose) == seat else (partner, seat)
        bids[nil], bids[number] = Bid((code,)), new_bid
    elif is_for_both:
        bids[seat] = new_bid
        if deal.one_number_a_pair or bids[partner] is None:
            bids[partner] = PARTNERS
    else:
        bids[seat] = new_bid
        if bids[partner] == PARTNERS:  # it answered a blind number that was replaced
            bids[partner] = None
    return tuple(bids)


def keep_bids(state: GameState, fields: Fields) -> BidsPlaced | None:
    """The remaining players keep their bids. None for a double tap."""
    number = _hand_number(FieldPath.to("bids"), fields)
    return _bids(state, number, tuple(None if old is None else keep_bid(old) for old in state.draft))


def save_hand(state: GameState, fields: Fields, written: object) -> HandRecorded:
    """A played hand; `written` is its record as JSON, `note` and `overruled` are fields."""
    number = _hand_number(FieldPath.to("hand"), fields)
    return HandRecorded(seq=state.seq + 1, hand=number, record=_record(state, number, fields, written))


def correct(state: GameState, fields: Fields, written: object) -> HandCorrected:
    """A correction of a recorded hand, with its `reason`."""
    number = _hand_number(FieldPath.to("hand"), fields)
    reason = reason_of(fields, needed=True)
    record = _record(state, number, fields, written)
    return HandCorrected(seq=state.seq + 1, reason=reason, hand=number, record=record)


def undo(state: GameState) -> EventUndone:
    """Undo the latest event in force."""
    if state.undo is None:
        raise NotNow(faults.NOTHING_TO_UNDO.at(FieldPath.to("undo"), {}))
    return EventUndone(seq=state.seq + 1, event=state.undo.seq)


def redo(state: GameState) -> EventUndone:
    """Redo the latest undo."""
    if state.redo is None:
        raise NotNow(faults.NOTHING_TO_REDO.at(FieldPath.to("redo"), {}))
    return EventUndone(seq=state.seq + 1, event=state.redo.seq)


def undo_event(state: GameState, number: int) -> EventUndone:
    """Undo the event with this number; undoing an undo is a redo."""
    check_may_be_undone(number)
    return EventUndone(seq=state.seq + 1, event=number)


def stop(state: GameState, fields: Fields) -> GameClosed:
    """End the game; the reason is optional."""
    return GameClosed(seq=state.seq + 1, reason=reason_of(fields))


def reopen(state: GameState) -> GameReopened:
    """Continue a game that the table ended."""
    return GameReopened(seq=state.seq + 1)


def sign(state: GameState, fields: Fields, side: Side, device: str) -> ScoreSigned:
    """The side confirms the score, or disputes it, perhaps naming a `hand` and adding a `note`."""
    where, is_disputed = FieldPath.to("sign"), fields.get("verdict") == DISPUTED
    sides = len(state.setup.sides)
    return ScoreSigned(
        seq=state.seq + 1,
        side=Side(where.whole(side, "side", 0, sides - 1)),
        verdict=DISPUTED if is_disputed else AGREED,
        hand=_hand_number(where, fields) if is_disputed and fields.get("hand") else None,
        note=where.text(fields.get("note", ""), "note", empty=True).strip() if is_disputed else "",
        device=device,
    )


def reason_of(fields: Fields, needed: bool = False) -> str | None:
    """The `reason` of a chip, or else any `other` one, typed. Raises `InvalidInput` for text that cannot be stored."""
    return read_reason(fields.get("reason") or fields.get("other"), needed=needed)


def number_or_text(text: str) -> object:
    """A field's number; other text unchanged, so that the error can quote it."""
    try:
        return whole_number(text)
    except ValueError:
        return text


def _hand_number(where: FieldPath, fields: Fields) -> int:
    return where.whole(number_or_text(fields.get("hand", "")), "hand", 1, MAX_HANDS)


def _read_bid(state: GameState, number: int, seat: int, text: str) -> Bid:
    rules = state.setup.rules
    side = next(side for side in rules.seating.sides if seat in rules.seating.bidders_of(side))
    where = FieldPath.to("hand", number).at(state.setup.names[side])
    return read_bid(text, rules.hand_rules_of(number), rules.seating, where)


def _replaced(state: GameState, old: Bid | None, new_bid: Bid, later: bool) -> Bid:
    """The bid that replaces the old one; in a rebid it records what it replaced."""
    if not later or old is None:
        return new_bid
    if set(old.calls) != set(new_bid.calls):
        return change_bid(old, new_bid.calls)
    rebid = state.board.next_deal.rebid
    return keep_bid(old) if rebid is not None and rebid.prompts else old


def bid_seen(state: GameState, seat: Seat) -> str:
    """The value of `was` in a form that bids for this seat."""
    bid_now = state.draft[seat]
    return "" if bid_now is None else "+".join(bid_now.calls)


def _check_unseen(state: GameState, number: int, seat: Seat, new_bid: Bid, was: str) -> None:
    """Raise `BidClash` if another phone bid for the seat since, so that the later bid does not replace it silently."""
    bid_now = state.draft[seat]
    if number != state.board.next_number or bid_now is None:
        return
    if bid_seen(state, seat) != was and set(bid_now.calls) != set(new_bid.calls):
        clash: faults.ConflictingBid = {"name": state.setup.player_at(seat), "calls": bid_now.calls}
        raise BidClash(faults.BID_SINCE.at(FieldPath.to("bids"), clash))


def _bids(state: GameState, number: int, bids: Draft) -> BidsPlaced | None:
    if number != state.board.next_number:
        return BidsPlaced(seq=state.seq + 1, hand=number, bids=bids)  # refused, with the reason, when it is applied
    return None if bids == state.draft else place_bids(state, bids)


def place_bids(state: GameState, bids: Draft) -> BidsPlaced:
    """The next hand with these bids, and with those that they force on the next bidders.

    One event for one tap, so that an undo takes back the forced bids with the bid that forced them.
    """
    try:
        bidding = state.board.bidding(bids)
    except InvalidInput as error:
        raise error.with_names(state.setup.names) from error
    return BidsPlaced(seq=state.seq + 1, hand=state.board.next_number, bids=with_forced_bids(bidding))


def _record(state: GameState, number: int, fields: Fields, written: object) -> HandRecord:
    if not isinstance(written, dict):
        raise NOWHERE.not_a(ValueKind.OBJECT, written, "hand")
    parts: dict[str, object] = {**written}
    if fields.get("note"):
        parts["note"] = " ".join(fields["note"].split())
    if fields.get("overruled"):
        parts["overruled"] = True
    return read_hand(parts, number, state.setup)
