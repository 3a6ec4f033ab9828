"""Events from JSON and back, by kind: request bodies of the API and forms, and stored payloads."""

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.core.game.checks import check_may_be_undone, read_reason
from scorekeeper.core.game.events import (
    AGREED,
    BIDS,
    CLOSE,
    CORRECTION,
    DEALER,
    DEVICES,
    DISPUTED,
    ERASE,
    HAND,
    MISDEAL,
    NO_EVENT,
    REOPEN,
    SIGN,
    SUBSTITUTE,
    SWAP,
    TAKE_BACK,
    TIME,
    BidsPlaced,
    DealerCorrected,
    Event,
    EventBase,
    EventUndone,
    GameClosed,
    GameReopened,
    GameStarted,
    HandCorrected,
    HandMisdealt,
    HandRecorded,
    PlayerErased,
    PlayerSubstituted,
    ScoreSigned,
    SeatsSwapped,
    TimeCalled,
)
from scorekeeper.core.inputs import FieldPath, InvalidInput, Json, faults
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.rules.deal import HandRecord
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.sheet import Sheet, hand_json, read_setup
from scorekeeper.core.sheet.deals import read_dealer, read_substitute, read_time, time_json
from scorekeeper.core.sheet.hands import HAND as HAND_PARTS, hand_of, read_draft
from scorekeeper.core.sheet.model import MAX_HANDS
from scorekeeper.core.sheet.reading import SETUP, read_forfeit
from scorekeeper.core.sheet.writing import draft_json

MAX_SEQ = 1_000_000
VERDICTS = (AGREED, DISPUTED)
NUMBERED = ("hand", *HAND_PARTS)
IN_HAND = FieldPath.to("hand")

Payload = Mapping[str, object]


def read_event(kind: object, body: Payload, setup: Sheet, seq: int) -> Event:
    """An event of this kind from its fields, as number `seq` of a game with this setup. Raises `InvalidInput`."""
    where = FieldPath.to("entry")
    if not isinstance(kind, str) or kind not in READERS:
        raise InvalidInput(faults.NOT_ONE_OF.at(where, {"what": "kind", "value": quote(kind), "parts": tuple(READERS)}))
    reason = read_reason(body.get("reason"), needed=kind == CORRECTION)
    parts = {name: value for name, value in body.items() if name != "reason"}
    return READERS[kind](parts, setup, EventBase(seq, reason))


def read_start(payload: Payload, who: str | None = None) -> GameStarted:
    """A game's first event from its payload. Raises `InvalidInput`."""
    setup = read_setup({name: value for name, value in payload.items() if name in SETUP})
    return GameStarted(seq=1, who=who, setup=setup)


def read_stored(kind: str, payload: Payload, setup: Sheet, seq: int, reason: str | None, who: str | None) -> Event:
    """A later event of the game with this setup, from its stored payload. Raises `InvalidInput`."""
    if kind == ERASE:
        return PlayerErased(seq=seq, reason=reason, who=who, hashes=erased_hashes(payload, seq))
    if kind not in READERS:
        raise InvalidInput(
            faults.NOT_ONE_OF.at(FieldPath.to("entry"), {"what": "kind", "value": quote(kind), "parts": tuple(READERS)})
        )
    if kind == TAKE_BACK and "entry" in payload and not _may_name(payload["entry"], seq):
        return EventUndone(seq=seq, reason=reason, who=who, event=NO_EVENT)
    return READERS[kind](payload, setup, EventBase(seq, reason, who))


def _may_name(number: object, seq: int) -> bool:
    """Whether an undo may name the event with this number: an earlier one that is not the start."""
    return isinstance(number, int) and 1 < number < seq


def payload_of(event: Event, setup: Sheet) -> Json:
    """The canonical payload of an event after the first, as hashed and stored."""
    return WRITERS[event.kind](event, setup)


def _hand_number(where: FieldPath, parts: Payload) -> int:
    return where.whole(parts.get("hand"), "hand", 1, MAX_HANDS)


