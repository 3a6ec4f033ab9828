"""The objections of rules."""

from collections.abc import Iterator

from scorekeeper.core.rules.bidding_rule import CannotFit
from scorekeeper.core.rules.limits import BehindEnough, SideMinimum
from scorekeeper.core.rules.lines import Objection
from scorekeeper.core.rules.objections import (
    AboveHighest,
    BelowMinimum,
    Contradiction,
    Miscounted,
    NotAllowed,
    NotAmong,
    NotAsTheFirst,
    NotBehind,
    NotRising,
    PartnersDiffer,
    Replaced,
    SumIsTricks,
    SumTooHigh,
    TooLow,
    TooManyChanges,
    WrongSum,
)
from scorekeeper.core.rules.scripted_limits import ScriptedLimit
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.words.objections import not_offered_text, objection_text

NIL = ("nil",)

OBJECTIONS: list[tuple[str, object, str]] = [
    ("not-behind", NotBehind("blind-6", 100, 99), ""),
    ("not-behind", NotBehind("blind-nil", 100, 0), ""),
    ("changed", Replaced(("4",), ("6",)), ""),
    ("lowered", Replaced(("5",), ("4",)), ""),
    ("lowered", Replaced(("6", "bemo"), ("6",)), ""),
    ("raised", Replaced(("3",), ("5",)), ""),
    ("too-many-rounds", TooManyChanges(2, 1), ""),
    ("sum-is-tricks", SumIsTricks(13), ""),
    ("below-minimum", BelowMinimum(3, 4), ""),
    ("above-highest", AboveHighest(11, 10), ""),
    ("blind-after-looking", Replaced(("6",), ("blind-6",)), ""),
    ("contradicts", Contradiction("bemo", 4, "2", 2), ""),
    ("contradicts", Contradiction("big-bemo", 7, "blind-2", 2), ""),
    ("sum-is", WrongSum(12, 13), "mirrors"),
    ("sum-is", WrongSum(12, 13), ""),
    ("sum-at-most", SumTooHigh(14, 13, ()), "whiz"),
    ("sum-at-most", SumTooHigh(14, 13, (2, 3)), "fire"),
    ("at-least", TooLow(1, "nil", 2), "vice"),
    ("one-of", NotAmong(3, "4", ("8", "3")), "chance"),
    ("how-many", Miscounted(0, ("2",), 1, 4, 0), "deuce"),
    ("how-many", Miscounted(1, NIL, 3, 3, 0), "burned"),
    ("how-many", Miscounted(2, NIL, 3, 3, 0), "burned"),
    ("how-many", Miscounted(1, NIL, 3, 3, 1), "burned"),
    ("how-many", Miscounted(3, ("8",), 0, 2, 1), "chance"),
    ("how-many", Miscounted(2, ("9",), 1, 1, 1), "accident"),
    ("how-many", Miscounted(1, ("9",), 1, 0, 1), "accident"),
    ("in-each-pair", Miscounted(2, NIL, 1, 1, 0), "murder"),
    ("partners-alike", PartnersDiffer("3", "nil"), "backseat"),
    ("all-alike", NotAsTheFirst(2, "4", "nil"), "copycat"),
    ("rising", NotRising(2, "nil", 4), "progression"),
    ("only-by", NotAllowed(3, "double-nil", ()), "regular"),
    ("only-by", NotAllowed(3, "double-nil", (1, 2)), "psycho"),
    ("cannot-fit", CannotFit((ScriptedLimit("sum-is", 14), ScriptedLimit("at-least", 3))), "hang 'em"),
]


def sentences() -> Iterator[tuple[str, str]]:
    """Each with its code; the last one again with the side's name, if it concerns one side."""
    for code, figures, deal in OBJECTIONS:
        yield code, objection_text(Objection(code, figures, "rule", None, deal), ("Ann", "Ben"))
    code, figures, deal = OBJECTIONS[0]
    for side in (Side(0), Side(1)):
        yield f"{code}, of one side", objection_text(Objection(code, figures, "rule", side, deal), ("Ann", "Ben"))
        yield f"{code}, in a deal", objection_text(Objection(code, figures, "rule", side, "whiz"), ("Ann", "Ben"))
    few = Objection("below-minimum", BelowMinimum(1, 4), "side-minimum", Side(0))
    for last in (1, 3):
        yield "not offered", not_offered_text(few, ("1", "2", "3")[:last], SideMinimum(4))
    for last in (1, 2):
        blind = Objection(code, figures, "blind")
        yield "not offered", not_offered_text(blind, ("blind-6", "blind-7")[:last], BehindEnough(100))
