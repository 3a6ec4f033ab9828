"""Converts a recorded hand to form fields and back: its bids, tricks, facts and rulings.

`b0` is a seat's call, `b0-nil` the call added to it in that slot, `e0` its first bid; `t0` a side's tricks, `s0` a
seat's, `f0-bemo` a fact; `r0-…` a renege, `a0-…` agreed points; `note`. Missing fields leave their parts unchanged.
"""

from collections.abc import Callable, Mapping

from scorekeeper.core.pages.place import View
from scorekeeper.core.rules.calls import Aim
from scorekeeper.core.rules.deal import Adjustment, Bid, Deal, HandRecord, Renege
from scorekeeper.core.rules.seating import Seat, Seating, Side
from scorekeeper.core.sheet import hand_json

Fields = Mapping[str, str]
Reader = Callable[[Fields], dict[str, object]]

RENEGE = ("by", "to", "books", "of")
ADJUSTED = ("side", "points", "reason")


def field(kind: str, name: str, label: str, value: object = "", **more: object) -> View:
    """Values for `field` in `macros/forms.html`."""
    return {"kind": kind, "name": name, "label": label, "value": value, "help": None, "errors": [], **more}


def fields_of(record: HandRecord, deal: Deal, seating: Seating) -> dict[str, str]:
    """The form fields of a recorded hand."""
    fields: dict[str, str] = {}
    for seat in seating.bidders if record.bids else ():
        fields.update(_bid_fields(seat, record.bids[seat], deal))
    for side, took in enumerate(record.took):
        fields[f"t{side}"] = str(took.tricks)
        if len(took.seats) > 1:
            fields.update(
                {f"s{seat}": str(count) for seat, count in zip(seating.seats_of[side], took.seats, strict=True)}
            )
        fields.update({f"f{side}-{code}": "yes" for code in took.made})
    for i, renege in enumerate(record.reneges):
        fields.update(_renege_fields(i, renege))
    for i, adjustment in enumerate(record.adjustments):
        fields.update(_adjusted_fields(i, adjustment))
    return fields | {"note": record.note}


def _bid_fields(seat: Seat, bid: Bid, deal: Deal) -> dict[str, str]:
    by_slot = {deal.by_code[code].slot: code for code in bid.calls[1:]}
    fields = {f"b{seat}": bid.calls[0]} | {f"b{seat}-{slot}": by_slot.get(slot, "") for slot in deal.slots}
    if bid.earlier:
        fields[f"e{seat}"] = ">".join("+".join(calls) for calls in bid.earlier)
    return fields


def _renege_fields(i: int, renege: Renege) -> dict[str, str]:
    parts = (str(renege.by), str(renege.to), str(renege.books), renege.of)
    return {f"r{i}-{part}": value for part, value in zip(RENEGE, parts, strict=True)}


def _adjusted_fields(i: int, adjustment: Adjustment) -> dict[str, str]:
    parts = (str(adjustment.side), str(adjustment.points), adjustment.reason)
    return {f"a{i}-{part}": value for part, value in zip(ADJUSTED, parts, strict=True)}


def hand_from(fields: Fields, old: HandRecord, deal: Deal, seating: Seating) -> dict[str, object]:
    """The hand's record from the fields; parts without a field stay as they were."""
    written: dict[str, object] = {**hand_json(old, seating)}
    written.pop("overruled", None)
    bids: list[object] = []
    for side in seating.sides if deal.is_bid else ():
        own = [_bid_text(fields, seat, deal) for seat in seating.bidders_of(side)]
        bids.append(own[0] if len(own) == 1 else own)
    written["bids"] = bids or None
    took = [_took(fields, deal, seating, side) for side in seating.sides]
    is_unplayed = deal.least_total > 0 and not any(took)
    written["took"] = None if is_unplayed else took
    if "r0-by" in fields:
        written["reneges"] = _filled(fields, "r", "books", _renege)
    if "a0-side" in fields:
        written["adjust"] = _filled(fields, "a", "points", _adjusted)
    if "note" in fields:
        written["note"] = " ".join(fields["note"].split())
    return written


def _bid_text(fields: Fields, seat: Seat, deal: Deal) -> str:
    calls = "+".join(
        code.strip()
        for code in (fields.get(f"b{seat}", ""), *(fields.get(f"b{seat}-{slot}", "") for slot in deal.slots))
        if code.strip()
    )
    earlier = fields.get(f"e{seat}", "").strip()
    return f"{earlier}>{calls}" if earlier else calls


def needs_seats(fields: Fields, deal: Deal, seating: Seating, side: Side) -> bool:
    """Whether the side's tricks are counted by seat: a seat promised none, or they were before."""
    if len(seating.seats_of[side]) == 1:
        return False
    codes = [
        code
        for seat in seating.bidders_of(side)
        for code in (fields.get(f"b{seat}", ""), *(fields.get(f"b{seat}-{slot}", "") for slot in deal.slots))
    ]
    known = any(fields.get(f"s{seat}") for seat in seating.seats_of[side])
    return known or any(code in deal.by_code and deal.by_code[code].is_nil for code in codes)


def _took(fields: Fields, deal: Deal, seating: Seating, side: Side) -> object:
    counts = [fields.get(f"s{seat}", "").strip() for seat in seating.seats_of[side]]
    tricks: object = _number(fields.get(f"t{side}", ""))
    if len(counts) > 1 and any(counts):
        tricks = [_number(count) for count in counts]
    made = [code for code in facts_of(fields, deal, seating, side) if f"f{side}-{code}" in fields]
    return {"tricks": tricks, "made": made} if made else tricks


def facts_of(fields: Fields, deal: Deal, seating: Seating, side: Side) -> list[str]:
    """The side's calls of first tricks, because only the table knows whether they were made."""
    codes = [fields.get(f"b{seat}-{slot}", "") for seat in seating.bidders_of(side) for slot in deal.slots]
    return [code for code in codes if code in deal.by_code and deal.by_code[code].aim is Aim.FIRST]


def rows_of(fields: Fields, letter: str, part: str) -> int:
    """How many reneges (`r`) or agreements (`a`) the fields have."""
    count = 0
    while f"{letter}{count}-{part}" in fields:
        count += 1
    return count


def _filled(fields: Fields, letter: str, needed: str, read: Reader) -> list[dict[str, object]]:
    """The filled-in rows; a row without its number is left out."""
    rows = [i for i in range(rows_of(fields, letter, needed)) if fields[f"{letter}{i}-{needed}"].strip()]
    return [read({name: fields.get(f"{letter}{i}-{name}", "") for name in (*RENEGE, *ADJUSTED)}) for i in rows]


def _renege(parts: Fields) -> dict[str, object]:
    written: dict[str, object] = {name: _number(parts[name]) for name in ("by", "to", "books")}
    return written | ({"of": parts["of"].strip()} if parts["of"].strip() else {})


def _adjusted(parts: Fields) -> dict[str, object]:
    return {"side": _number(parts["side"]), "points": _number(parts["points"]), "reason": parts["reason"].strip()}


def _number(text: str) -> object:
    """A whole number; other text unchanged, so that the error can quote it."""
    number = text.strip().replace("−", "-")
    digits = number.removeprefix("-").removeprefix("+")
    return int(number) if digits.isdecimal() and len(digits) < 7 else number or None
