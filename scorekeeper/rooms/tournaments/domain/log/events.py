"""Events: what the director and the desk record of a tournament, one frozen type per kind.

A result that comes from a game is never copied into an event: `TournamentState` has it from outside, by the game's id.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from scorekeeper.core.game.events import undone_by
from scorekeeper.core.inputs import Fault, FieldPath, InvalidInput, Json
from scorekeeper.core.inputs.faults import ValueKind
from scorekeeper.declared import BESIDE, Key, Most, Name, OneOf, Text, Usual, Whole
from scorekeeper.rooms.tournaments import faults
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import (
    MAX_FIXTURES,
    MAX_HANDS,
    MAX_ID,
    MAX_KEY,
    MAX_MOVED,
    MAX_NUMBER,
    MAX_PAIRINGS,
    MAX_PLACES,
    MAX_REASONS,
    MAX_ROUND,
    MAX_ROUNDS,
    MAX_SCORE,
    MAX_SEED,
    MAX_SEQ,
    MAX_SIDES,
    MAX_SLOT,
    MAX_STAGES,
    MAX_TEAM_NAME_LENGTH,
    MAX_TEAMS,
    MAX_WAVES,
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
RESULT = "result"
RESULTS = "results"
REPORT = "report"
TAKE_OUT = "take-out"
CONFIRM = "confirm"
CLOCK = "clock"
MESSAGE = "message"
DIRECTOR_CALL = "director-call"
APART = "apart"
ADJUST = "adjust"
LOTS = "lots"
MOVE = "move"
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

# How a result without a game came about. A no-show is a forfeit by absence.
PAPER = "paper"
FORFEIT = "forfeit"
GIVEN_BY = (PAPER, FORFEIT, NO_SHOW)

# Where a score was typed or brought; empty in older logs.
AT_DESK = "desk"
BY_STACK = "stack"
BY_LIST = "list"
BY_PROGRAM = "program"
BY_PHONE = "phone"

AGREED = "agreed"
DISPUTED = "disputed"
RULED = "ruled"
VERDICTS = (AGREED, DISPUTED, RULED)
"""`ruled`: a director decided something in the match's game, which has its own log."""

# Who confirmed: the director, nobody objected in the set time, or the phone of the side that had not brought the score.
BY_DIRECTOR = "director"
BY_TIME = "time"
BY_SIDE = "side"
CONFIRMED_BY = (BY_DIRECTOR, BY_TIME, BY_SIDE)

SOURCES = (AT_DESK, BY_STACK, BY_LIST, BY_PROGRAM, BY_TIME, BY_PHONE)

# What a swap exchanges.
TEAMS = "teams"
TABLES = "tables"
GAMES = "games"
EXCHANGED = (TEAMS, TABLES, GAMES)

WALKOVER = "walkover"
"""Why a team has a bye because the other one left: it counts as a win, where a bye counts nothing."""

SWAPPED = "swapped"
"""Why a match has the teams that the director gave it."""
NO_REMATCH = "no-rematch"
"""Why a match of a bracket has teams of another one of its round."""

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
Wave = Annotated[int, Whole(1, MAX_WAVES)]
Hands = Annotated[int | None, Whole(1, MAX_HANDS)]
LotSeed = Annotated[int, Whole(0, MAX_SEED)]
SideNumbers = Annotated[tuple[Annotated[int, Whole(-MAX_SCORE, MAX_SCORE)], ...], Most(MAX_SIDES)]
SomeTeams = Annotated[tuple[Number, ...], Most(MAX_SIDES)]

Sides = Annotated[tuple[Annotated[tuple[Number, ...], Most(MAX_SIDES, filled=True)], ...], Most(MAX_SIDES, filled=True)]
"""Who plays, as the numbers of teams for each side of the game: `((3,), (8,))`; `((1, 4), (2, 7))` in a rotation.

A single side has a bye or sits out.
"""


class Params:
    """Params of a reason: numbers, short texts, and lists and objects of them."""

    def read(self, where: FieldPath, value: object, what: str, depth: int = 3) -> Any:
        """The params by their names."""
        if depth == 3 and not isinstance(value, dict):
            raise where.not_a(ValueKind.OBJECT, value, what)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int):
            return where.whole(value, what, -MAX_SEED, MAX_SEED)
        if isinstance(value, list) and depth:
            return tuple(
                self.read(where, part, what, depth - 1) for part in Most(MAX_PAIRINGS).read(where, value, what)
            )
        if isinstance(value, dict) and depth and len(value) <= 20:
            return {
                where.text(key, what, MAX_KEY): self.read(where, part, what, depth - 1) for key, part in value.items()
            }
        return where.text(value, what, 200, empty=True)

    @property
    def schema(self) -> Json:
        """Any object."""
        return {"type": "object"}


