"""The lines of a score sheet: every point with its reason."""

from dataclasses import dataclass

from scorekeeper.rules.calls import Call
from scorekeeper.rules.seating import Seat, Side

Figure = int | str | tuple[tuple[int, int], ...]
"""A number, a call's code or a name of the table's, or a ledger: (hand, how many) for each hand that added to it."""


@dataclass(frozen=True, slots=True)
class LineItem:
    """So many points for a side, and why: a reason code with its figures and the rule; `line_words` makes the sentence.

    `in_total` is false for the points that decide a pot and are not themselves the score.
    """

    side: Side
    points: int
    reason: str
    figures: tuple[Figure, ...]
    rule: str
    in_total: bool = True


@dataclass(frozen=True, slots=True)
class Objection:
    """What a rule objects to in bids that can be scored all the same; `side` where it is one side's doing."""

    code: str
    figures: tuple[Figure, ...]
    rule: str
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Contract:
    """A call as it turned out: the seats whose tricks answer, the tricks they took, made or not, and the overtricks."""

    side: Side
    call: Call
    seats: tuple[Seat, ...]
    tricks: int
    made: bool
    overtricks: int

    @property
    def is_perfect(self) -> bool:
        """Made to the trick."""
        return self.made and self.tricks == self.call.tricks
