"""Reads and writes a table's own list of deals, and substitutes, as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorekeeper.core.inputs import FieldPath, InvalidInput, Json
from scorekeeper.core.inputs.faults import (
    LIST_TOO_LONG,
    NOT_ONE_OF,
    NUMBER_OF_DEALS,
    NUMBER_OF_LIMITS,
    NUMBER_OF_SUBSTITUTES,
    SAME_NAME_NOW,
    Named,
)
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.rules.endings import TimeCall
from scorekeeper.core.rules.scripted_deals import MAX_DEALS, MAX_LIMITS, MAX_SUM, Script, ScriptedDeal
from scorekeeper.core.rules.scripted_limits import KINDS, ScriptedLimit
from scorekeeper.core.rules.seating import DealerChange, Seat
from scorekeeper.core.sheet.model import MAX_DEALERS, MAX_HANDS, MAX_MINUTES, MAX_SUBSTITUTES, Sheet, Substitute

SUBSTITUTE_FIELDS = ("hand", "seat", "player")
DEALER_FIELDS = ("hand", "seat")
TIME_FIELDS = ("hand", "minutes")


def read_substitute(value: object, where: FieldPath, setup: Sheet) -> Substitute:
    """One change at a seat. Raises `InvalidInput`."""
    parts = where.mapping(value, "it", SUBSTITUTE_FIELDS, required=SUBSTITUTE_FIELDS)
    bidders = len(setup.rules.seating.bidders)
    hand = where.whole(parts["hand"], "hand", 1, MAX_HANDS)
    seat = Seat(where.whole(parts["seat"], "seat", 0, bidders - 1))
    return Substitute(hand, seat, where.name(parts["player"], "player"))


def read_substitutes(value: object, setup: Sheet) -> Sheet:
    """The sheet's setup with all its substitutes. Raises `InvalidInput`.

    They may begin with any hand: if hands are taken back, later changes stay.
    """
    where = FieldPath.to("substitutes")
    listed = where.listing(value, "it")
    check_substitutes(len(listed))
    changes = [read_substitute(change, where.at("number", i), setup) for i, change in enumerate(listed, start=1)]
    return with_substitutes(setup, changes)


def check_substitutes(count: int) -> None:
    """Raise `InvalidInput` if these are too many, on a sheet as in a game that is played."""
    if count > MAX_SUBSTITUTES:
        where = FieldPath.to("substitutes")
        raise InvalidInput(NUMBER_OF_SUBSTITUTES.at(where, {"found": count, "most": MAX_SUBSTITUTES}))


def with_substitutes(setup: Sheet, changes: Sequence[Substitute]) -> Sheet:
    """The setup with these substitutes. Raises `InvalidInput` if two players would have the same name."""
    if not changes:
        return setup  # as nearly always: it has none before
    seated = replace(setup, substitutes=tuple(sorted(changes, key=lambda change: change.hand)))
    seating = setup.rules.seating
    for hand in dict.fromkeys(change.hand for change in seated.substitutes):
        where = FieldPath.to("substitutes").at("hand", hand)
        for named, names in (
            (Named.PLAYERS, [seated.player_at(seat, hand) for seat in seating.bidders]),
            (Named.SIDES, list(seated.names_at(hand))),
        ):
            twice = next((name for name in names if names.count(name) > 1), None)
            if twice is not None:
                raise InvalidInput(SAME_NAME_NOW.at(where, {"of": named, "name": twice}))
    return seated


def read_dealer(value: object, where: FieldPath, setup: Sheet) -> DealerChange:
    """Who deals from a hand on. Raises `InvalidInput`."""
    parts = where.mapping(value, "it", DEALER_FIELDS, required=DEALER_FIELDS)
    hand = where.whole(parts["hand"], "hand", 1, MAX_HANDS)
    return DealerChange(hand, Seat(where.whole(parts["seat"], "seat", 0, len(setup.rules.seating.bidders) - 1)))


def read_dealers(value: object, setup: Sheet) -> Sheet:
    """The sheet's setup with the dealers set right, of any hand as with substitutes. Raises `InvalidInput`."""
    where = FieldPath.to("dealers")
    listed = where.listing(value, "it")
    check_dealers(len(listed))
    changes = [read_dealer(change, where.at("number", i), setup) for i, change in enumerate(listed, start=1)]
    return with_dealers(setup, changes)


def check_dealers(count: int) -> None:
    """Raise `InvalidInput` if these are too many, on a sheet as in a game that is played."""
    if count > MAX_DEALERS:
        where = FieldPath.to("dealers")
        raise InvalidInput(LIST_TOO_LONG.at(where, {"what": "dealers", "found": count, "most": MAX_DEALERS}))


def with_dealers(setup: Sheet, changes: Sequence[DealerChange]) -> Sheet:
    """The setup with these dealers set right."""
    return replace(setup, dealers=tuple(sorted(changes, key=lambda change: change.hand)))


def dealers_json(changes: Sequence[DealerChange]) -> list[dict[str, object]]:
    """The dealers in their public form."""
    return [{"hand": change.hand, "seat": change.seat} for change in changes]


