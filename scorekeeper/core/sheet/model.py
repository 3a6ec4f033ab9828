"""A sheet in memory: who sat where, the rules, and the hands as recorded."""

from dataclasses import dataclass, field

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.rules.deal import HandRecord
from scorekeeper.core.rules.endings import TimeCall
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.scoreboard import Scoreboard, replay
from scorekeeper.core.rules.seating import DealerChange, Seat, Side

FORMAT = "scorekeeper-sheet/1"
SCOREBOARD_FORMAT = "scorekeeper-scoreboard/1"

MAX_ADJUSTMENT = 100_000
MAX_HANDS = 1000
MAX_MINUTES = 100_000
MAX_LIMIT = 600  # minutes
MAX_SUBSTITUTES = 100
MAX_DEALERS = 100
MAX_AGREED_LINES = 12
MAX_AGREED_LINE_LENGTH = 120
BETWEEN_PLAYERS = (" & ", " and ")
"""The separator of players' names in a side's default name."""


@dataclass(frozen=True, slots=True)
class SideNames:
    """A side's name, and its players in seat order."""

    name: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Substitute:
    """A player who takes over a seat from a hand on."""

    hand: int
    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game as the table recorded it; `dealer` dealt hand 1.

    `sides` are those of the first hand, `substitutes` the later players, in the order of the hands. `closed` is the
    table's reason if it stopped early, otherwise None; `forfeit` the side that conceded, if one did. `tags` are the
    table's own words, kept unchanged; `agreed` its own notes on cards and manners, which score nothing. `dealers`
    are those that the table set right later, in the order of the hands. `minutes` is how long the game may take, 0 for
    no limit; `time` names the last hand once time was called.
    """

    rules: HouseRules
    sides: tuple[SideNames, ...]
    dealer: Seat
    hands: tuple[HandRecord, ...] = ()
    closed: str | None = None
    tags: dict[str, str] = field(default_factory=dict)
    substitutes: tuple[Substitute, ...] = ()
    forfeit: Side | None = None
    agreed: tuple[str, ...] = ()
    dealers: tuple[DealerChange, ...] = ()
    minutes: int = 0
    time: TimeCall | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The sides' names; a name made of player names follows substitutions."""
        return self.names_at(None)

    @property
    def plays_alone(self) -> bool:
        """Whether each side is one player."""
        return len(self.sides[0].players) == 1

    def names_at(self, hand: int | None) -> tuple[str, ...]:
        """The sides' names in a hand, or now."""
        if not self.substitutes:
            return tuple(side.name for side in self.sides)
        return tuple(self._name_at(Side(i), hand) for i in range(len(self.sides)))

    def player_at(self, seat: Seat, hand: int | None = None) -> str:
        """Who has this seat now, or had it in a hand."""
        side = self.rules.seating.side_of[seat]
        position = self.rules.seating.seats_of[side].index(seat)
        players = self.sides[side].players
        position = min(position, len(players) - 1)
        sat = players[position]
        bidder = self.rules.seating.bidders_of(side)[position]
        for change in self.substitutes:
            if change.seat == bidder and (hand is None or change.hand <= hand):
                sat = change.player
        return sat

    def players_of(self, side: Side, hand: int | None = None) -> tuple[str, ...]:
        """Who plays on a side now, or played in a hand, in seat order."""
        return tuple(self.player_at(seat, hand) for seat in self.rules.seating.bidders_of(side))

    def _name_at(self, side: Side, hand: int | None) -> str:
        sheet_side = self.sides[side]
        for between in BETWEEN_PLAYERS:
            if sheet_side.name == between.join(sheet_side.players):
                return between.join(self.players_of(side, hand))[:MAX_NAME_LENGTH]
        return sheet_side.name

    def scoreboard(self) -> Scoreboard:
        """Replay the hands. Raises `InvalidInput`, naming the hand and the side."""
        try:
            board = replay(self.rules, self.dealer, self.hands, self.dealers, self.time)
        except InvalidInput as error:
            raise error.with_names(self.names) from error
        if self.closed is not None and board.outcome is None:
            return board.closed(self.closed, self.forfeit)
        return board
