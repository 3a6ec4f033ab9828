"""What is written out: a game with its chain, a table with its people, and what a player's games add up to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from scorekeeper.core.game import GameState
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.sheet import Sheet
from scorekeeper.formats.chain import Entry, Signer

Json = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ExportedGame:
    """A game with its chain.

    `not_counted` is why the table leaves it out of its statistics, None where it counts; `differences` are those that
    were found when it came in from a file. `signer` signs it as it goes out; None where nobody does.
    """

    id: str
    course: GameState
    entries: tuple[Entry, ...]
    number: int = 1
    not_counted: str | None = None
    differences: Sequence[Json] = field(default_factory=tuple)
    signer: Signer | None = field(default=None, compare=False, repr=False)

    @property
    def started(self) -> datetime:
        """When its first entry was written."""
        return self.entries[0].at

    @property
    def sheet(self) -> Sheet:
        """The sheet that stands."""
        return self.course.sheet

    @property
    def board(self) -> Scoreboard:
        """What it comes to."""
        return self.course.board


@dataclass(frozen=True, slots=True)
class ExportedTable:
    """A table ready to be written out; `merged` has for a name the name that it was merged into."""

    name: str
    players: Sequence[str] = ()
    merged: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayerSums:
    """What a player's finished games add up to: each figure of `core.game.figures.LABELS` by its name."""

    name: str
    games: int
    sums: Mapping[str, int]
