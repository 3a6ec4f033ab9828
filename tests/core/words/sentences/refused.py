"""What is wrong with rules: rule sets, options, shapes of tables, lists of deals."""

from collections.abc import Iterator

from scorekeeper.core.inputs import NOWHERE, FieldPath, faults
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.words.faults import fault_text

BIDS = ("nil", "1", "2")
TIES = ("play-on", "fewest-overtricks", "shared")

REFUSED = [
    faults.UNKNOWN_RULES.at(NOWHERE, {"key": "bridge", "known": ("partnership", "miser")}),
    faults.UNKNOWN_OPTION.at(NOWHERE, {"rules": "Miser", "option": "bags", "known": ("target", "tie")}),
    faults.UNKNOWN_OPTION.at(NOWHERE, {"rules": "Toss", "option": "bags", "known": ()}),
    faults.UNKNOWN_PRESET.at(NOWHERE, {"rules": "Miser", "preset": "classic", "known": ("standard",)}),
    faults.VALUE_REFUSED.at(NOWHERE, {"option": "bags", "value": 1, "values": (0,), "low": 1, "high": 20}),
    faults.VALUE_REFUSED.at(NOWHERE, {"option": "tie", "value": "never", "values": TIES, "low": 0, "high": 0}),
    faults.OPTIONS_APART.at(
        NOWHERE,
        {"option": "sets_in_a_row", "value": True, "other": "sets_in_a_row_lose", "others_value": 2},
    ),
    faults.NOT_SEATED.at(NOWHERE, {"rules": "Miser", "shapes": (Shape(2), Shape(3), Shape(4)), "shape": Shape(2, 2)}),
    faults.NOT_SEATED.at(NOWHERE, {"rules": "Whiz", "shapes": (Shape(2, 2),), "shape": Shape(3)}),
    faults.TAKES_NO_SCRIPT.at(NOWHERE, {"rules": "Miser"}),
    faults.TOO_MANY_DEALS.at(NOWHERE, {"found": 101, "most": 100}),
    faults.NO_WORDS.at(NOWHERE, {}),
    faults.TOO_MANY_LIMITS.at(NOWHERE, {"found": 9, "most": 8}),
    faults.UNKNOWN_LIMIT.at(NOWHERE, {"known": ("sum-is", "at-least")}),
    faults.BAD_NUMBER.at(NOWHERE, {"number": 101, "most": 100}),
    faults.NO_BID.at(NOWHERE, {}),
    faults.UNKNOWN_BID.at(NOWHERE, {"spelled": "14", "bids": BIDS}),
    faults.BAD_COUNTS.at(NOWHERE, {"low": 3, "high": 2, "bidders": 4}),
    faults.BAD_PLACE.at(NOWHERE, {"number": 5, "bidders": 4}),
]

DEAL = FieldPath.to("deal", 3).at('"Whiz"')
PLACES = (DEAL, DEAL.at("sum-is"))


def sentences() -> Iterator[tuple[str, str]]:
    """Each with its code; the last one also inside a list of deals."""
    for fault in REFUSED:
        yield fault.code, fault_text(fault)
    for place in PLACES:
        yield "where", fault_text(faults.BAD_PLACE.at(place, {"number": 5, "bidders": 4}))
