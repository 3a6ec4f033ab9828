"""Calls: what each promises, what it is worth, and whose tricks decide it."""

from dataclasses import dataclass
from enum import Enum

PARTNER = "partner"
"""What the other partner says where one number is for both: nothing of its own."""

BLIND = "blind-"
"""The prefix of the codes of blind calls."""


class Aim(Enum):
    """What a call promises about its n tricks."""

    AT_LEAST = "at least"
    EXACTLY = "exactly"
    AT_MOST = "at most"
    FIRST = "the first"  # takes the first n tricks; no count shows it, so the table says whether it was made


# Asked of each call of each hand: looked up in `Aim` they take as long as calling a function.
AT_LEAST, FIRST = Aim.AT_LEAST, Aim.FIRST


class CountedOver(Enum):
    """Whose tricks decide a call."""

    SEAT = "seat"  # the bidder's own
    SIDE = "side"  # the side's, less those of its seats that promised none
    HAND = "hand"  # one named hand of cards of a side that holds several


class FailedNilTricks(Enum):
    """Where the tricks of a failed nil go."""

    NOWHERE = "ignored"
    OVERTRICKS = "bags"
    UNSCORED = "bags-unscored"  # overtricks that count, and score nothing
    PARTNER = "helps"


@dataclass(frozen=True, slots=True)
class Call:
    """One thing to bid. Points are whole; `failed` is added when it fails, so it is mostly below zero.

    A call without a `slot` is a bid by itself; a call with a slot goes with a number, one for each slot, unless the
    number is `alone`. With `each_short` a failed call loses `failed` for each missing trick. `twice` is what it scores
    instead where twice its tricks are taken, which is a failed bid too (0: nothing of the kind). A `joint` nil and the
    same one of the partner are one call. `reason` begins the codes of its score lines, `rule` is its anchor on the rule
    set's page; `nickname` is what players call it there.
    """

    code: str
    aim: Aim
    tricks: int
    made: int
    failed: int
    reason: str = "contract"
    rule: str = "number"
    counted_over: CountedOver = CountedOver.SEAT
    hand: int = 0
    slot: str = ""
    alone: bool = True
    blind: bool = False
    behind: int = 0
    overtricks: bool = False
    wins: bool = False
    each_short: bool = False
    failed_tricks: FailedNilTricks = FailedNilTricks.NOWHERE
    joint: bool = False
    twice: int = 0
    nickname: str = ""

    @property
    def is_nil(self) -> bool:
        """A promise to take no tricks: its seat's tricks help nobody."""
        return self.aim is Aim.EXACTLY and self.tricks == 0

    @property
    def is_number(self) -> bool:
        """A bid of this many tricks, blind or not."""
        return self.reason == "contract"

    @property
    def is_partners(self) -> bool:
        """The partner's number counts for this seat too: the call itself promises nothing."""
        return self.code == PARTNER

    def is_made(self, took: int) -> bool:
        """Whether this many tricks make it; for `FIRST` only the table can tell."""
        if self.aim is AT_LEAST:
            return took >= self.tricks and not self.is_doubled(took)
        if self.aim is Aim.EXACTLY:
            return took == self.tricks
        return self.aim is Aim.AT_MOST and took <= self.tricks

    def is_doubled(self, took: int) -> bool:
        """Whether this many tricks cost the bid for being twice as many."""
        return self.twice < 0 and took >= 2 * self.tricks
