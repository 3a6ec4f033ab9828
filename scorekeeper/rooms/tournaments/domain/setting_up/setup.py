"""What a director sets before the first round: the stages, and the settings of the tournament."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from scorekeeper.core.inputs import FieldPath, InvalidInput, Json
from scorekeeper.core.inputs.faults import ValueKind
from scorekeeper.declared import Most, OneOf, Options, Text, Whole
from scorekeeper.rooms.tournaments import faults
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import (
    MAX_DIVISIONS,
    MAX_FIXTURES,
    MAX_HANDS,
    MAX_KEY,
    MAX_LINE_LENGTH,
    MAX_MINUTES,
    MAX_NUMBER,
    MAX_OVERRIDES,
    MAX_PAIRINGS,
    MAX_PEOPLE,
    MAX_PRIZES,
    MAX_PUBLIC_HOURS,
    MAX_ROUNDS,
    MAX_SCORE,
    MAX_TABLES,
    MAX_TEAMS,
)

Value = int | str | bool | None

# Where seeds come from.
LOT = "lot"
ENTRY = "entry"
STAGE_BEFORE = "stage"
RATING = "rating"
SEEDED_BY = (LOT, ENTRY, STAGE_BEFORE, RATING)

# What keeps the score at the tables.
PLAYERS_PHONES = "players"
HOUSE_PHONES = "house"
ON_PAPER = "paper"
KEPT_ON = (PLAYERS_PHONES, HOUSE_PHONES, ON_PAPER)

# What happens at time: the hand that has begun is finished, and with `one-more` one more is played.
FINISH = "finish"
ONE_MORE = "one-more"
AT_TIME = (FINISH, ONE_MORE)

# What the rounds that a late team missed count as.
LOSSES = "losses"
HALVES = "halves"
FROM_ZERO = "zero"
LATE_ENTRIES = (LOSSES, HALVES, FROM_ZERO)

# Whether what a team played counts, once it leaves a round robin.
COUNTS = "counts"
NOTHING = "nothing"
WHEN_LEFT = (COUNTS, NOTHING)

# Tie-breaks, after wins.
HEAD_TO_HEAD = "head-to-head"
OPPONENTS_WINS = "opponents-wins"
DIFFERENCE = "difference"
POINTS = "points"
FEWEST_SETS = "fewest-sets"
FEWEST_BAGS = "fewest-bags"
DECIDING_HAND = "deciding-hand"
LOTS = "lots"
TIE_BREAKS = (
    HEAD_TO_HEAD,
    OPPONENTS_WINS,
    DIFFERENCE,
    POINTS,
    FEWEST_SETS,
    FEWEST_BAGS,
    DECIDING_HAND,
    LOTS,
)
"""All tie-breaks in the order of a new tournament."""

# What comes first in a rotation.
BY_POINTS = "points"
BY_WINS = "wins"
RANKED_BY = (BY_POINTS, BY_WINS)

LOSERS = "losers"
FINAL = "final"
BRACKETS = (LOSERS, FINAL)

# How public pages name players.
FULL_NAMES = "full"
INITIALS = "initial"
NUMBERS = "number"
PUBLIC_NAMES = (FULL_NAMES, INITIALS, NUMBERS)


Number = Annotated[int, Whole(1, MAX_NUMBER)]
"""The number of a team or a match."""
Teams = Annotated[tuple[Number, ...], Most(MAX_PAIRINGS)]
Line = Annotated[str, Text()]
RoundLimit = Annotated[int | None, Whole(1, MAX_ROUNDS)]
MinuteLimit = Annotated[int | None, Whole(1, MAX_MINUTES)]
HandLimit = Annotated[int | None, Whole(1, MAX_HANDS)]
TableNumber = Annotated[int | None, Whole(1, MAX_TABLES)]
Minutes = Annotated[int | None, Whole(0, MAX_MINUTES)]


@dataclass(frozen=True, slots=True)
class Override:
    """Rules of their own for the losers' bracket or the final (`bracket`), or one `round`; None: as in the stage."""

    bracket: Annotated[str | None, OneOf(BRACKETS)] = None
    round: RoundLimit = None
    options: Annotated[Mapping[str, Value], Options()] = field(default_factory=dict)
    minutes: MinuteLimit = None
    hands: HandLimit = None


