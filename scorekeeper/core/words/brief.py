"""A side's result for a hand, in a few words: `7 made, 1 bag (now 3)`. Each part says whether it is a loss."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.rules.calls import Aim
from scorekeeper.core.rules.lines import Contract, LineItem
from scorekeeper.core.rules.ruleset import ScoringRules
from scorekeeper.core.rules.steps import (
    BAGS,
    FAILED_NIL_BAGS,
    FAILED_NIL_OVERTRICKS,
    OVERTRICKS,
    PENALTIES,
    OvertrickLine,
    PenaltyLine,
)
from scorekeeper.core.words.language import spaced, translate as _, translate_plural as _n
from scorekeeper.core.words.lines import line_text
from scorekeeper.core.words.vocabulary import POINTS, call_in_text, counted, worth_text

MADE_OVER = (BAGS.key, FAILED_NIL_BAGS.key, OVERTRICKS.key, FAILED_NIL_OVERTRICKS.key)

BriefPart = tuple[str, bool]


def brief_parts(lines: Sequence[LineItem], scoring: ScoringRules) -> list[BriefPart]:
    """Everything that changes a total, losses first."""
    parts = [_part(line, scoring.unit if line.in_total else POINTS) for line in lines if line.reason not in MADE_OVER]
    over = [line.params for line in lines if line.reason in MADE_OVER]
    bags = [params for params in over if isinstance(params, OvertrickLine)]
    if bags:
        parts.append((_over(sum(line.count for line in bags), bags[-1].last, scoring), False))
    elif scoring.bags_per_penalty and any(
        isinstance(line.params, Contract) and _is_number_made(line.params) for line in lines
    ):
        parts.append((_("no overtrick") if scoring.overtrick_word == "overtrick" else _("no bag"), False))
    return sorted(parts, key=lambda part: not part[1])


@dataclass(frozen=True, slots=True)
class Mark:
    """What made a score, in a word beside it: `set`, `10 bags`, `nil`; `made` only for a call besides a number."""

    text: str
    made: bool | None = None


def score_marks(lines: Sequence[LineItem], scoring: ScoringRules) -> list[Mark]:
    """Penalties, sets, and calls besides numbers; the rest of a score needs no mark."""
    marks: list[Mark] = []
    for line in lines:
        mark = _mark(line, scoring)
        if mark is not None and mark not in marks:
            marks.append(mark)
    return marks


def _mark(line: LineItem, scoring: ScoringRules) -> Mark | None:
    if isinstance(line.params, PenaltyLine):
        count = line.params.bags_per_penalty
        return Mark(
            _("{count} over", count=count)
            if scoring.overtrick_word == "overtrick"
            else counted(count, scoring.overtrick_word)
        )
    if not isinstance(line.params, Contract):
        return None
    if not line.params.call.is_number:
        return Mark(call_in_text(line.params.call.code), line.params.made)
    if line.params.made:
        return None
    return Mark(_("set") if line.params.call.aim is Aim.AT_LEAST else _("missed"))


def _is_number_made(contract: Contract) -> bool:
    return contract.call.is_number and contract.made


def _over(count: int, last: int, scoring: ScoringRules) -> str:
    if not last:
        return counted(count, scoring.overtrick_word)
    if scoring.overtrick_word == "overtrick":
        return _n(count, "1 overtrick (now {last})", "{count} overtricks (now {last})", last=last)
    return _n(count, "1 bag (now {last})", "{count} bags (now {last})", last=last)


def _part(line: LineItem, unit: str) -> BriefPart:
    if isinstance(line.params, Contract):
        return _contract(line.params, worth_text(line.points, unit))
    if isinstance(line.params, PenaltyLine) and line.reason in [code.key for code in PENALTIES.values()]:
        word = next(word for word, code in PENALTIES.items() if code.key == line.reason)
        return spaced(counted(line.params.bags_per_penalty, word), worth_text(line.points, unit)), True
    return spaced(line_text(line), worth_text(line.points, unit)), line.points < 0


def _contract(contract: Contract, points: str) -> BriefPart:
    call = call_in_text(contract.call.code)
    if not contract.call.is_number:
        return spaced(call, points), not contract.made
    if contract.made:
        return _("{bid} made", bid=call), False
    short = contract.call.tricks - contract.tricks
    if contract.call.aim is Aim.AT_LEAST and short > 0:
        return _("set by {count}", count=short), True
    if contract.call.is_doubled(contract.tricks):
        return _("{bid} taken twice", bid=call), True
    return _("{bid} missed", bid=call), True
