"""Score lines of every kind."""

from collections.abc import Iterator

from scorekeeper.core.rules.calls import Aim, Call
from scorekeeper.core.rules.club_steps import TricksLine
from scorekeeper.core.rules.deal import Adjustment
from scorekeeper.core.rules.lines import Contract, LineItem
from scorekeeper.core.rules.pot import ChipsLine, PotLine
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rules.steps import OvertrickLine, PenaltyLine, RunLine
from scorekeeper.core.words.lines import line_text


def contract(code: str, tricks: int, took: int, made: bool = True) -> Contract:
    """A call for this many tricks, with its seats' tricks."""
    return Contract(Side(0), Call(code, Aim.AT_LEAST, tricks, 0, 0), (), took, made, 0)


LINES: list[tuple[str, object]] = [
    ("contract-made", contract("5", 5, 6)),
    ("contract-failed", contract("blind-6", 6, 5)),
    ("contract-doubled", contract("5", 5, 10, made=False)),
    ("outright", contract("13", 13, 13)),
    ("outright", contract("blind-10", 10, 11)),
    ("bemo-made", contract("bemo", 6, 8)),
    ("bemo-failed", contract("bemo", 6, 8, made=False)),
    ("big-bemo-made", contract("big-bemo", 9, 9)),
    ("big-bemo-failed", contract("big-bemo", 9, 9, made=False)),
    ("nil-made", contract("nil", 0, 0)),
    ("nil-failed", contract("nil", 0, 2, made=False)),
    ("nil-failed", contract("nil-front", 0, 1, made=False)),
    ("joint-nil-made", contract("nil", 0, 0)),
    ("joint-nil-failed", contract("nil", 0, 2, made=False)),
    ("joint-blind-nil-made", contract("blind-nil", 0, 0)),
    ("joint-blind-nil-failed", contract("blind-nil", 0, 1, made=False)),
    ("double-naught-failed", contract("double-naught", 0, 0, made=False)),
    ("bags", OvertrickLine(1, 4)),
    ("bags", OvertrickLine(3, 2)),
    ("bags", OvertrickLine(1, 0)),
    ("bags", OvertrickLine(2, 0)),
    ("failed-nil-bags", OvertrickLine(1, 3)),
    ("failed-nil-bags", OvertrickLine(2, 3)),
    ("overtricks", OvertrickLine(1, 7)),
    ("overtricks", OvertrickLine(4, 7)),
    ("failed-nil-overtricks", OvertrickLine(2, 7)),
    ("bag-penalty", PenaltyLine(10, 4, ((1, 2), (3, 7), (4, 1)))),
    ("bag-penalty", PenaltyLine(12, 4, ((4, 12),))),
    ("bag-penalty", PenaltyLine(13, 5, ((4, 12), (5, 1)))),
    ("overtrick-penalty", PenaltyLine(2, 9, ((8, 2),))),
    ("tricks-taken", TricksLine(1)),
    ("tricks-taken", TricksLine(8)),
    ("books-made", TricksLine(5)),
    ("perfect-run", RunLine(3, 9)),
    ("perfect-run-goes-on", RunLine(4, 9)),
    ("adjustment", Adjustment(Side(0), 50, "talking")),
    ("tricks-only", contract("5", 5, 3, made=False)),
    ("ante", ChipsLine(2)),
    ("stake", ChipsLine(1)),
    ("stake", ChipsLine(3)),
    ("pot", PotLine(14, 1)),
    ("pot-share", PotLine(19, 2)),
]


def sentences() -> Iterator[tuple[str, str]]:
    """Each with its reason."""
    for reason, figures in LINES:
        yield reason, line_text(LineItem(Side(0), 1, reason, figures, "number"))
