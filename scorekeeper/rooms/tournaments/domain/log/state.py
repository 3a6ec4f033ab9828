"""The state of a tournament: what its events and the results of its games make of it. `replay` applies the events.

Nothing here reads a clock: what depends on the time takes the moment, in milliseconds of UTC.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scorekeeper.rooms.tournaments.domain.log import events as ev, results as rs
from scorekeeper.rooms.tournaments.domain.log.events import Event, EventUndone
from scorekeeper.rooms.tournaments.domain.log.pairings import Pairing, Sides
from scorekeeper.rooms.tournaments.domain.log.results import BY_BYE, BY_GAME, Result, result_of
from scorekeeper.rooms.tournaments.domain.log.undoing import to_redo, to_undo
from scorekeeper.rooms.tournaments.domain.setting_up.setup import (
    FINAL,
    LOSERS,
    Fixture,
    Limits,
    Stage,
    TournamentSettings,
)

# The status of a match.
WAITING = "waiting"
PLAYING = "playing"
LAST_HAND = "last-hand"
OVERTIME = "overtime"
TO_CONFIRM = "to-confirm"
DISPUTED = "disputed"
DONE = "done"
FORFEITED = "forfeited"
MATCH_STATUSES = (WAITING, PLAYING, LAST_HAND, OVERTIME, TO_CONFIRM, DISPUTED, DONE, FORFEITED)

# The status of a game, as it comes from outside: the first three while it is played.
OVER = "over"
CONFIRMED = "confirmed"
GAME_STATUSES = (PLAYING, LAST_HAND, OVERTIME, OVER, CONFIRMED, DISPUTED)

# The status of a tournament.
ENTRY = "entry"
RUNNING = "running"
ENDED = "ended"


@dataclass(frozen=True, slots=True)
class GameResult:
    """What a tournament has to know of a game, from outside, by the game's public id.

    `scores`, `sets` and `bags` have a figure for each side, in the order of the match; `hands` is the number recorded.
    `winner` is the side that won, None while it is played or if it ended level. `status` is one of `GAME_STATUSES`:
    `confirmed` once every side signed the score as it is now. `record` is the number of the game's last event that
    changes its score, and `changed_at` when that was, in milliseconds of UTC. `agreed` are other totals that every side
    signed before the score was corrected; empty if none did, or the score is the same.
    """

    scores: tuple[int, ...] = ()
    winner: int | None = None
    sets: tuple[int, ...] = ()
    bags: tuple[int, ...] = ()
    hands: int = 0
    status: str = PLAYING
    ended_by: str = ""
    record: int = 0
    changed_at: int = 0
    agreed: tuple[int, ...] = ()

    @property
    def goes_on(self) -> bool:
        """Whether it is not over."""
        return self.status in (PLAYING, LAST_HAND, OVERTIME)

    @property
    def as_result(self) -> Result:
        """What its hands give, also while it goes on."""
        return Result(BY_GAME, self.scores, self.winner, self.sets, self.bags, self.hands, ended_by=self.ended_by)


@dataclass(frozen=True, slots=True)
class Team:
    """A team; where partners change, one player.

    `status` is one of `entered`, `arrived`, `no-show`, `dropped` and `out`. `here` and `paid` are names of its
    players: who is there, and who paid; `by_number` are those of everyone who is called by a number away from the desk.
    `late`: it arrived after the first round was published; `adds_rounds`: rounds were added to its round robin for it.
    `struck`: it left, and what it played in a round robin does not count. `buy_backs` are the rounds after which it
    bought back, as (stage, round). In open play it is not paired while `resting`; `free_at` is when it arrived or said
    that it is free, in milliseconds of UTC.
    """

    id: int
    name: str
    players: tuple[str, ...]
    reserve: str | None = None
    status: str = ev.ENTERED
    here: tuple[str, ...] = ()
    paid: tuple[str, ...] = ()
    by_number: tuple[str, ...] = ()
    fixed_table: int | None = None
    house: bool = False
    late: bool = False
    adds_rounds: bool = False
    struck: bool = False
    resting: bool = False
    free_at: int = 0
    buy_backs: tuple[tuple[int, int], ...] = ()

    @property
    def everyone(self) -> tuple[str, ...]:
        """Its players, and its reserve."""
        return self.players if self.reserve is None else (*self.players, self.reserve)

    @property
    def has_paid(self) -> bool:
        """Whether all its players paid."""
        return set(self.players) <= set(self.paid)

    @property
    def plays(self) -> bool:
        """Whether it has arrived and is still in the tournament."""
        return self.status == ev.ARRIVED


A_DAY = 24 * 60 * 60_000
"""In milliseconds."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match: its pairing as it is after swaps, its game, what was given or confirmed, and its own time. `corrected`
    has what was confirmed of its game before that was corrected.

    `added_minutes` is what the director gave this table, `last_hand` the hand that the director made its last. It
    `stands` if the director lets it, though the result that paired it was corrected. `ruled_alone`: a director ruled on
    the own match while no other was there. `reports` are scores that came beside what was there. `settled` is the last
    event that chose among all of these, and `settled_record` the `GameResult.record` that its writer saw. `line_ups`:
    who plays or played for those teams that may choose.
    """

    pairing: Pairing
    stage: int
    round: int
    game: str | None = None
    given: rs.ResultGiven | None = None
    confirmed: rs.ResultConfirmed | None = None
    corrected: rs.GameCorrected | None = None
    added_minutes: int = 0
    last_hand: int | None = None
    stands: bool = False
    ruled_alone: bool = False
    reports: tuple[rs.ScoreReported, ...] = ()
    settled: int = 0
    settled_record: int = 0
    line_ups: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def open_reports(self) -> tuple[rs.ScoreReported, ...]:
        """The scores beside what was there since somebody chose last."""
        return tuple(report for report in self.reports if report.seq > self.settled)

    @property
    def alone(self) -> bool:
        """Whether a director decided something on the own match while no other was there."""
        return self.ruled_alone or any(event is not None and event.alone for event in (self.given, self.confirmed))

    @property
    def id(self) -> int:
        """Its number in the tournament."""
        return self.pairing.match

    @property
    def teams(self) -> tuple[int, ...]:
        """All its teams."""
        return self.pairing.teams

    @property
    def bracket(self) -> str:
        """`losers`, `final` or empty, for overrides."""
        slot = self.pairing.slot
        return LOSERS if slot.startswith("L") else FINAL if slot.startswith("F") else ""

    def side_of(self, team: int) -> int:
        """The side that a team plays on, from 0. Raises `ValueError` if it doesn't play here."""
        return next(number for number, side in enumerate(self.pairing.sides) if team in side)


