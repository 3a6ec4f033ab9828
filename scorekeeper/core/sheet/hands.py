"""Reads one hand of a sheet from JSON: bids in the record's notation, tricks, and rulings."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.faults import (
    CALL_MISSING,
    FIRST_TRICKS_DENIED,
    NOBODY_BIDS,
    NOT_A_BID,
    NOT_ONE_OF,
    NUMBER_OF_BIDS,
    RULED_TWICE,
)
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.rules.calls import PARTNER, Aim
from scorekeeper.core.rules.deal import (
    BOOKS,
    GAME,
    OFFENSES,
    RENEGE,
    SET,
    WARNING,
    Adjustment,
    Bid,
    HandRecord,
    HandRules,
    Renege,
    Took,
)
from scorekeeper.core.rules.seating import Seating, Side
from scorekeeper.core.rules.tricks import BOOKS_FOR_A_RENEGE
from scorekeeper.core.sheet.model import MAX_ADJUSTMENT, Sheet

MAX_BID_LENGTH = 200
OTHER_SPELLINGS = {"board": "4"}
PARTNERS = Bid((PARTNER,))


def read_bid(value: object, deal: HandRules, seating: Seating, where: FieldPath) -> Bid:
    """A bid from its text, in canonical order. Which calls exist is checked in `core.rules`."""
    if not isinstance(value, str) or not value.strip():
        raise InvalidInput(NOT_A_BID.at(where, {"found": quote(value), "example": example_bid(deal)}))
    if value in deal.by_code:
        return _bid_of(value)
    text = where.text(value, "bid", MAX_BID_LENGTH)
    rounds = [tuple(_call_code(call, deal, seating) for call in codes.split("+")) for codes in text.split(">")]
    if any(not call for codes in rounds for call in codes):
        raise InvalidInput(CALL_MISSING.at(where, {"what": "bid", "value": quote(value)}))
    ordered = [_in_order(codes, deal) for codes in rounds]
    return Bid(ordered[-1], tuple(ordered[:-1]))


@lru_cache(maxsize=500)  # a game has few calls, and an export reads thousands of hands
def _bid_of(code: str) -> Bid:
    return Bid((code,))


def example_bid(deal: HandRules) -> str:
    """A bid that can be made by itself."""
    alone = [call.code for call in deal.calls if not call.slot]
    numbers = [code for code in alone if code.isdecimal()]
    return next((code for code in numbers if code == "4"), (numbers or alone)[-1])


def _call_code(call: str, deal: HandRules, seating: Seating) -> str:
    code = call.strip()
    if code in deal.by_code:
        return code
    if code == "0" and "nil" in deal.by_code:
        return "nil"
    if code == "boston":
        return str(seating.tricks)
    return OTHER_SPELLINGS.get(code, code)


def _in_order(codes: tuple[str, ...], deal: HandRules) -> tuple[str, ...]:
    """The bid first, then the calls with it in the deal's order, so that a bid has one spelling."""
    if len(codes) == 1:
        return codes
    positions = {call.code: (bool(call.slot), position) for position, call in enumerate(deal.calls)}
    return tuple(sorted(codes, key=lambda code: positions.get(code, (False, 0))))


def bid_text(bid: Bid) -> str:
    """The bid in the record's notation."""
    if not bid.earlier:
        return "+".join(bid.calls)
    return ">".join("+".join(calls) for calls in (*bid.earlier, bid.calls))


USUAL = ("bids", "took")
HAND = (*USUAL, "reneges", "adjust", "note", "overruled")


def read_hand(value: object, number: int, sheet: Sheet) -> HandRecord:
    """One hand of this sheet. Raises `InvalidInput`."""
    return hand_of(_location(number).mapping(value, "it", HAND, required=USUAL), number, sheet)


