"""Differences between what a file says and what its own record gives, as they are stored with a game."""

from dataclasses import dataclass

from scorekeeper.core.inputs.faults import NOWHERE, FieldPath


@dataclass(frozen=True, slots=True)
class Difference:
    """What a file has `claimed`, and what was `expected` by its own record; texts, which are stored with the game.

    Hand and line count from 1; 0 and an empty side mean the whole game.
    """

    what: str
    claimed: str = ""
    expected: str = ""
    hand: int = 0
    side: str = ""
    line: int = 0

    @property
    def path(self) -> FieldPath:
        """The hand, the side and the score line."""
        path = FieldPath.to("hand", self.hand) if self.hand else NOWHERE
        path = path.at(self.side) if self.side else path
        return path.at("score line", self.line) if self.line else path


# What differs, by its name in exports. The first nine are as old versions wrote them, with `said` and `expected`.
TRICKS = "the tricks are"
POINTS = "the points are"
TOTAL = "the total is"
OVERTRICKS = "the overtricks are"
TOTALS = "the totals are"
WINNER = "the winner is"
END = "the game's end is"
OBJECTIONS = "the objections are"
HAND_OR_LINE = "it is"
"""Of a hand: counted or not. Of a score line: its points and reason."""

LINE_CHANGED = "line-changed"
NO_CHECKSUMS = "no-checksums"
SHEET = "sheet"
UNFIT = "entries-unfit"
CHAIN = "chain-"
"""Followed by the code of the broken link: `said` is the event's number, `expected` what the event has."""

COUNTED, NOT_COUNTED = "counted", "not counted"
MISSING, NO_LINE, NONE = "missing", "none", "none"
FOR = " for "
"""Between the points and the reason of a score line: `-30 for penalty`."""
NOBODY = "nobody yet"
