"""What is wrong with a hand and what would be right, and where it is."""

from collections.abc import Iterator

from scorekeeper.core.rules import faults
from scorekeeper.core.rules.faults import MalformedHand
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.faults import HANDS, hand_fault

PAIRS = rule_set("partnership").with_options({"blind_nil": 200}).deal_of(1)

FAULTS: list[tuple[str, object]] = [
    ("bids-miscounted", faults.Count(1, 2)),
    ("sides-miscounted", faults.Count(1, 2)),
    ("seats-miscounted", faults.Count(2, 1)),
    ("missing-bid", faults.MissingBid(PAIRS.codes)),
    ("unknown-call", faults.UnknownCall("14", PAIRS.codes)),
    ("one-call-only", faults.CallsTogether(("5", "nil"))),
    ("calls-apart", faults.CallsTogether(("5", "6"))),
    ("seat-not-counted", faults.OneCall("nil")),
    ("tricks-out-of-range", faults.TooMany(14, 13)),
    ("tricks-do-not-add-up", faults.Count(12, 13)),
    ("seats-do-not-add-up", faults.Count(5, 6)),
    ("first-tricks-twice", faults.MadeTwice((Side(0), Side(1)))),
    ("fact-not-called", faults.OneCall("bemo")),
    ("pair-numbers", faults.Count(2, 1)),
    ("not-blind", faults.OneCall("6")),
    ("not-played", faults.Count(10, 11)),
    ("is-played", faults.Count(11, 11)),
    ("first-tricks-denied", faults.OneCall("bemo")),
    ("too-few-for-first", faults.TooFewForFirst("bemo", 6, 1)),
    ("too-few-for-first", faults.TooFewForFirst("bemo", 6, 5)),
    ("renege-sides", faults.RenegeSides(1, 1, 3)),
    ("renege-sides", faults.RenegeSides(1, 3, 3)),
    ("renege-of-others", faults.RenegeParts("spade", 2, 3)),
    ("renege-in-parts", faults.RenegeParts("spade", 4, 3)),
    ("renege-books", faults.TooMany(0, 3)),
    ("too-few-to-move", faults.BooksToMove(1, 0)),
    ("too-few-to-move", faults.BooksToMove(3, 2)),
    ("adjustment-side", faults.NoSuchPlace(2, 2)),
    ("no-such-dealer", faults.NoSuchPlace(4, 4)),
]

PLACES: list[tuple[int, Side | None, tuple[str, ...]]] = [
    (3, None, ()),
    (3, Side(0), ("Ann", "Ben")),
    (3, Side(1), ("Ann", "Ben")),
    (3, Side(1), ("Ann",)),
    (0, None, ()),
]


def sentences() -> Iterator[tuple[str, str]]:
    """Each with its code; then one of them in several places."""
    for code, figures in FAULTS:
        yield code, HANDS[code](figures)
    for hand, side, names in PLACES:
        fault = MalformedHand(hand, side, faults.TRICKS_OUT_OF_RANGE, faults.TooMany(14, 13))
        yield "where", hand_fault(fault, names)