def hand_of(hand: Mapping[str, object], number: int, sheet: Sheet) -> HandRecord:
    """One hand from its parts, which are known; others are left out. Raises `InvalidInput`."""
    where, deal, seating = _location(number), sheet.rules.hand_rules_of(number), sheet.rules.seating
    sides = len(sheet.sides)
    bids = _complete_bids(where, hand["bids"], deal, sheet)
    may_be_unplayed = hand["took"] is None and deal.least_total > 0
    listed = [] if may_be_unplayed else where.listing(hand["took"], "took", sides)
    counts: list[Took] = []
    for side in seating.sides if listed else ():
        counted = listed[side]
        if bids and isinstance(counted, dict) and "made" in counted:
            _check_denied(where, counted, bids, number, sheet, side)
        counts.append(_took(where, counted, seating.tricks, sheet, side))
    took = tuple(counts)
    if not ("note" in hand or "reneges" in hand or "adjust" in hand or "overruled" in hand):  # nearly always
        return HandRecord(bids, took)
    return HandRecord(
        bids=bids,
        took=took,
        reneges=tuple(_renege(where, part, sides) for part in where.listing(hand.get("reneges", []), "reneges")),
        adjustments=tuple(_adjustment(where, part, sides) for part in where.listing(hand.get("adjust", []), "adjust")),
        note=where.text(hand.get("note", ""), "note", empty=True),
        overruled=where.switch(hand.get("overruled", False), "overruled"),
    )


@lru_cache(maxsize=500)
def _location(number: int) -> FieldPath:
    return FieldPath.to("hand", number)


def read_draft(value: object, number: int, sheet: Sheet) -> tuple[Bid | None, ...]:
    """The bids of a hand so far, null for a seat that has not bid. Raises `InvalidInput`."""
    return tuple(_bids(_location(number), value, sheet.rules.hand_rules_of(number), sheet, may_wait=True))


def bids_of(hand: HandRecord, seating: Seating, side: Side) -> tuple[Bid, ...]:
    """The bids of a side's bidders; empty in a hand without bidding."""
    return tuple([hand.bids[seat] for seat in seating.bidders_of(side)]) if hand.bids else ()


def side_bids(bids: Sequence[Bid]) -> list[str]:
    """A side's bids in the record's notation; a single text if one number counts for both partners."""
    codes = [bid_text(bid) for bid in bids if bid.calls != PARTNERS.calls or bid.earlier]
    return codes or [bid_text(bid) for bid in bids]


def _complete_bids(where: FieldPath, value: object, deal: HandRules, sheet: Sheet) -> tuple[Bid, ...]:
    bids = [bid for bid in _bids(where, value, deal, sheet, may_wait=False) if bid is not None]
    if not deal.partner_may_share_bid or PARTNERS not in bids:
        return tuple(bids)
    for side in sheet.rules.seating.sides:
        first, *others = sheet.rules.seating.bidders_of(side)
        for seat in others:
            if bids[first] == PARTNERS:  # the record does not say which partner bid the number
                bids[first], bids[seat] = bids[seat], bids[first]
    return tuple(bids)


def _bids(where: FieldPath, value: object, deal: HandRules, sheet: Sheet, may_wait: bool) -> list[Bid | None]:
    seating, calls_by_code, for_both = sheet.rules.seating, deal.by_code, deal.partner_may_share_bid
    if not deal.is_bid:
        if value is not None:
            raise InvalidInput(NOBODY_BIDS.at(where, {}))
        return []
    bids: list[Bid | None] = [None] * len(seating.bidders)
    listed = where.listing(value, "bids", len(sheet.sides))
    for side in seating.sides:  # making a `zip` would take a quarter of reading bids
        codes, bidders = listed[side], seating.bidders_of(side)
        side_bids = codes if isinstance(codes, list) else [codes]
        if for_both and isinstance(codes, str):
            side_bids = [codes, *[PARTNER] * (len(bidders) - 1)]
        if len(side_bids) != len(bidders):
            example = quote([example_bid(deal)] * len(bidders))
            raise InvalidInput(
                NUMBER_OF_BIDS.at(where.at(sheet.names[side]), {"found": len(side_bids), "example": example})
            )
        for position, seat in enumerate(bidders):
            bid = side_bids[position]
            if isinstance(bid, str) and bid in calls_by_code:
                bids[seat] = _bid_of(bid)
            elif bid is not None or not may_wait:
                bids[seat] = read_bid(bid, deal, seating, where.at(sheet.names[side]))
    return bids