@dataclass(frozen=True, slots=True)
class DirectorCall:
    """The latest call of the director by the table of a match: who called when, with one of `CALL_REASONS` or None.

    `answered` is one of `CALL_ANSWERS`, or empty. `made` is how often the table called so far, or said why. Times are
    in milliseconds of UTC.
    """

    at: int
    who: str | None
    reason: str | None = None
    answered: str = ""
    answered_at: int = 0
    answered_by: str | None = None
    made: int = 1

    @property
    def is_open(self) -> bool:
        """Whether the table still waits, perhaps for a director who is coming."""
        return self.answered in ("", ev.COMING)


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of one wave of a round; all times in milliseconds.

    `running_since` is None while it is paused or not started; `used` is what ran before that; `added` what the director
    gave or took. `called`: the director called the last hand for everybody.
    """

    running_since: int | None = None
    used: int = 0
    added: int = 0
    started: bool = False
    called: bool = False

    def left(self, minutes: int, now: int, own_minutes: int = 0) -> int:
        """The milliseconds left of a limit at a moment; negative after time."""
        ran = self.used + (0 if self.running_since is None else max(0, now - self.running_since))
        left = (minutes + own_minutes) * 60_000 + self.added - ran
        return min(left, 0) if self.called else left


@dataclass(frozen=True, slots=True)
class Round:
    """A paired round: its matches by number, in order, and its clocks by wave. `seq` is the event that paired it."""

    stage: int
    number: int
    seq: int
    matches: tuple[int, ...]
    published: bool
    published_at: int = 0
    lot_seed: int = 0
    clocks: Mapping[int, Clock] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Draw:
    """Who plays in a stage from a round on, as `RoundPaired.draw` has it."""

    round: int
    places: tuple[tuple[int | None, ...], ...]
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The rounds that were drawn ahead, from the one after `round` on: the sides of each match."""

    round: int
    rounds: tuple[tuple[Sides, ...], ...]


