"""What rules object to in a bidding: the codes of objections, with their figures."""

from dataclasses import dataclass

from scorekeeper.core.rules.lines import Code


@dataclass(frozen=True, slots=True)
class NotBehind:
    """A call that needs its side this far behind, and how far behind it is."""

    call: str
    needed: int
    behind: int


@dataclass(frozen=True, slots=True)
class Replaced:
    """The calls of a bid, and those that replaced them."""

    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TooManyChanges:
    """How often a bid was changed, and how often it may be."""

    changes: int
    allowed: int


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A call of first tricks that takes more of them than the bid beside it allows."""

    first: str
    needed: int
    bid: str
    most: int


@dataclass(frozen=True, slots=True)
class SumIsTricks:
    """The tricks of the hand, which the bids add up to."""

    tricks: int


@dataclass(frozen=True, slots=True)
class BelowMinimum:
    """A pair's contract, and its minimum."""

    bid: int
    least: int


@dataclass(frozen=True, slots=True)
class AboveHighest:
    """A side's contract, and the highest that there may be."""

    bid: int
    most: int


@dataclass(frozen=True, slots=True)
class WrongSum:
    """The sum of the bids, and what it must be."""

    total: int
    needed: int


@dataclass(frozen=True, slots=True)
class SumTooHigh:
    """The sum of the bids at these places, or of all, and its maximum."""

    total: int
    most: int
    by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TooLow:
    """A bid at a place, and its minimum."""

    place: int
    bid: str
    least: int


@dataclass(frozen=True, slots=True)
class NotAmong:
    """A bid at a place, and the bids allowed there."""

    place: int
    bid: str
    bids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Miscounted:
    """How many bids are among these, the least and most that must be, and how many bids are still to come."""

    count: int
    bids: tuple[str, ...]
    low: int
    high: int
    to_come: int


@dataclass(frozen=True, slots=True)
class PartnersDiffer:
    """The bids of two partners."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class NotAsTheFirst:
    """A bid at a place, and that of the first bidder."""

    place: int
    bid: str
    first: str


@dataclass(frozen=True, slots=True)
class NotRising:
    """A bid at a place, and the number required there."""

    place: int
    bid: str
    due: int


@dataclass(frozen=True, slots=True)
class NotAllowed:
    """A bid at a place, and the places that may bid it."""

    place: int
    bid: str
    by: tuple[int, ...]


NOT_BEHIND = Code("not-behind", NotBehind)
LOWERED = Code("lowered", Replaced)
RAISED = Code("raised", Replaced)
CHANGED = Code("changed", Replaced)
BLIND_AFTER_LOOKING = Code("blind-after-looking", Replaced)
TOO_MANY_ROUNDS = Code("too-many-rounds", TooManyChanges)
CONTRADICTS = Code("contradicts", Contradiction)
SUM_IS_TRICKS = Code("sum-is-tricks", SumIsTricks)
BELOW_MINIMUM = Code("below-minimum", BelowMinimum)
ABOVE_HIGHEST = Code("above-highest", AboveHighest)
SUM_IS = Code("sum-is", WrongSum)
SUM_AT_MOST = Code("sum-at-most", SumTooHigh)
AT_LEAST = Code("at-least", TooLow)
ONE_OF = Code("one-of", NotAmong)
HOW_MANY = Code("how-many", Miscounted)
IN_EACH_PAIR = Code("in-each-pair", Miscounted)
PARTNERS_ALIKE = Code("partners-alike", PartnersDiffer)
ALL_ALIKE = Code("all-alike", NotAsTheFirst)
RISING = Code("rising", NotRising)
ONLY_BY = Code("only-by", NotAllowed)
