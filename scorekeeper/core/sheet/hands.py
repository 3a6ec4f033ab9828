"""From JSON to one hand of a sheet: its bids, its tricks, and what else the table wrote beside it."""

from scorekeeper.core.inputs import FieldPath
from scorekeeper.core.inputs.faults import NUMBER_OF_BIDS, BidsGiven
from scorekeeper.core.inputs.quoting import quote
from scorekeeper.core.rules.record import Adjustment, Bid, HandRecord, Renege, Took
from scorekeeper.core.rules.seating import Seat, Side
from scorekeeper.core.rules.tricks import BOOKS_FOR_A_RENEGE
from scorekeeper.core.sheet.bids import example_bid, read_bid
from scorekeeper.core.sheet.model import LARGEST_ADJUSTMENT, Sheet

HAND = ("bids", "took", "reneges", "adjust", "note", "overruled")


def read_hand(value: object, number: int, sheet: Sheet) -> HandRecord:
    """One hand of this sheet. Raises `InvalidInput`."""
    where = FieldPath.to("hand", number)
    hand = where.mapping(value, "it", HAND, required=("bids", "took"))
    sides = len(sheet.sides)
    took = where.listing(hand["took"], "took", sides)
    return HandRecord(
        bids=_complete_bids(where, hand["bids"], number, sheet),
        took=tuple(_took(where.at(sheet.names[i]), took[i], sheet, Side(i)) for i in range(sides)),
        reneges=tuple(_renege(where, part, sides) for part in where.listing(hand.get("reneges", []), "reneges")),
        adjustments=tuple(_adjustment(where, part, sides) for part in where.listing(hand.get("adjust", []), "adjust")),
        note=where.text(hand.get("note", ""), "note", empty=True),
        overruled=where.switch(hand.get("overruled", False), "overruled"),
    )


def read_draft(value: object, number: int, sheet: Sheet) -> tuple[Bid | None, ...]:
    """The bids of a hand as far as they have come, null where a seat has not bid yet. Raises `InvalidInput`."""
    return _bids(FieldPath.to("hand", number), value, number, sheet, may_wait=True)


def _complete_bids(where: FieldPath, value: object, number: int, sheet: Sheet) -> tuple[Bid, ...]:
    return tuple(bid for bid in _bids(where, value, number, sheet, may_wait=False) if bid is not None)


def _bids(where: FieldPath, value: object, number: int, sheet: Sheet, may_wait: bool) -> tuple[Bid | None, ...]:
    seating, deal = sheet.rules.seating, sheet.rules.deal_of(number)
    bids: dict[Seat, Bid | None] = {}
    for i, said in enumerate(where.listing(value, "bids", len(sheet.sides))):
        bidders = seating.bidders_of(Side(i))
        here = where.at(sheet.names[i])
        own = said if isinstance(said, list) else [said]
        if len(own) != len(bidders):
            example = quote([example_bid(deal)] * len(bidders))
            raise here.wrong(NUMBER_OF_BIDS, BidsGiven(len(own), example))
        for seat, bid in zip(bidders, own, strict=True):
            bids[seat] = None if bid is None and may_wait else read_bid(bid, deal, seating, here)
    return tuple(bids[seat] for seat in seating.bidders)


def _took(where: FieldPath, value: object, sheet: Sheet, side: Side) -> Took:
    made: tuple[str, ...] = ()
    if isinstance(value, dict):
        parts = where.mapping(value, "took", ("tricks", "made"), required=("tricks",))
        facts = where.listing(parts.get("made", []), "made")
        made = tuple(dict.fromkeys(where.text(fact, "a fact made", longest=40) for fact in facts))
        value = parts["tricks"]
    tricks = sheet.rules.seating.tricks
    if isinstance(value, list):
        seats = where.listing(value, "took", len(sheet.rules.seating.seats_of[side]))
        counts = tuple(where.whole(count, "took", 0, tricks) for count in seats)
        return Took(sum(counts), counts if len(counts) > 1 else (), made)
    return Took(where.whole(value, "took", 0, tricks), (), made)


def _renege(where: FieldPath, value: object, sides: int) -> Renege:
    parts = where.mapping(value, "a renege", ("by", "to", "books", "of"), required=("by", "to", "books"))
    by, to = (Side(where.whole(parts[key], f"a renege's {key}", 0, sides - 1)) for key in ("by", "to"))
    books = where.whole(parts["books"], "a renege's books", 1, BOOKS_FOR_A_RENEGE)
    return Renege(by, to, books, where.text(parts.get("of", ""), "a renege's of", longest=40, empty=True))


def _adjustment(where: FieldPath, value: object, sides: int) -> Adjustment:
    keys = ("side", "points", "reason")
    parts = where.mapping(value, "an adjustment", keys, required=keys)
    side = Side(where.whole(parts["side"], "an adjustment's side", 0, sides - 1))
    points = where.whole(parts["points"], "an adjustment's points", -LARGEST_ADJUSTMENT, LARGEST_ADJUSTMENT)
    return Adjustment(side, points, where.text(parts["reason"], "an adjustment's reason"))