def _bids(parts: Payload, setup: Sheet, base: EventBase) -> Event:
    where = FieldPath.to("bids")
    where.mapping(parts, "it", ("hand", "bids"), required=("hand", "bids"))
    number = _hand_number(where, parts)
    return BidsPlaced(
        seq=base.seq, reason=base.reason, who=base.who, hand=number, bids=read_draft(parts["bids"], number, setup)
    )


def _bids_json(event: Any, setup: Sheet) -> Json:
    return {"hand": event.hand, "bids": draft_json(event.bids, setup.rules.seating)}


def _numbered_record(parts: Payload, setup: Sheet) -> tuple[int, HandRecord]:
    hand = IN_HAND.mapping(parts, "it", NUMBERED, required=("hand", "bids", "took"))
    number = _hand_number(IN_HAND, hand)
    return number, hand_of(hand, number, setup)


def _hand(parts: Payload, setup: Sheet, base: EventBase) -> Event:
    number, record = _numbered_record(parts, setup)
    return HandRecorded(seq=base.seq, reason=base.reason, who=base.who, hand=number, record=record)


def _correction(parts: Payload, setup: Sheet, base: EventBase) -> Event:
    number, record = _numbered_record(parts, setup)
    return HandCorrected(seq=base.seq, reason=base.reason, who=base.who, hand=number, record=record)


def _hand_json(event: Any, setup: Sheet) -> Json:
    return {"hand": event.hand, **hand_json(event.record, setup.rules.seating)}


def _misdeal(parts: Payload, setup: Sheet, base: EventBase) -> Event:
    where = FieldPath.to("misdeal")
    where.mapping(parts, "it", ("hand", "reason", "called_by"), required=("hand",))
    number, by = _hand_number(where, parts), parts.get("called_by")
    caller = None if by is None else Side(where.whole(by, "called_by", 0, len(setup.sides) - 1))
    return HandMisdealt(seq=base.seq, reason=base.reason, who=base.who, hand=number, called_by=caller)


def _misdeal_json(event: Any, _head: Sheet) -> Json:
    return {"hand": event.hand} | ({} if event.called_by is None else {"called_by": event.called_by})


def _take_back(parts: Payload, _head: Sheet, base: EventBase) -> Event:
    where = FieldPath.to("take-back")
    where.mapping(parts, "it", ("entry",), required=("entry",))
    number = where.whole(parts["entry"], "entry", 1, MAX_SEQ)
    check_may_be_undone(number)
    return EventUndone(seq=base.seq, reason=base.reason, who=base.who, event=number)


def _close(parts: Payload, setup: Sheet, base: EventBase) -> Event:
    where = FieldPath.to("close")
    where.mapping(parts, "it", ("reason", "forfeit"))
    return GameClosed(
        forfeit=read_forfeit(where, parts, len(setup.sides)), seq=base.seq, reason=base.reason, who=base.who
    )


def _close_json(event: Any, _head: Sheet) -> Json:
    return {} if event.forfeit is None else {"forfeit": event.forfeit}


def _reopen(parts: Payload, _head: Sheet, base: EventBase) -> Event:
    FieldPath.to("entry").mapping(parts, "it", ("reason",))
    return GameReopened(seq=base.seq, reason=base.reason, who=base.who)


def _substitute(parts: Payload, setup: Sheet, base: EventBase) -> Event:
    change = read_substitute(parts, FieldPath.to("substitute"), setup)
    return PlayerSubstituted(
        seq=base.seq, reason=base.reason, who=base.who, hand=change.hand, seat=change.seat, player=change.player
    )


def _substitute_json(event: Any, _head: Sheet) -> Json:
    return {"hand": event.hand, "seat": event.seat, "player": event.player}


def _swap(parts: Payload, setup: Sheet, base: EventBase) -> Event:
    where = FieldPath.to("swap")
    where.mapping(parts, "it", ("hand", "seats"), required=("hand", "seats"))
    last = len(setup.rules.seating.bidders) - 1
    seats = [Seat(where.whole(seat, "seat", 0, last)) for seat in where.listing(parts["seats"], "seats")]
    if len(seats) != 2 or seats[0] == seats[1]:
        raise InvalidInput(faults.NOT_TWO_SEATS.at(where, {}))
    hand = _hand_number(where, parts)
    return SeatsSwapped(seq=base.seq, reason=base.reason, who=base.who, hand=hand, seats=(seats[0], seats[1]))


