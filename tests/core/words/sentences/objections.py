"""The objections of rules."""

from collections.abc import Iterator

from scorekeeper.core.inputs import NOWHERE, Fault
from scorekeeper.core.rules.limits import BehindEnough, SideMinimum
from scorekeeper.core.rules.scripted_limits import ScriptedLimit
from scorekeeper.core.rules.seating import Side, side_path
from scorekeeper.core.words.faults import not_offered_text, objection_text

NIL = ("nil",)

OBJECTIONS: list[tuple[str, dict[str, object], str]] = [
    ("not-behind", {"call": "blind-6", "needed": 100, "behind": 99}, ""),
    ("not-behind", {"call": "blind-nil", "needed": 100, "behind": 0}, ""),
    ("changed", {"before": ("4",), "after": ("6",)}, ""),
    ("lowered", {"before": ("5",), "after": ("4",)}, ""),
    ("lowered", {"before": ("6", "bemo"), "after": ("6",)}, ""),
    ("raised", {"before": ("3",), "after": ("5",)}, ""),
    ("too-many-rounds", {"changes": 2, "allowed": 1}, ""),
    ("sum-is-tricks", {"tricks": 13}, ""),
    ("below-minimum", {"total": 3, "least": 4}, ""),
    ("above-highest", {"total": 11, "most": 10}, ""),
    ("blind-after-looking", {"before": ("6",), "after": ("blind-6",)}, ""),
    ("contradicts", {"first": "bemo", "needed": 1, "bid": "nil", "most": 0}, ""),
    ("contradicts", {"first": "bemo", "needed": 4, "bid": "2", "most": 2}, ""),
    ("contradicts", {"first": "big-bemo", "needed": 7, "bid": "blind-2", "most": 2}, ""),
    ("sum-is", {"total": 12, "needed": 13}, "mirrors"),
    ("sum-is", {"total": 12, "needed": 13}, ""),
    ("sum-at-most", {"total": 14, "most": 13, "by": ()}, "whiz"),
    ("sum-at-most", {"total": 9, "most": 4, "by": (2,)}, "fire"),
    ("sum-at-most", {"total": 14, "most": 13, "by": (2, 3)}, "fire"),
    ("at-least", {"place": 1, "bid": "nil", "least": 2}, "vice"),
    ("one-of", {"place": 3, "bid": "4", "choices": ("8", "3")}, "chance"),
    ("how-many", {"count": 0, "bids": ("2",), "low": 1, "high": 4, "to_come": 0}, "deuce"),
    ("how-many", {"count": 1, "bids": NIL, "low": 3, "high": 3, "to_come": 0}, "burned"),
    ("how-many", {"count": 2, "bids": NIL, "low": 3, "high": 3, "to_come": 0}, "burned"),
    ("how-many", {"count": 1, "bids": NIL, "low": 3, "high": 3, "to_come": 1}, "burned"),
    ("how-many", {"count": 2, "bids": NIL, "low": 4, "high": 4, "to_come": 1}, "burned"),
    ("how-many", {"count": 0, "bids": NIL, "low": 2, "high": 2, "to_come": 1}, "burned"),
    ("how-many", {"count": 3, "bids": ("8",), "low": 0, "high": 2, "to_come": 1}, "chance"),
    ("how-many", {"count": 2, "bids": ("9",), "low": 1, "high": 1, "to_come": 1}, "accident"),
    ("how-many", {"count": 1, "bids": ("9",), "low": 1, "high": 0, "to_come": 1}, "accident"),
    ("in-each-pair", {"count": 2, "bids": NIL, "low": 1, "high": 1, "to_come": 0}, "murder"),
    ("partners-alike", {"first": "3", "second": "nil"}, "backseat"),
    ("all-alike", {"place": 2, "bid": "4", "first": "nil"}, "copycat"),
    ("rising", {"place": 2, "bid": "nil", "due": 4}, "progression"),
    ("only-by", {"place": 3, "bid": "double-nil", "by": ()}, "regular"),
    ("only-by", {"place": 3, "bid": "double-nil", "by": (1,)}, "psycho"),
    ("only-by", {"place": 3, "bid": "double-nil", "by": (1, 2)}, "psycho"),
    ("cannot-fit", {"limits": (ScriptedLimit("sum-is", 14), ScriptedLimit("at-least", 3))}, "hang 'em"),
]


def sentences() -> Iterator[tuple[str, str]]:
    """Each with its code; the last one again with the side's name, if it concerns one side."""
    names = ("Ann", "Ben")
    for code, params, deal in OBJECTIONS:
        path = NOWHERE.within(deal) if deal else NOWHERE
        yield code, objection_text(Fault(code, params, path, "rule"), names)
    code, params, _ = OBJECTIONS[0]
    for side in (Side(0), Side(1)):
        objection = Fault(code, params, side_path(side), "rule")
        yield f"{code}, of one side", objection_text(objection, names)
        yield f"{code}, in a deal", objection_text(objection.within("whiz"), names)
    few = Fault("below-minimum", {"total": 1, "least": 4}, side_path(Side(0)), "side-minimum")
    for last in (1, 3):
        yield "not offered", not_offered_text(few, ("1", "2", "3")[:last], SideMinimum(4))
    for last in (1, 2):
        blind = Fault(code, params, NOWHERE, "blind")
        yield "not offered", not_offered_text(blind, ("blind-6", "blind-7")[:last], BehindEnough(100))
