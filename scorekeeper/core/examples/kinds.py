"""What examples show: their codes, with the figures that tell what happened."""

from dataclasses import dataclass

from scorekeeper.core.examples.hands import Codes, Ours
from scorekeeper.core.rules.endings import Outcome
from scorekeeper.core.rules.lines import Code


@dataclass(frozen=True, slots=True)
class OurHand:
    """One hand of our side: who bid for it, what they did, and the call that the example is about."""

    bidders: tuple[str, ...]
    ours: Ours
    call: str
    tricks: int


@dataclass(frozen=True, slots=True)
class PotHand:
    """A hand for a pot: what everyone bid, and what each took."""

    bid: Codes
    took: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Overtaken:
    """Hands with these overtricks, by their name, until a full count costs points; `left` of them remain."""

    word: str
    every: int
    counts: tuple[int, ...]
    left: int


@dataclass(frozen=True, slots=True)
class PerfectBids:
    """A number bid and taken so often."""

    tricks: int
    length: int


@dataclass(frozen=True, slots=True)
class End:
    """The sides' scores after this many hands, and what the game came to, if it is over.

    `overtricks` are given for `tie_by_overtricks`, where they break a tie. `word` is what they are called.
    """

    names: tuple[str, ...]
    totals: tuple[int, ...]
    overtricks: tuple[int, ...]
    tie_by_overtricks: bool
    word: str
    hands: int
    outcome: Outcome | None


TO_THE_TRICK = Code("to-the-trick", OurHand)
TWO_TO_SPARE = Code("two-to-spare", OurHand)
TWO_FEWER = Code("two-fewer", OurHand)
ONE_TOO_MANY = Code("one-too-many", OurHand)
SET = Code("set", OurHand)
EXACT_MADE = Code("exact-made", OurHand)
EXACT_FAILED = Code("exact-failed", OurHand)
CALL_MADE = Code("call-made", OurHand)
CALL_FAILED = Code("call-failed", OurHand)
FIRST_MADE = Code("first-made", OurHand)
FIRST_MISSED = Code("first-missed", OurHand)
CALL_ONE_OVER = Code("call-one-over", OurHand)
CALL_ONE_SHORT = Code("call-one-short", OurHand)
WINS_OUTRIGHT = Code("wins-outright", OurHand)
POT_WON = Code("pot-won", PotHand)
POT_SHARED = Code("pot-shared", PotHand)
PENALTY = Code("penalty", Overtaken)
PERFECT_RUN = Code("perfect-run", PerfectBids)
TWO_AT_TARGET = Code("two-at-target", End)
LEVEL_AT_TARGET = Code("level-at-target", End)
AT_FLOOR = Code("at-floor", End)
AFTER_HANDS = Code("after-hands", End)
LEVEL_AFTER_HANDS = Code("level-after-hands", End)
TABLE_STOPS = Code("table-stops", End)
