"""What is wrong with a hand and what would be right, and where it is."""

from collections.abc import Iterator

from scorekeeper.core.inputs import NOWHERE, Fault, FieldPath, faults
from scorekeeper.core.rules.seating import Side, hand_path
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.faults import fault_text, fault_words

PAIRS = rule_set("partnership").with_options({"blind_nil": 200}).hand_rules_of(1)

FAULTS: list[tuple[str, dict[str, object]]] = [
    ("bids-miscounted", {"found": 1, "needed": 2}),
    ("sides-miscounted", {"found": 1, "needed": 2}),
    ("seats-miscounted", {"found": 2, "needed": 1}),
    ("missing-bid", {"calls": PAIRS.codes}),
    ("unknown-call", {"bid": "14", "calls": PAIRS.codes}),
    ("one-call-only", {"spelled": "5+nil"}),
    ("calls-apart", {"spelled": "5+6"}),
    ("seat-not-counted", {"call": "nil"}),
    ("tricks-out-of-range", {"found": 14, "most": 13}),
    ("tricks-do-not-add-up", {"found": 12, "needed": 13}),
    ("seats-do-not-add-up", {"found": 5, "needed": 6}),
    ("first-tricks-twice", {}),
    ("fact-not-called", {"call": "bemo"}),
    ("pair-numbers", {"found": 2, "needed": 1}),
    ("not-blind", {"call": "6"}),
    ("not-played", {"found": 10, "needed": 11}),
    ("is-played", {"found": 11, "needed": 11}),
    ("first-tricks-denied", {"call": "bemo"}),
    ("too-few-for-first", {"call": "bemo", "needed": 6, "took": 1}),
    ("too-few-for-first", {"call": "bemo", "needed": 6, "took": 5}),
    ("renege-sides", {"by": 1, "to": 1, "last": 2}),
    ("renege-sides", {"by": 1, "to": 3, "last": 2}),
    ("renege-of-others", {"label": "spade", "books": 2, "most": 3}),
    ("renege-in-parts", {"label": "spade", "books": 4, "most": 3}),
    ("renege-books", {"found": 0, "most": 3}),
    ("too-few-to-move", {"books": 1, "took": 0}),
    ("too-few-to-move", {"books": 3, "took": 2}),
    ("adjustment-side", {"side": 2, "last": 1}),
    ("no-such-dealer", {"seat": 4, "last": 3}),
]

PLACES: list[tuple[FieldPath, tuple[str, ...]]] = [
    (hand_path(3), ()),
    (hand_path(3, Side(0)), ("Ann", "Ben")),
    (hand_path(3, Side(1)), ("Ann", "Ben")),
    (hand_path(3, Side(1)), ("Ann",)),
    (FieldPath.to(faults.FIRST_DEALER), ()),
]


def sentences() -> Iterator[tuple[str, str]]:
    """Each with its code; then one of them in several places."""
    for code, params in FAULTS:
        yield code, fault_words(Fault(code, params, NOWHERE))
    for path, names in PLACES:
        fault = faults.TRICKS_OUT_OF_RANGE.at(path, {"found": 14, "most": 13})
        yield "where", fault_text(fault.with_names(names))