@dataclass(frozen=True, slots=True)
class Why:
    """A reason as a code with its params, worded by `tournament.words`."""

    code: Annotated[str, Text(MAX_KEY)]
    params: Annotated[Mapping[str, Any], Params()] = field(default_factory=dict)


Reasons = Annotated[tuple[Why, ...], Most(MAX_REASONS)]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match of a round as it was paired.

    `match` is its number in the tournament, `table` the number of a real table (None for a bye). `slot` is its place in
    a bracket, such as `W2.1`; `pool` its pool in a round robin, from 1; both empty elsewhere. `wave` is 2 where too few
    tables make two waves.
    """

    match: Number
    sides: Sides
    table: TableNumber = None
    why: Reasons = ()
    slot: Annotated[str, Text(MAX_SLOT, empty=True)] = ""
    pool: Annotated[int, Whole(0, MAX_TEAMS)] = 0
    wave: Wave = 1

    @property
    def is_bye(self) -> bool:
        """Whether there is nobody to play against."""
        return len(self.sides) == 1

    @property
    def teams(self) -> tuple[int, ...]:
        """All teams of the match."""
        return tuple(team for side in self.sides for team in side)


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
    field, and its own results never count.
    """

    kind: ClassVar[str] = TEAM
    team: Number
    name: Annotated[str, Text(MAX_TEAM_NAME_LENGTH, trimmed=True, unsaid=True)] = ""
    players: Annotated[tuple[Annotated[str, Name()], ...], Most(2)]
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


class Counted:
    """A match, and the number of an event."""

    def read(self, where: FieldPath, value: object, what: str) -> tuple[int, int]:
        """The two numbers."""
        pair = Most(2).read(where, value, what)
        if len(pair) != 2:
            raise InvalidInput(faults.FIGURES_MISCOUNTED.at(where, {"what": what, "found": len(pair), "most": 2}))
        return where.whole(pair[0], what, 1, MAX_NUMBER), where.whole(pair[1], what, 0, MAX_SEQ)

    @property
    def schema(self) -> Json:
        """A list of two numbers."""
        return {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2}


