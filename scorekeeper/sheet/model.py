"""A sheet in memory: who sat where, by which rules, and the hands as the table wrote them down."""

from dataclasses import dataclass, field

from scorekeeper.rules.errors import MalformedHand
from scorekeeper.rules.record import HandRecord
from scorekeeper.rules.ruleset import HouseRules
from scorekeeper.rules.scoreboard import Scoreboard, replay
from scorekeeper.rules.seating import Seat

FORMAT = "scorekeeper-sheet/1"
SCOREBOARD_FORMAT = "scorekeeper-scoreboard/1"

LONGEST_NAME = 40
LONGEST_TEXT = 1000
LARGEST_ADJUSTMENT = 100_000
MOST_HANDS = 1000


class BadSheet(ValueError):
    """A sheet that cannot be read.

    The message is one line: where, what is wrong, what would be right; `hand` is 0 for the head.
    """

    def __init__(self, message: str, hand: int = 0) -> None:
        super().__init__(message)
        self.hand = hand


@dataclass(frozen=True, slots=True)
class SideNames:
    """A side's name, and the people who play on it in seat order."""

    name: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game as the table wrote it down; `dealer` dealt hand 1.

    `closed` is the table's reason where it stopped early, None where it did not. `tags` are words of the table's own,
    kept as they are.
    """

    rules: HouseRules
    sides: tuple[SideNames, ...]
    dealer: Seat
    hands: tuple[HandRecord, ...] = ()
    closed: str | None = None
    tags: dict[str, str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The sides' names."""
        return tuple(side.name for side in self.sides)

    def player_at(self, seat: Seat) -> str:
        """Who sits at this seat."""
        side = self.rules.seating.side_of[seat]
        place = self.rules.seating.seats_of[side].index(seat)
        players = self.sides[side].players
        return players[min(place, len(players) - 1)]

    def scoreboard(self) -> Scoreboard:
        """Replay the hands. Raises `BadSheet`, naming the hand and the side."""
        try:
            board = replay(self.rules, self.dealer, self.hands)
        except MalformedHand as error:
            raise BadSheet(error.sentence(self.names), error.hand) from error
        if self.closed is not None and board.outcome is None:
            return board.closed(self.closed)
        return board