@dataclass(frozen=True, slots=True)
class TournamentState:
    """A tournament after its events. `results` has the games as far as they are played, by their public ids.

    `rounds` are in the order in which they were first paired; `matches` are by number. `adjustments` and `settled` are
    events in force. `draws` and `plans` belong to the stages, by their number from 1.
    """

    events: tuple[Event, ...]
    name: str
    stages: tuple[Stage, ...]
    settings: TournamentSettings
    teams: Mapping[int, Team] = field(default_factory=dict)
    absorbed: Mapping[int, int] = field(default_factory=dict)
    """Entries that were joined to another: the number of the team that absorbed each."""
    rounds: tuple[Round, ...] = ()
    matches: Mapping[int, Match] = field(default_factory=dict)
    draws: Mapping[int, tuple[Draw, ...]] = field(default_factory=dict)
    plans: Mapping[int, tuple[Plan, ...]] = field(default_factory=dict)
    apart: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """Who is kept apart, and how: two numbers of teams, the smaller first."""
    adjustments: tuple[ev.TeamAdjusted, ...] = ()
    settled: tuple[ev.LotsDrawn, ...] = ()
    messages: tuple[ev.MessageSent, ...] = ()
    calls: Mapping[int, DirectorCall] = field(default_factory=dict)
    """The latest call of each match that called the director, by its number."""
    line_ups: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The line-up that each team named last."""
    ended: bool = False
    results: Mapping[str, GameResult] = field(default_factory=dict)
    knows_games: bool = True
    """Whether `results` has all games; if not, nothing is refused for how a game stands."""

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.events[-1].seq

    @property
    def status(self) -> str:
        """`entry` before the first round is published, then `running`, then `ended`."""
        if self.ended:
            return ENDED
        return RUNNING if any(round_.published for round_ in self.rounds) else ENTRY

    @property
    def undo(self) -> Event | None:
        """The event that the next undo undoes."""
        return to_undo(self.events)

    @property
    def redo(self) -> EventUndone | None:
        """The undo that the next redo undoes."""
        return to_redo(self.events)

    @property
    def stage(self) -> int:
        """The stage that is played now, from 1: that of the latest round; 1 before it."""
        return max((round_.stage for round_ in self.rounds), default=1)

    @property
    def next_team(self) -> int:
        """The number of the next team."""
        return max((*self.teams, *self.absorbed), default=0) + 1

    @property
    def next_match(self) -> int:
        """The number of the next match."""
        return max(self.matches, default=0) + 1

    def are_apart(self, one: int, other: int, how: str) -> bool:
        """Whether two teams are kept apart as `OPPONENTS` or as `PARTNERS`."""
        return self.apart.get((min(one, other), max(one, other))) in (how, ev.BOTH)

    def with_results(self, results: Mapping[str, GameResult]) -> "TournamentState":
        """The same events with other results of games."""
        return replace(self, results=results)

    # What a match is now

    def round(self, stage: int, number: int) -> Round | None:
        """A round by its stage and number."""
        return next((found for found in self.rounds if (found.stage, found.number) == (stage, number)), None)

    def rounds_of(self, stage: int) -> tuple[Round, ...]:
        """The rounds of a stage."""
        return tuple(found for found in self.rounds if found.stage == stage)

    def match_of(self, game: str) -> Match | None:
        """The match of a game, by its public id."""
        return next((match for match in self.matches.values() if match.game == game), None)

    def current_match(self, team: int) -> Match | None:
        """The latest published match of a team that isn't over; in a league the one that is played, or the next one."""
        if self.stages[self.stage - 1].is_league:
            return next(iter(self.matches_left(team)), None)
        for match in reversed(tuple(self.matches.values())):
            round_ = self.round(match.stage, match.round)
            if team in match.teams and round_ is not None and round_.published and not self.is_over(match):
                return match
        return None

    def matches_left(self, team: int) -> list[Match]:
        """In a league, the matches of a team that are not over: those that are played, then by their days."""
        left = [match for match in self.matches.values() if team in match.teams and not self.is_over(match)]
        return sorted(left, key=self.when_order)

    def when_order(self, match: Match) -> tuple[bool, bool, str, str, int]:
        """What sorts matches of a league: first those that are played, then by their days, the postponed ones last."""
        given, game = self.fixture(match), self.game_result(match)
        is_later = given is None or given.postponed or not given.date
        day, time = ("", "") if given is None else (given.date, given.time)
        return game is None or not game.hands, is_later, day, time, match.round

    def game_result(self, match: Match) -> GameResult | None:
        """The result of the match's game as far as it is played."""
        return None if match.game is None else self.results.get(match.game)

    def limits(self, match: Match) -> Limits:
        """The options and limits of a match after overrides."""
        return self.stages[match.stage - 1].limits(match.round, match.bracket)

    def last_day(self, match: Match) -> int | None:
        """By dates: until when a match is to be played, in milliseconds of UTC; None in one room, or before its round
        is published.
        """
        days, is_league = self.stages[match.stage - 1].days, self.stages[match.stage - 1].is_league
        found = self.round(match.stage, match.round) if days and not match.pairing.is_bye else None
        if found is None or not found.published:
            return None
        rounds = match.round if is_league else 1  # all of which a league publishes at once
        return found.published_at + rounds * days * A_DAY + match.added_minutes * 60_000

    def fixture(self, match: Match) -> Fixture | None:
        """What was given beforehand of a match, as its day, time and place; with a result, it is not postponed."""
        given = self.stages[match.stage - 1].fixtures
        found = next((own for own in given if own.round == match.round and set(own.teams) == set(match.teams)), None)
        return found if found is None or self.result(match) is None else replace(found, postponed=False)

    def clock(self, round_: Round, wave: int = 1) -> Clock:
        """The clock of a wave; that of the first starts by itself where the settings say so."""
        minutes = self.settings.starts_after
        if wave not in round_.clocks and wave == 1 and minutes is not None and round_.published:
            return Clock(running_since=round_.published_at + minutes * 60_000, started=True)
        return round_.clocks.get(wave, Clock())

    def has_hands(self, match: Match) -> bool:
        """Whether a hand of the match is recorded, or its result."""
        game = self.game_result(match)
        return match.given is not None or (game is not None and game.hands > 0)

    def match_status(self, match: Match) -> str:
        """One of `MATCH_STATUSES`. Silence never confirms a disputed result."""
        if match.pairing.is_bye:
            return DONE
        if match.given is not None:
            return self._given_status(match, match.given)
        if self.sides_left(match):
            return FORFEITED
        before, verdict = self.confirmed_before(match), match.confirmed
        if before is not None:
            is_disputed = verdict is not None and verdict.seq > before.seq and verdict.verdict == rs.DISPUTED
            return DISPUTED if is_disputed else DONE
        game = self.game_result(match)
        return WAITING if game is None else self._game_status(match, game)

    def _game_status(self, match: Match, game: GameResult) -> str:
        verdict = None if match.confirmed is None or match.confirmed.record != game.record else match.confirmed
        if verdict is not None and verdict.by == rs.BY_DIRECTOR:
            if verdict.verdict == rs.DISPUTED:
                return DISPUTED
            if game.status in (OVER, CONFIRMED, DISPUTED):
                return DONE
        if game.goes_on or game.status == DISPUTED:
            return game.status
        if any(not report.counted and self._differs(match, report, game) for report in match.open_reports):
            return DISPUTED
        counted = game.status == CONFIRMED or verdict is not None or match.corrected is not None
        return DONE if counted else TO_CONFIRM

    def confirmed_before(self, match: Match) -> rs.GameCorrected | None:
        """What was confirmed of the game of a match before a correction, while that goes before the game: as long as
        the game says otherwise, and not all sides confirmed it as it is now.
        """
        before, game = match.corrected, self.game_result(match)
        if before is None or match.given is not None or game is None:
            return before if match.given is None else None
        is_same = not game.goes_on and not self._differs(match, before, game)
        is_agreed = game.status == CONFIRMED and match.settled < before.seq
        return None if is_same or is_agreed else before

    @staticmethod
    def _differs(match: Match, report: rs.ScoreEvent, game: GameResult) -> bool:
        return result_of(report, match.pairing.sides).differs(game.as_result)

    def _given_status(self, match: Match, given: rs.ResultGiven) -> str:
        verdict = match.confirmed
        if verdict is not None and verdict.seq > given.seq:
            return DISPUTED if verdict.verdict == rs.DISPUTED else DONE
        if given.by != rs.PAPER:
            return FORFEITED
        return DONE if given.signed or given.chosen else TO_CONFIRM

    def sides_left(self, match: Match) -> tuple[int, ...]:
        """The sides of a match of a league whose team left before it was played, and so forfeits."""
        if match.given is not None or match.pairing.is_bye or not self.stages[match.stage - 1].is_league:
            return ()
        game = self.game_result(match)
        if game is not None and not game.goes_on:
            return ()
        teams = ((number, self.teams.get(team)) for number, side in enumerate(match.pairing.sides) for team in side)
        return tuple(number for number, team in teams if team is not None and team.status in (ev.DROPPED, ev.OUT))

    def is_over(self, match: Match) -> bool:
        """Whether the match counts."""
        return self.match_status(match) in (DONE, FORFEITED)

    def over_at(self, match: Match) -> int:
        """When a match got the result it has, in milliseconds of UTC; 0 if that is not known."""
        game = self.game_result(match)
        events = [event.at for event in (match.given, match.confirmed) if event is not None]
        return max([*events, 0 if game is None else game.changed_at])

    def result(self, match: Match) -> Result | None:
        """What the match gave, also before it counts (see `is_over`); None while it is played."""
        if match.pairing.is_bye:
            return Result(BY_BYE, winner=0)
        if match.given is not None:
            return result_of(match.given, match.pairing.sides)
        before = self.confirmed_before(match)
        if before is not None:
            return result_of(before, match.pairing.sides)
        gone = self.sides_left(match)
        if gone:
            return Result(rs.FORFEIT, winner=1 - gone[0] if len(gone) == 1 else None, forfeits=gone)
        game = self.game_result(match)
        return None if game is None or not game.scores or game.goes_on else game.as_result

    def is_closed(self, match: Match) -> bool:
        """Whether only a director may change its result, with a reason."""
        return self.is_over(match) and not self.protests_open(match)

    def protests_open(self, match: Match) -> bool:
        """Whether players may still object: until the next round's first hand, after the last until the podium."""
        if self.ended:
            return False
        if self.stages[match.stage - 1].is_league:
            return self.stage == match.stage
        later = (other for other in self.matches.values() if (other.stage, other.round) > (match.stage, match.round))
        return not any(self.has_hands(other) for other in later if not other.pairing.is_bye)