Places = Annotated[tuple[Annotated[int | None, Whole(1, MAX_NUMBER)], ...], Most(MAX_PLACES)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPaired(Event):
    """A round with its pairings in full; `stage` and `number` count from 1.

    An unpublished round is only for the desk; the same round again, published or not, replaces it. In open play a
    further event of the same round adds its pairings.

    `lot_seed` is the seed of every lot that was drawn. `draw` is who plays in the stage, in the order of seeds, where
    the stage begins: the places of a bracket (None: a bye), or the pools of a round robin, or the teams that sit and
    those that move. A later draw of the same stage replaces it from this round on (buy-backs). `plan` are the rounds
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
class ScoreEvent(Event):
    """A score without a game: from paper, or by forfeit.

    From paper: `scores` for each side, and `sets`, `bags` and `hands` (a number) where they are known; `winner` is a
    team of the side that won, where the scores are level. `signed`: both sides signed the paper. `forfeits` are the
    teams that forfeit or didn't show up; all of them: a double forfeit. `source` is where it was typed or brought,
    `team` the one whose phone brought it.
    """

    match: Number
    by: Annotated[str, OneOf(GIVEN_BY), Usual(PAPER)]
    scores: SideNumbers = ()
    winner: Number | None = None
    sets: SideNumbers | None = None
    bags: SideNumbers | None = None
    hands: Hands = None
    forfeits: Annotated[SomeTeams, Key("forfeit")] = ()
    signed: bool = False
    source: Annotated[str, OneOf(SOURCES, unsaid=True)] = ""
    team: Number | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultGiven(ScoreEvent):
    """A result that is in force from now on. A later one of the same match replaces it.

    Where it differs from what was there, it was chosen: `instead` is the number of the event that had given the result
    before, and `record` the `GameResult.record` of the game that it goes before; 0 where there was none. `closes`: that
    game went on, and was closed with it. `chosen`: a director took it from the scores beside a result, so it counts.
    `alone`: who gave it plays in this match, and no other director was there.
    """

    kind: ClassVar[str] = RESULT
    instead: Annotated[int, Whole(0, MAX_SEQ)] = 0
    record: Annotated[int, Whole(0, MAX_SEQ)] = 0
    closes: bool = False
    chosen: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreReported(ScoreEvent):
    """A score that differs from what is there, beside it until somebody chooses.

    `counted`: the match had a result then that counts; it stays so meanwhile. Else the match is not over until then.
    """

    kind: ClassVar[str] = REPORT
    counted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultTakenOut(Event):
    """The result that was given without a game is taken out: the match is open again, or its game counts.

    `record` is the `GameResult.record` of the game that is chosen so, and confirmed with it; 0: none is. `alone` as in
    `ResultGiven`.
    """

    kind: ClassVar[str] = TAKE_OUT
    match: Number
    record: Annotated[int, Whole(0, MAX_SEQ)] = 0
    alone: bool = False


@dataclass(frozen=True, slots=True)
class MatchScores:
    """One of several results: from paper, or with the teams that `forfeits`; as in `ResultGiven`."""

    match: Number
    scores: SideNumbers = ()
    winner: Number | None = None
    signed: bool = False
    forfeits: Annotated[SomeTeams, Key("forfeit")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsGiven(Event):
    """Several results at once, such as those of a file: one undo takes them all back."""

    kind: ClassVar[str] = RESULTS
    results: Annotated[tuple[MatchScores, ...], Most(MAX_FIXTURES)]

    def each(self) -> list[ResultGiven]:
        """Each of them as if it had come alone."""
        beside = {"seq": self.seq, "at": self.at, "reason": self.reason, "who": self.who}
        return [
            ResultGiven(
                **beside,  # type: ignore[arg-type]
                match=one.match,
                by=FORFEIT if one.forfeits else PAPER,
                scores=one.scores,
                winner=one.winner,
                signed=one.signed,
                forfeits=one.forfeits,
                source=BY_LIST,
            )
            for one in self.results
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultConfirmed(Event):
    """The director confirms a match or disputes it, or nobody objected in time.

    `record` is the `GameResult.record` that was confirmed: what changes later is to be confirmed again. With `stands`,
    the match stays as it was played although the result that paired it was corrected. `alone` as in `ResultGiven`.
    `ruled` confirms nothing: it marks that a director alone ruled on the own match, and goes by no undo.
    """

    kind: ClassVar[str] = CONFIRM
    match: Number
    verdict: Annotated[str, OneOf(VERDICTS)] = AGREED
    by: Annotated[str, OneOf(CONFIRMED_BY)] = BY_DIRECTOR
    record: Annotated[int, Whole(0, MAX_SEQ)] = 0
    stands: bool = False
    alone: bool = False


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


def undone_events(events: Sequence[Event]) -> set[int]:
    """The numbers of the events that are currently undone."""
    return undone_by([(event.seq, event.event) for event in events if isinstance(event, EventUndone)])


def in_force(events: Sequence[Event]) -> list[Event]:
    """The events in force, in order, without undos and erasures."""
    undone = undone_events(events)
    return [event for event in events if not isinstance(event, EventUndone | PlayerErased) and event.seq not in undone]


def to_undo(events: Sequence[Event]) -> Event | None:
    """The latest event in force, which an undo undoes. The start of the tournament cannot be undone."""
    return next((event for event in reversed(in_force(events)) if _can_be_undone(event)), None)


def _can_be_undone(event: Event) -> bool:
    is_mark = isinstance(event, ResultConfirmed) and event.verdict == RULED
    return not is_mark and not is_of_table(event) and not isinstance(event, TournamentStarted)


def is_of_table(event: Event) -> bool:
    """Whether a table recorded the event, or the server for it: the desk's undo and redo go past it."""
    return isinstance(event, DirectorCalled) and event.answered not in (COMING, CALL_DONE)


def to_redo(events: Sequence[Event]) -> EventUndone | None:
    """The latest undo still in force, which a redo undoes. Any new event clears the redo history."""
    undone: set[int] = set()
    for event in reversed(events):
        if event.seq in undone or isinstance(event, PlayerErased) or is_of_table(event):
            continue
        if not isinstance(event, EventUndone):
            return None
        if not isinstance(events[event.event - 1], EventUndone):
            return event
        undone.add(event.event)
    return None
