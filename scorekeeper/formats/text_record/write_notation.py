"""The notation of sheet.md on one line of text: what a side bid and took, its rulings, and a table's house rules."""

import json
from collections.abc import Mapping

from scorekeeper.core.rules.options import Value, value_word
from scorekeeper.core.rules.record import HandRecord, Took
from scorekeeper.core.rules.seating import Seating, Side
from scorekeeper.core.sheet.bids import bid_text


def quoted(words: str) -> str:
    """Words in quotes, as JSON spells them."""
    return json.dumps(words, ensure_ascii=False)


def bids_text(hand: HandRecord, seating: Seating, side: Side) -> str:
    """A side's bids, seat by seat: `5 nil`."""
    return " ".join(bid_text(hand.bids[seat]) for seat in seating.bidders_of(side))


def took_text(took: Took) -> str:
    """A side's tricks, seat by seat where they were counted, and the facts that it made: `7 bemo`, `6 0`."""
    tricks = took.seats if len(took.seats) > 1 else (took.tricks,)
    return " ".join([*(str(count) for count in tricks), *took.made])


def rulings_text(hand: HandRecord) -> str:
    """What the table ruled and noted; sides count from 1: `books 2>1 2; agreed 1 -30 "talked"; overruled; note "…"`."""
    parts = [
        f"books {part.by + 1}>{part.to + 1} {part.books}{f' of {quoted(part.of)}' if part.of else ''}"
        for part in hand.reneges
    ]
    parts += [f"agreed {part.side + 1} {part.points:+} {quoted(part.reason)}" for part in hand.adjustments]
    if hand.overruled:
        parts.append("overruled")
    if hand.note:
        parts.append(f"note {quoted(hand.note)}")
    return "; ".join(parts)


def options_text(options: Mapping[str, Value]) -> str:
    """House rules with their values: `target=500, bags=10`."""
    return ", ".join(f"{key}={value_word(value)}" for key, value in options.items())
