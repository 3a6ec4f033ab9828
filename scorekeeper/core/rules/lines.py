"""Codes with typed params, and the lines of a score sheet: every point with its reason."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from scorekeeper.core.rules.calls import Call
from scorekeeper.core.rules.seating import Seat, Side

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Code(Generic[F]):
    """A code, with the type of its params.

    Both the code that makes a line and the code that words it must use params of this type: mypy checks both.
    """

    key: str
    params: type[F]


# Lines, contracts and scores are not frozen, though nothing changes them: every hand of every game makes some, and a
# frozen dataclass takes six times as long to make.
@dataclass(slots=True)
class LineItem:
    """Points for a side, and why: a reason code with its params, and the anchor of the rule.

    The step that adds the line defines the code and the type of its params. `in_total` is False for points that
    decide a pot and are not part of the score.
    """

    side: Side
    points: int
    reason: str
    params: object
    rule: str
    in_total: bool = True


@dataclass(frozen=True, slots=True)
class RuleText:
    """A sentence of the rules page: its anchor, and its code with params; made by `rule_text_of`."""

    rule: str
    code: str
    params: object


def rule_text_of(rule: str, code: Code[F], params: F) -> RuleText:
    """A rule text, with the params of its code."""
    return RuleText(rule, code.key, params)


@dataclass(slots=True)
class Contract:
    """A call with its result: the seats whose tricks decide it, their tricks, made or not, and the overtricks.

    `ruled_set`: it failed by a ruling, whatever the tricks.
    """

    side: Side
    call: Call
    seats: tuple[Seat, ...]
    tricks: int
    made: bool
    overtricks: int
    ruled_set: bool = False

    @property
    def is_perfect(self) -> bool:
        """Made to the trick."""
        return self.made and self.tricks == self.call.tricks