class TwoTeams:
    """The numbers of two different teams."""

    def read(self, where: FieldPath, value: object, what: str) -> tuple[int, int]:
        """The numbers."""
        teams = [where.whole(part, what, 1, MAX_NUMBER) for part in Most(2).read(where, value, what)]
        if len(set(teams)) != 2:
            raise InvalidInput(faults.NOT_TWO_TEAMS.at(where, {}))
        return teams[0], teams[1]

    @property
    def schema(self) -> Json:
        """A list of two numbers."""
        return {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 2, "maxItems": 2}


class FormattedText:
    """A text of this form, or empty: a day as `2026-09-05`, a time as `19:30`."""

    def __init__(self, form: str, kind: ValueKind) -> None:
        self.form, self.kind = form, kind

    def read(self, where: FieldPath, value: object, what: str) -> str:
        """The text."""
        text = where.text(value, what, MAX_KEY, empty=True)
        if text and not re.fullmatch(self.form, text):
            raise where.not_a(self.kind, value, what)
        return text

    @property
    def schema(self) -> Json:
        """A text of this form."""
        return {"type": "string", "pattern": f"^({self.form})?$"}


Day = Annotated[str, FormattedText(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", ValueKind.DAY)]
TimeOfDay = Annotated[str, FormattedText(r"([01]\d|2[0-3]):[0-5]\d", ValueKind.MINUTE)]
Venue = Annotated[str, Text(MAX_LINE_LENGTH, empty=True, trimmed=True)]


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match that was given beforehand: its round, its two teams, and perhaps its table, its day, time and place.

    `postponed`: that day is no more, until the match has another one or a result.
    """

    round: Annotated[int, Whole(1, MAX_ROUNDS)]
    teams: Annotated[tuple[int, int], TwoTeams()]
    table: TableNumber = None
    date: Day = ""
    time: TimeOfDay = ""
    place: Venue = ""
    postponed: bool = False


@dataclass(frozen=True, slots=True)
class Division:
    """A named pool of teams, of any size; all divisions of a stage play at once."""

    name: Annotated[str, Text(trimmed=True)]
    teams: Teams


MAX_BYE_POINTS = 500
NEW_BYE_POINTS = 100
"""What a new tournament begins with."""

DAYS = "days"
"""The setting of formats that may be played by dates."""

LEAGUE_POINTS, NO_LEAGUE = "league_points", "none"
"""The setting of fixtures that makes a league of them, and that it is none."""
POINTS_FOR = {"2-1-0": (2, 1, 0), "3-1-0": (3, 1, 0)}
"""The league points for a win, a level match and a loss, by that setting."""
WALKOVER_SCORE = "walkover"
"""The setting of what a win without a match counts in a league: these points to none."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: a format, match rules and limits, and how many go on.

    `rounds` is None where the format decides. A match ends by its rules (`options` has a target), after `hands`, or at
    `minutes`. `advance` is how many go on to the next stage: of each pool, in a round robin with pools. `settings` are
    those that the format declares. `fixtures` and `divisions` are for formats whose matches are given beforehand.
    """

    format: str
    rules: str
    options: Mapping[str, Value] = field(default_factory=dict)
    rounds: RoundLimit = None
    minutes: MinuteLimit = None
    hands: HandLimit = None
    at_time: Annotated[str, OneOf(AT_TIME)] = FINISH
    advance: Annotated[int | None, Whole(1, MAX_TEAMS)] = None
    seeds: Annotated[str, OneOf(SEEDED_BY)] = LOT
    overrides: Annotated[tuple[Override, ...], Most(MAX_OVERRIDES)] = ()
    settings: Mapping[str, Value] = field(default_factory=dict)
    fixtures: Annotated[tuple[Fixture, ...], Most(MAX_FIXTURES)] = ()
    divisions: Annotated[tuple[Division, ...], Most(MAX_DIVISIONS)] = ()

    @property
    def days(self) -> int:
        """By dates: how many days each round has; 0 if it is played in one room, by its clock."""
        return int(self.settings.get(DAYS) or 0)

    @property
    def league_points(self) -> tuple[int, int, int] | None:
        """In a league the points for a win, a level match and a loss; None elsewhere."""
        return POINTS_FOR.get(str(self.settings.get(LEAGUE_POINTS)))

    @property
    def is_league(self) -> bool:
        """Whether it is a league: its rounds are there from the beginning, and each match has its own day."""
        return self.league_points is not None

    @property
    def by_dates(self) -> bool:
        """Whether it is played at any table, on days instead of by a clock."""
        return bool(self.days) or self.is_league

    def limits(self, number: int, bracket: str = "") -> "Limits":
        """What holds in a round, or in its matches of the losers' bracket or the final; the final's go last."""
        options, minutes, hands = dict(self.options), self.minutes, self.hands
        for override in self.overrides:
            if override.round == number or (override.bracket is not None and override.bracket == bracket):
                options |= override.options
                minutes = minutes if override.minutes is None else override.minutes
                hands = hands if override.hands is None else override.hands
        return Limits(options, None if self.by_dates else minutes, hands)


@dataclass(frozen=True, slots=True)
class Limits:
    """The options and limits of one match; None: no limit."""

    options: Mapping[str, Value]
    minutes: int | None
    hands: int | None


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """The settings of a whole tournament.

    `directors` and `scorers` are opaque ids of the people who direct and who help at the desk. `tables` is the number
    of real tables, None for enough. `cap` limits the point difference of a match; by `bye_points` a bye or a forfeit is
    won, where it counts as a win (None: by the team's own average margin, as always in older tournaments).
    `confirm_minutes` is the time after
    which a result counts without objection, `starts_after` the minutes from publishing to the start of the clock (None:
    the director starts it), `late_until` the round after whose pairing no late team comes in (None: as long as the
    format has a place), `when_left` whether what a team played counts once it leaves a round robin, `no_show_minutes`
    those after which a missing team forfeits. `capacity` is how many teams have a place; those that are entered later
    wait for one (None: as many as come). `prizes` are lines of text.
    `public`: there is a page for everybody who has its address, until `public_hours` after the last event.
    """

    directors: Annotated[tuple[Line, ...], Most(MAX_PEOPLE)] = ()
    scorers: Annotated[tuple[Line, ...], Most(MAX_PEOPLE)] = ()
    kept_on: Annotated[str, OneOf(KEPT_ON)] = PLAYERS_PHONES
    tables: TableNumber = None
    tie_breaks: Annotated[tuple[Annotated[str, OneOf(TIE_BREAKS)], ...], Most(len(TIE_BREAKS))] = TIE_BREAKS
    ranked_by: Annotated[str, OneOf(RANKED_BY)] = BY_POINTS
    cap: Annotated[int | None, Whole(1, MAX_SCORE)] = None
    bye_points: Annotated[int | None, Whole(0, MAX_BYE_POINTS)] = None
    late: Annotated[str, OneOf(LATE_ENTRIES)] = LOSSES
    late_until: RoundLimit = None
    when_left: Annotated[str, OneOf(WHEN_LEFT)] = COUNTS
    must_pay: bool = False
    capacity: Annotated[int | None, Whole(2, MAX_TEAMS)] = None
    confirm_minutes: Minutes = None
    starts_after: Minutes = None
    no_show_minutes: Minutes = None
    hide_standings: bool = False
    public: bool = False
    public_hours: Annotated[int, Whole(1, MAX_PUBLIC_HOURS)] = 48
    names: Annotated[str, OneOf(PUBLIC_NAMES)] = INITIALS
    prizes: Annotated[tuple[Line, ...], Most(MAX_PRIZES)] = ()