@lru_cache(maxsize=500)
def _took_of(tricks: int) -> Took:
    return Took(tricks)


def _took(outside: FieldPath, value: object, tricks: int, sheet: Sheet, side: Side) -> Took:
    if isinstance(value, int) and 0 <= value <= tricks and not isinstance(value, bool):
        return _took_of(value)  # nearly always; only the others need a place for an error
    where = outside.at(sheet.names[side])
    made: tuple[str, ...] = ()
    if isinstance(value, dict):
        parts = where.mapping(value, "took", ("tricks", "made"), required=("tricks",))
        facts = where.listing(parts.get("made", []), "made")
        made = tuple(dict.fromkeys(where.at("made").text(fact, "it", longest=40) for fact in facts))
        value = parts["tricks"]
    if isinstance(value, list):
        seats = where.listing(value, "took", len(sheet.rules.seating.seats_of[side]))
        counts = tuple(where.whole(count, "took", 0, tricks) for count in seats)
        return Took(sum(counts), counts if len(counts) > 1 else (), made)
    return Took(where.whole(value, "took", 0, tricks), (), made)


def _check_denied(
    outside: FieldPath, value: object, bids: tuple[Bid, ...], number: int, sheet: Sheet, side: Side
) -> None:
    """Refuse a list without the first tricks, if the side took all tricks and so took those too."""
    seating, deal = sheet.rules.seating, sheet.rules.hand_rules_of(number)
    took = _took(outside, value, seating.tricks, sheet, side)
    called = [deal.by_code.get(code) for seat in seating.bidders_of(side) for code in bids[seat].calls]
    for call in called:
        denied = call is not None and call.aim is Aim.FIRST and call.code not in took.made
        if call is not None and denied and took.tricks == seating.tricks:
            raise InvalidInput(FIRST_TRICKS_DENIED.at(outside.at(sheet.names[side]), {"call": call.code}))


MOVED = ("by", "to", "books")
RULED = ("by", "to", "books", "of", "set", "game", "for")


def _renege(where: FieldPath, value: object, sides: int) -> Renege:
    """A ruling: books for another side or nobody, a set, the game, or (only with `for`) a warning."""
    here = where.at("renege")
    parts = here.mapping(value, "it", RULED, required=("by",))
    by = Side(here.at("by").whole(parts["by"], "it", 0, sides - 1))
    offense = parts.get("for", RENEGE)
    if offense not in OFFENSES:
        raise InvalidInput(NOT_ONE_OF.at(here, {"what": "for", "value": quote(offense), "parts": OFFENSES}))
    costs = [key for key in (SET, GAME) if here.switch(parts.get(key, False), key)]
    if not costs and ("for" not in parts or any(key in parts for key in ("to", "books", "of"))):
        here.mapping(value, "it", RULED, required=MOVED)
        to = None if parts["to"] is None else Side(here.at("to").whole(parts["to"], "it", 0, sides - 1))
        books = here.at("books").whole(parts["books"], "it", 1, BOOKS_FOR_A_RENEGE)
        label = here.at("of").text(parts.get("of", ""), "it", longest=40, empty=True)
        return Renege(by, to, books, label, BOOKS, str(offense))
    if len(costs) > 1 or any(key in parts for key in ("to", "books", "of")):
        raise InvalidInput(RULED_TWICE.at(here, {}))
    return Renege(by, None, 0, "", costs[0] if costs else WARNING, str(offense))


def _adjustment(where: FieldPath, value: object, sides: int) -> Adjustment:
    keys = ("side", "points", "reason")
    here = where.at("adjust")
    parts = here.mapping(value, "it", keys, required=keys)
    side = Side(here.whole(parts["side"], "side", 0, sides - 1))
    points = here.whole(parts["points"], "points", -MAX_ADJUSTMENT, MAX_ADJUSTMENT)
    return Adjustment(side, points, here.text(parts["reason"], "reason"))