def read_time(value: object, where: FieldPath) -> TimeCall:
    """The call of time: the last hand, and the minutes played. Raises `InvalidInput`."""
    parts = where.mapping(value, "it", TIME_FIELDS, required=TIME_FIELDS)
    hand = where.whole(parts["hand"], "hand", 1, MAX_HANDS)
    return TimeCall(hand, where.whole(parts["minutes"], "minutes", 0, MAX_MINUTES))


def time_json(call: TimeCall) -> dict[str, object]:
    """The call of time in its public form."""
    return {"hand": call.hand, "minutes": call.minutes}


def substitutes_json(changes: Sequence[Substitute]) -> list[dict[str, object]]:
    """The changes in their public form."""
    return [{"hand": change.hand, "seat": change.seat, "player": change.player} for change in changes]


MAX_RULE_LENGTH = 300
MAX_BID_LENGTH = 20
MAX_PLACES = 16
MAX_BIDS = 40

DEAL = ("name", "rule", "limits", "double_nil")
LIMIT_FIELDS = ("number", "bids", "low", "high", "by")


def read_deals(value: object) -> Script:
    """The deals of a list. Raises `InvalidInput`; whether a rule set can play them is checked in `core.rules`."""
    where = FieldPath.to("deals")
    listed = where.listing(value, "it")
    if not 1 <= len(listed) <= MAX_DEALS:
        raise InvalidInput(NUMBER_OF_DEALS.at(where, {"found": len(listed), "most": MAX_DEALS}))
    return tuple(_deal(FieldPath.to("deal", number), deal) for number, deal in enumerate(listed, start=1))


def deals_json(script: Script) -> list[Json]:
    """The deals in their public form, without unused parts."""
    return [_deal_json(deal) for deal in script]


def _deal(where: FieldPath, value: object) -> ScriptedDeal:
    deal = where.mapping(value, "it", DEAL, required=("name", "rule"))
    limits = where.listing(deal.get("limits", []), "limits")
    if len(limits) > MAX_LIMITS:
        raise InvalidInput(NUMBER_OF_LIMITS.at(where, {"found": len(limits), "most": MAX_LIMITS}))
    return ScriptedDeal(
        name=where.name(deal["name"], "name"),
        text=where.text(deal["rule"], "rule", longest=MAX_RULE_LENGTH).strip(),
        limits=tuple(_limit(where.at("limit", position), limit) for position, limit in enumerate(limits, start=1)),
        double_nil=_positions(where, deal.get("double_nil", []), "double_nil"),
    )


def _limit(where: FieldPath, value: object) -> ScriptedLimit:
    raw = where.mapping(value, "it", ("kind", *LIMIT_FIELDS), required=("kind",))
    kind = KINDS.get(raw["kind"]) if isinstance(raw["kind"], str) else None
    if kind is None:
        raise InvalidInput(NOT_ONE_OF.at(where, {"what": "kind", "value": quote(raw["kind"]), "parts": tuple(KINDS)}))
    parts = where.at(kind.key).mapping(raw, "it", ("kind", *kind.needs, *kind.may), required=kind.needs)
    return ScriptedLimit(
        kind=kind.key,
        number=_number(where, parts, "number", MAX_SUM),
        bids=_bids(where, parts.get("bids", [])),
        low=_number(where, parts, "low", MAX_PLACES),
        high=_number(where, parts, "high", MAX_PLACES),
        by=_positions(where, parts.get("by", []), "by"),
    )


def _number(where: FieldPath, parts: Mapping[str, object], key: str, most: int) -> int:
    return where.whole(parts.get(key, 0), key, 0, most)


def _positions(where: FieldPath, value: object, what: str) -> tuple[int, ...]:
    positions = [where.whole(position, what, 1, MAX_PLACES) for position in _few(where, value, what, MAX_PLACES)]
    return tuple(sorted(set(positions)))


def _bids(where: FieldPath, value: object) -> tuple[str, ...]:
    bids = [_bid(where, bid) for bid in _few(where, value, "bids", MAX_BIDS)]
    return tuple(dict.fromkeys(bids))


def _few(where: FieldPath, value: object, what: str, most: int) -> Sequence[object]:
    listed = where.listing(value, what)
    if len(listed) > most:
        raise InvalidInput(LIST_TOO_LONG.at(where, {"what": what, "found": len(listed), "most": most}))
    return listed


def _bid(where: FieldPath, value: object) -> str:
    """A bid as a number or a call; 0 is nil."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(where.whole(value, "bid", 0, MAX_SUM) or "nil")
    return where.text(value, "bid", longest=MAX_BID_LENGTH)


def _deal_json(deal: ScriptedDeal) -> Json:
    written: Json = {"name": deal.name, "rule": deal.text}
    if deal.limits:
        written["limits"] = [_limit_json(limit) for limit in deal.limits]
    if deal.double_nil:
        written["double_nil"] = list(deal.double_nil)
    return written


def _limit_json(limit: ScriptedLimit) -> Json:
    kind = KINDS[limit.kind]
    parts: Json = {
        "number": limit.number,
        "bids": [int(bid) if bid.isdecimal() else bid for bid in limit.bids],
        "low": limit.low,
        "high": limit.high,
        "by": list(limit.by),
    }
    return {
        "kind": limit.kind,
        **{key: parts[key] for key in LIMIT_FIELDS if key in kind.needs or (key in kind.may and parts[key])},
    }