def _swap_json(event: Any, _head: Sheet) -> Json:
    return {"hand": event.hand, "seats": list(event.seats)}


def _dealer(parts: Payload, setup: Sheet, base: EventBase) -> Event:
    change = read_dealer(parts, FieldPath.to("dealer"), setup)
    return DealerCorrected(seq=base.seq, reason=base.reason, who=base.who, hand=change.hand, seat=change.seat)


def _dealer_json(event: Any, _head: Sheet) -> Json:
    return {"hand": event.hand, "seat": event.seat}


def _time(parts: Payload, _head: Sheet, base: EventBase) -> Event:
    call = read_time(parts, FieldPath.to("time"))
    return TimeCalled(seq=base.seq, reason=base.reason, who=base.who, hand=call.hand, minutes=call.minutes)


def _sign(parts: Payload, setup: Sheet, base: EventBase) -> Event:
    where = FieldPath.to("sign")
    where.mapping(parts, "it", ("side", "verdict", "hand", "note", "device"), required=("side", "verdict"))
    verdict = parts["verdict"]
    if verdict not in VERDICTS:
        raise InvalidInput(faults.NOT_EITHER.at(where, {"what": "verdict", "value": quote(verdict), "parts": VERDICTS}))
    side = Side(where.whole(parts["side"], "side", 0, len(setup.sides) - 1))
    number = None if parts.get("hand") is None else _hand_number(where, parts)
    note = parts.get("note")
    text = "" if note is None else where.text(note, "note", empty=True).strip()
    device = parts.get("device")
    if device is not None and device not in DEVICES:
        raise InvalidInput(faults.NOT_ONE_OF.at(where, {"what": "device", "value": quote(device), "parts": DEVICES}))
    on = None if device is None else str(device)
    return ScoreSigned(
        seq=base.seq,
        reason=base.reason,
        who=base.who,
        side=side,
        verdict=str(verdict),
        hand=number,
        note=text,
        device=on,
    )


def _sign_json(event: Any, _head: Sheet) -> Json:
    parts = {"side": event.side, "verdict": event.verdict, "hand": event.hand, "device": event.device}
    written: Json = {name: part for name, part in parts.items() if part is not None}
    return written | ({"note": event.note} if event.note else {})


def erased_hashes(payload: Payload, seq: int) -> tuple[tuple[int, str], ...]:
    """The earlier events that the erasure `seq` rewrote, with their new hashes; none if it cannot be read."""
    listed = payload.get("entries")
    pairs = listed.items() if isinstance(listed, dict) else ()
    return tuple(sorted((int(number), str(now)) for number, now in pairs if _is_before(number, seq)))


def _is_before(number: str, seq: int) -> bool:
    return number.isascii() and number.isdecimal() and len(number) < 10 and int(number) < seq


READERS: dict[str, Callable[[Payload, Sheet, EventBase], Event]] = {
    BIDS: _bids,
    HAND: _hand,
    CORRECTION: _correction,
    MISDEAL: _misdeal,
    TAKE_BACK: _take_back,
    CLOSE: _close,
    REOPEN: _reopen,
    SIGN: _sign,
    SUBSTITUTE: _substitute,
    SWAP: _swap,
    DEALER: _dealer,
    TIME: _time,
}
"""The kinds that people and programs may record; only the server records a game's start and erasures."""

WRITERS: dict[str, Callable[[Any, Sheet], Json]] = {
    BIDS: _bids_json,
    HAND: _hand_json,
    CORRECTION: _hand_json,
    MISDEAL: _misdeal_json,
    TAKE_BACK: lambda event, _head: {"entry": event.event},
    CLOSE: _close_json,
    REOPEN: lambda _event, _head: {},
    SIGN: _sign_json,
    SUBSTITUTE: _substitute_json,
    SWAP: _swap_json,
    DEALER: _dealer_json,
    TIME: lambda event, _head: time_json(event),
    ERASE: lambda event, _head: {"entries": {str(seq): now for seq, now in event.hashes}},
}
