"""A game's key moments, as its last page, its picture and a chat tell them."""

from collections.abc import Iterator

from scorekeeper.core.analysis.moments import LARGEST, LEAD, LINE, KeyMoment
from scorekeeper.core.rules.calls import Aim, Call
from scorekeeper.core.rules.lines import Contract, LineItem
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rules.steps import PenaltyLine
from scorekeeper.core.words.moments import moment_text

CALLS = (
    ("5", 5, 4, "contract"),
    ("blind-6", 6, 7, "contract"),
    ("blind-6", 6, 5, "contract"),
    ("13", 13, 13, "outright"),
)
PROMISES = (("nil", 0, "nil"), ("blind-nil", 2, "nil"), ("nil-front", 1, "nil"), ("bemo", 8, "bemo"))


def _contract(code: str, tricks: int, took: int, reason: str, made: bool) -> Contract:
    return Contract(Side(0), Call(code, Aim.AT_LEAST, tricks, 0, 0, reason=reason), (), took, made, 0)


def _line(reason: str, figures: object, points: int) -> KeyMoment:
    return KeyMoment(4, Side(0), LINE, points, LineItem(Side(0), points, reason, figures, "number"))


def sentences() -> Iterator[tuple[str, str]]:
    """Each kind of moment."""
    for code in (LEAD, LARGEST):
        yield code, moment_text(KeyMoment(4, Side(0), code, 80), "Ann & Cal")
    for call, tricks, took, reason in CALLS:
        yield (
            "calls",
            moment_text(_line(reason, _contract(call, tricks, took, reason, took >= tricks), 100), "Ann & Cal"),
        )
    for call, took, reason in PROMISES:
        for made in (True, False):
            yield "calls", moment_text(_line(f"{reason}-made", _contract(call, 0, took, reason, made), 100), "Ben")
    for reason in ("bag-penalty", "overtrick-penalty"):
        penalty = _line(reason, PenaltyLine(10, 4, ((4, 10),)), -100)
        yield "penalties", moment_text(penalty, "Ann & Cal")
        yield "penalties", moment_text(penalty, "Ann & Cal", "tenths")
