"""Events: what the director and the desk record of a tournament, one frozen type per kind.

A result that comes from a game is never copied into an event: `TournamentState` has it from outside, by the game's id.
The events about results are in `results.py`, what a paired round has in `pairings.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, ClassVar

from scorekeeper.core.inputs import Fault
from scorekeeper.declared import BESIDE, Key, Most, Name, OneOf, Text, Usual, Whole
from scorekeeper.rooms.tournaments.domain.log.pairings import Counted, Pairing, Places, Sides, Wave
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import (
    MAX_HANDS,
    MAX_ID,
    MAX_MOVED,
    MAX_PAIRINGS,
    MAX_ROUND,
    MAX_ROUNDS,
    MAX_SCORE,
    MAX_SEED,
    MAX_SEQ,
    MAX_SIDES,
    MAX_STAGES,
    MAX_TEAM_NAME_LENGTH,
    MAX_TEAM_PLAYERS,
    MAX_TEAMS,
)
from scorekeeper.rooms.tournaments.domain.setting_up.setup import (
    WHEN_LEFT,
    Day,
    Number,
    Stage,
    TableNumber,
    Teams,
    TimeOfDay,
    TournamentSettings,
    Venue,
)

START = "start"
SETTINGS = "settings"
TEAM = "team"
TEAM_STATUS = "team-status"
ROUND = "round"
WITHDRAW = "withdraw"
SWAP = "swap"
GAME = "game"
CLOCK = "clock"
MESSAGE = "message"
DIRECTOR_CALL = "director-call"
APART = "apart"
ADJUST = "adjust"
LOTS = "lots"
MOVE = "move"
LINE_UP = "line-up"
END = "end"
TAKE_BACK = "take-back"
ERASE = "erase"

# What `team-status` records.
ENTERED = "entered"
ARRIVED = "arrived"
NO_SHOW = "no-show"
DROPPED = "dropped"
OUT = "out"
BUY_BACK = "buy-back"
PAID = "paid"
UNPAID = "unpaid"
RESTING = "resting"
FREE = "free"
BY_NUMBER = "by-number"
BY_NAME = "by-name"
STATUSES = (ENTERED, ARRIVED, NO_SHOW, DROPPED, OUT, BUY_BACK, PAID, UNPAID, RESTING, FREE, BY_NUMBER, BY_NAME)
"""`entered` takes an arrival back; `arrived` also brings a dropped team back; `out` is the director's.

