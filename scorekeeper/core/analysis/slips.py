"""What a paper audit finds: the mistakes on a written score sheet, as codes and params."""

from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.inputs import Fault
from scorekeeper.core.rules.deal import Bid
from scorekeeper.core.rules.lines import LineItem


class Slip(Enum):
    """How a wrong total usually happens."""

    LEFT_OUT = "left-out"  # a line
    COUNTED_TWICE = "counted-twice"
    SIGN_OF_LINE = "sign-of-line"
    WRONG_SIGN = "wrong-sign"
    SWAPPED_DIGITS = "swapped-digits"
    ADDING = "adding"
    MISWRITTEN = "miswritten"  # the next total is right


@dataclass(frozen=True, slots=True)
class Cause:
    """What would explain a wrong total: the slip, the line that it is about, and the total that would be right."""

    slip: Slip
    line: LineItem | None = None
    right: int = 0


@dataclass(frozen=True, slots=True)
class WrongTotal:
    """The total written after a hand, the one before it, and the points in between by the rules."""

    written: int
    before: int
    points: int


@dataclass(frozen=True, slots=True)
class AfterTheEnd:
    """A hand that does not count, and the one that ended the game."""

    last: int


@dataclass(frozen=True, slots=True)
class CorrectedBid:
    """A bid with which every total is right, and the one on the sheet."""

    player: str
    right: Bid
    written: Bid


@dataclass(frozen=True, slots=True)
class CorrectedCount:
    """A trick count with which every total is right, and the one on the sheet."""

    side: str
    right: int
    written: int


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake on paper: the hand, the side if it is one side’s, what is wrong, and how it may have happened."""

    hand: int
    side: str
    what: WrongTotal | AfterTheEnd | CorrectedBid | CorrectedCount | Fault
    unit: str
    cause: Cause | None = None
