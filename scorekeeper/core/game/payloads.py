"""Payloads of entries, from outside into the one spelling that the log keeps."""

from collections.abc import Callable, Mapping

from scorekeeper.core.game.entered import (
    BIDS,
    CLOSE,
    CORRECTION,
    HAND,
    MISDEAL,
    REOPEN,
    SIGN,
    SUBSTITUTE,
    TAKE_BACK,
    NotNow,
    Proposed,
)
from scorekeeper.core.game.signs import AGREED, DEVICES, DISPUTED
from scorekeeper.core.inputs import FieldPath
from scorekeeper.core.inputs.faults import NOT_EITHER, NOT_ONE_OF, Parts
from scorekeeper.core.inputs.game_faults import ENTRY_STARTS_GAME, NO_REASON
from scorekeeper.core.inputs.quoting import quote
from scorekeeper.core.sheet import Sheet, hand_json, read_hand
from scorekeeper.core.sheet.hands import HAND as HAND_PARTS
from scorekeeper.core.sheet.hands import read_draft
from scorekeeper.core.sheet.model import MOST_HANDS
from scorekeeper.core.sheet.reading import read_forfeit
from scorekeeper.core.sheet.substitutes import read_substitute
from scorekeeper.core.sheet.writing import Json, draft_json

LARGEST_SEQ = 1_000_000
VERDICTS = (AGREED, DISPUTED)


def read_proposal(kind: object, body: Mapping[str, object], head: Sheet, seq: int) -> Proposed:
    """An entry of this kind from its parts, as the next (`seq`) of a game with this head. Raises `InvalidInput`."""
    where = FieldPath.to("entry")
    if not isinstance(kind, str) or kind not in READERS:
        raise where.wrong(NOT_ONE_OF, Parts("kind", quote(kind), tuple(READERS)))
    reason = body.get("reason")
    said = None if reason is None else where.text(reason, "reason", empty=True).strip() or None
    parts = {name: value for name, value in body.items() if name != "reason"}
    if kind == CORRECTION and said is None:
        raise where.wrong(NO_REASON, None)
    return Proposed(seq, kind, READERS[kind](parts, head), said)


def _hand_number(where: FieldPath, parts: Mapping[str, object]) -> int:
    return where.whole(parts.get("hand"), "hand", 1, MOST_HANDS)


def _bids(parts: Mapping[str, object], head: Sheet) -> Json:
    where = FieldPath.to("bids")
    where.mapping(dict(parts), "it", ("hand", "bids"), required=("hand", "bids"))
    number = _hand_number(where, parts)
    return {"hand": number, "bids": draft_json(read_draft(parts["bids"], number, head), head.rules.seating)}


def _hand(parts: Mapping[str, object], head: Sheet) -> Json:
    where = FieldPath.to("hand")
    where.mapping(dict(parts), "it", ("hand", *HAND_PARTS), required=("hand", "bids", "took"))
    number = _hand_number(where, parts)
    record = read_hand({name: value for name, value in parts.items() if name != "hand"}, number, head)
    return {"hand": number, **hand_json(record, head.rules.seating)}


def _misdeal(parts: Mapping[str, object], head: Sheet) -> Json:
    where = FieldPath.to("misdeal")
    where.mapping(dict(parts), "it", ("hand", "reason", "called_by"), required=("hand",))
    written: Json = {"hand": _hand_number(where, parts)}
    if parts.get("called_by") is not None:
        written["called_by"] = where.whole(parts["called_by"], "called_by", 0, len(head.sides) - 1)
    return written


def _take_back(parts: Mapping[str, object], _head: Sheet) -> Json:
    where = FieldPath.to("take-back")
    where.mapping(dict(parts), "it", ("entry",), required=("entry",))
    entry = where.whole(parts["entry"], "entry", 1, LARGEST_SEQ)
    if entry == 1:
        raise NotNow(ENTRY_STARTS_GAME, where, None)
    return {"entry": entry}


def _close(parts: Mapping[str, object], head: Sheet) -> Json:
    where = FieldPath.to("close")
    where.mapping(dict(parts), "it", ("reason", "forfeit"))
    forfeit = read_forfeit(where, parts, len(head.sides))
    return {} if forfeit is None else {"forfeit": forfeit}


def _substitute(parts: Mapping[str, object], head: Sheet) -> Json:
    change = read_substitute(dict(parts), FieldPath.to("substitute"), head)
    return {"hand": change.hand, "seat": change.seat, "player": change.player}


def _reason_only(parts: Mapping[str, object], _head: Sheet) -> Json:
    FieldPath.to("entry").mapping(dict(parts), "it", ("reason",))
    return {}


def _sign(parts: Mapping[str, object], head: Sheet) -> Json:
    where = FieldPath.to("sign")
    where.mapping(dict(parts), "it", ("side", "verdict", "hand", "note", "device"), required=("side", "verdict"))
    verdict = parts["verdict"]
    if verdict not in VERDICTS:
        raise where.wrong(NOT_EITHER, Parts("verdict", quote(verdict), VERDICTS))
    written: Json = {"side": where.whole(parts["side"], "side", 0, len(head.sides) - 1), "verdict": verdict}
    if parts.get("hand") is not None:
        written["hand"] = _hand_number(where, parts)
    note = parts.get("note")
    if note is not None and (said := where.text(note, "note", empty=True).strip()):
        written["note"] = said
    device = parts.get("device")
    if device is not None:
        if device not in DEVICES:
            raise where.wrong(NOT_ONE_OF, Parts("device", quote(device), DEVICES))
        written["device"] = device
    return written


READERS: dict[str, Callable[[Mapping[str, object], Sheet], Json]] = {
    BIDS: _bids,
    HAND: _hand,
    CORRECTION: _hand,
    MISDEAL: _misdeal,
    TAKE_BACK: _take_back,
    CLOSE: _close,
    REOPEN: _reason_only,
    SIGN: _sign,
    SUBSTITUTE: _substitute,
}