In open play a team is free once its match counts, unless it is resting. Away from the desk a player is called by number
or by name.
"""

# What a swap exchanges.
TEAMS = "teams"
TABLES = "tables"
GAMES = "games"
EXCHANGED = (TEAMS, TABLES, GAMES)

# What is done to a clock.
CLOCK_START = "start"
CLOCK_PAUSE = "pause"
CLOCK_ADD = "add"
LAST_HAND = "last-hand"
CLOCK_ACTS = (CLOCK_START, CLOCK_PAUSE, CLOCK_ADD, LAST_HAND)

# Why a table calls the director, if it says so, and what came of its call: the desk is coming or was there, the table
# needs nobody any more, or its match is done.
CALL_REASONS = ("ruling", "score", "time")
COMING = "coming"
CALL_DONE = "done"
NOT_NEEDED = "not-needed"
MATCH_DONE = "match-done"
CALL_ANSWERS = (COMING, CALL_DONE, NOT_NEEDED, MATCH_DONE)

# How two teams are kept apart: they don't meet; in a rotation they don't partner, or neither. `no` lifts it.
OPPONENTS = "opponents"
PARTNERS = "partners"
BOTH = "both"
NOT_APART = "no"
KEPT_APART = (OPPONENTS, PARTNERS, BOTH, NOT_APART)

# What settled a tie for good.
BY_LOTS = "lots"
BY_HAND = "deciding-hand"
SETTLED_BY = (BY_LOTS, BY_HAND)

StageNumber = Annotated[int, Whole(1, MAX_STAGES)]
RoundNumber = Annotated[int, Key("round"), Whole(1, MAX_ROUND)]
Hands = Annotated[int | None, Whole(1, MAX_HANDS)]
LotSeed = Annotated[int, Whole(0, MAX_SEED)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One recorded event. `seq` counts a tournament's events from 1.

    `at` is when it was recorded, in milliseconds of UTC since 1970, and `who` wrote it: both are stored beside the
    payload, not in it. `kind` is the event's public name in the API, in exports and in the database.
    """

    kind: ClassVar[str]

    seq: Annotated[int, BESIDE]
    at: Annotated[int, BESIDE] = 0
    reason: Annotated[str | None, BESIDE] = None
    who: Annotated[str | None, BESIDE] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentStarted(Event):
    """The first event of every tournament: its name, stages and settings."""

    kind: ClassVar[str] = START
    name: str
    stages: tuple[Stage, ...]
    settings: TournamentSettings = field(default_factory=TournamentSettings)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsChanged(Event):
    """The director changes settings or stages: the complete new ones. Rounds that are paired stay as they are."""

    kind: ClassVar[str] = SETTINGS
    name: str
    stages: tuple[Stage, ...]
    settings: TournamentSettings = field(default_factory=TournamentSettings)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamEntered(Event):
    """A team enters, or its players change: a substitute, a new name, two solo players who are joined.

    A new team has the next free number. Without a `name` of its own it is called after its players. `joins` are the
    numbers of entries that this team absorbs. `fixed_table` is a table that the team keeps. A house team fills an odd
    field, and its own results never count. In a league it may have more players than sit down (`LineUpNamed`).
    """

    kind: ClassVar[str] = TEAM
    team: Number
    name: Annotated[str, Text(MAX_TEAM_NAME_LENGTH, trimmed=True, unsaid=True)] = ""
    players: Annotated[tuple[Annotated[str, Name()], ...], Most(MAX_TEAM_PLAYERS)]
    reserve: Annotated[str | None, Name()] = None
    joins: Annotated[tuple[Number, ...], Most(2)] = ()
    fixed_table: Annotated[TableNumber, Key("table")] = None
    house: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamStatusChanged(Event):
    """Teams arrive, don't show up, drop out, come back, buy back, or pay. `player`: only this one of a team.

    `played`: whether what they played in a round robin counts once they leave, see `setup.WHEN_LEFT`; empty: as set.
    `adds_rounds`: a late team meets everybody in a round robin, and makes up what it missed in rounds that are added.
    """

    kind: ClassVar[str] = TEAM_STATUS
    teams: Teams
    status: Annotated[str, OneOf(STATUSES)]
    player: Annotated[str | None, Name()] = None
    played: Annotated[str, OneOf(WHEN_LEFT, unsaid=True)] = ""
    adds_rounds: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPaired(Event):
    """A round with its pairings in full; `stage` and `number` count from 1.

    An unpublished round is only for the desk; the same round again, published or not, replaces it. In open play a
    further event of the same round adds its pairings.

    `lot_seed` is the seed of every lot that was drawn. `draw` is who plays in the stage, in the order of seeds, where
    the stage begins: the places of a bracket (None: a bye), or the pools of a round robin, or the teams that sit and
    those that move. A later draw of the same stage replaces it from this round on (buy-backs). `by_hand`: the director
    arranged these pools, so that pairing the round again, once it was withdrawn, keeps them. `plan` are the rounds
    after this one where they are drawn ahead. `counted` are the matches that it was paired from, each with the number
    of the event that gave its result (in the tournament's log for paper, else in its game's), unless an earlier round
    counted it so: what changes later is a correction.
    """

    kind: ClassVar[str] = ROUND
    stage: StageNumber
    number: RoundNumber
    pairings: Annotated[tuple[Pairing, ...], Most(MAX_PAIRINGS)]
    published: bool = True
    lot_seed: LotSeed = 0
    draw: Annotated[tuple[Places, ...], Most(MAX_TEAMS)] = ()
    by_hand: bool = False
    plan: Annotated[tuple[Annotated[tuple[Sides, ...], Most(MAX_PAIRINGS)], ...], Most(MAX_ROUNDS)] = ()
    counted: Annotated[tuple[Annotated[tuple[int, int], Counted()], ...], Most(MAX_SEQ)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundWithdrawn(Event):
    """A paired round is withdrawn, before any of its hands is recorded."""

    kind: ClassVar[str] = WITHDRAW
    stage: StageNumber
    number: RoundNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Swapped(Event):
    """Two teams of a round swap seats, or two matches their tables or their games (the wrong teams sat down).

    `first` and `second` are numbers of teams (`what` is `teams`) or of matches. A second team that is not in the round
    takes the first one's place: after a corrected result, in elimination.
    """

    kind: ClassVar[str] = SWAP
    what: Annotated[str, OneOf(EXCHANGED)]
    first: Number
    second: Number
    stage: StageNumber = 0
    number: RoundNumber = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLinked(Event):
    """The game of a match, by its public id; None takes it off, and the match is played again."""

    kind: ClassVar[str] = GAME
    match: Number
    game: Annotated[str | None, Text(MAX_ID)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSet(Event):
    """The clock of a round (of one wave) starts, also again after a pause, pauses, or gets more or fewer minutes.

    With `match`, only this table: `add` gives it minutes; `last-hand` makes `hand` its last.
    """

    kind: ClassVar[str] = CLOCK
    stage: StageNumber
    number: RoundNumber
    act: Annotated[str, OneOf(CLOCK_ACTS)]
    wave: Wave = 1
    minutes: Annotated[int, Whole(-MAX_MOVED, MAX_MOVED)] = 0
    match: Number | None = None
    hand: Hands = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageSent(Event):
    """The desk's message to the pad of a match, or without one to all. An empty `text` takes the one before away."""

    kind: ClassVar[str] = MESSAGE
    text: Annotated[str, Text(empty=True, trimmed=True)]
    match: Number | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorCalled(Event):
    """The table of a match calls the director, or says why, or its call is `answered`, see `CALL_ANSWERS`.

    The `reason` of a call is one of `CALL_REASONS`, or None.
    """

    kind: ClassVar[str] = DIRECTOR_CALL
    match: Number
    answered: Annotated[str, OneOf(CALL_ANSWERS, unsaid=True)] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptApart(Event):
    """Two teams are kept apart as long as that is possible, `how` is one of `KEPT_APART`; a later one replaces it."""

    kind: ClassVar[str] = APART
    first: Number
    second: Number
    how: Annotated[str, OneOf(KEPT_APART)] = OPPONENTS


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamAdjusted(Event):
    """A bonus or penalty for a team in a stage, in wins or points; it always has a reason."""

    kind: ClassVar[str] = ADJUST
    stage: Annotated[StageNumber, Usual(1)]
    team: Number
    wins: Annotated[int, Whole(-MAX_ROUNDS, MAX_ROUNDS)] = 0
    points: Annotated[int, Whole(-MAX_SCORE, MAX_SCORE)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LotsDrawn(Event):
    """Level teams of a stage, in the order that lots drew or a deciding hand gave; recorded once."""

    kind: ClassVar[str] = LOTS
    stage: Annotated[StageNumber, Usual(1)]
    order: Teams
    by: Annotated[str, OneOf(SETTLED_BY)] = BY_LOTS
    lot_seed: LotSeed = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureMoved(Event):
    """A match that was given beforehand is played on another day, at another time or place: all of it as it is now.

    `postponed`: that day is no more, until the match has another one or a result.
    """

    kind: ClassVar[str] = MOVE
    match: Number
    date: Day = ""
    time: TimeOfDay = ""
    place: Venue = ""
    postponed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpNamed(Event):
    """Who plays for a team of a league in a match: as many as sit down for it, in the order of their seats.

    It stays so for that match, and is what the team’s next match begins with.
    """

    kind: ClassVar[str] = LINE_UP
    match: Number
    team: Number
    players: Annotated[tuple[Annotated[str, Name()], ...], Most(MAX_SIDES)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentEnded(Event):
    """The podium: standings are final, and protests are closed."""

    kind: ClassVar[str] = END


@dataclass(frozen=True, slots=True, kw_only=True)
class EventUndone(Event):
    """Undoes the event with the number `event`. Undoing the latest undo brings that event back: a redo."""

    kind: ClassVar[str] = TAKE_BACK
    event: Annotated[int, Key("entry"), Whole(1, MAX_SEQ)]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerErased(Event):
    """A player's name was replaced in earlier events. It changes no result, and cannot be undone.

    `hashes` has the number of each rewritten event, in order, with the hash of its new content.
    """

    kind: ClassVar[str] = ERASE
    hashes: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable(Event):
    """A stored event that cannot be read, and why. Until it is undone, the tournament cannot be read either."""

    kind: ClassVar[str] = "unreadable"
    fault: Fault


def team_name(players: Sequence[str]) -> str:
    """The name of a team without a name of its own: `Ann & Cal`."""
    return " & ".join(players)
