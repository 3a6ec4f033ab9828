"""Fixtures and results from a list: what they would change, shown before `fixtures` saves it."""

import pickle
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import BinaryIO, NamedTuple

from scorekeeper.clock import utc_now
from scorekeeper.core.inputs import NOWHERE, Fault
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.language import after_colon, catalogue, translate as _, use_catalogues
from scorekeeper.formats.days import DAY_FIRST, MONTH_FIRST, ORDERS, order_of, written_day
from scorekeeper.formats.heavy import run_sandboxed
from scorekeeper.formats.rows import read_rows
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.reported import contradicted, version
from scorekeeper.rooms.tournaments.domain.log.results import FORFEIT, PAPER, ResultGiven
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.paper import doubt_text, doubts_about
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_FIXTURES, MAX_LINE_LENGTH, MAX_ROUNDS, MAX_TEAMS
from scorekeeper.rooms.tournaments.domain.setting_up.fixture_list import (
    BOTH,
    BYE,
    FIRST,
    SCORES,
    SECOND,
    WHO,
    FixtureLine,
    NotRead,
    line_of,
    read_fixture_list,
)
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Fixture
from scorekeeper.rooms.tournaments.faults import TOO_MANY_TEAMS
from scorekeeper.rooms.tournaments.services.differing import BESIDE, KEEP, TAKE, other_score
from scorekeeper.rooms.tournaments.services.teams import MAX_QUESTIONS
from scorekeeper.services.names import KnownNames, plain, players_in

MAX_LINES = MAX_FIXTURES
SOME_LETTERS, MANY_LETTERS = 4_000, 40_000
"""Of a list: from the first on a device has one read at a time, from the second on reading it takes a processor longer
than starting another process does.
"""
YES, NO = "yes", "no"
RESULT, DATES = "result", "dates"
"""What is asked of a whole list: whether the last places are a result, and in which order its dates were typed."""
CLOCK = re.compile(r"(\d{1,2})(?:[:.h](\d\d))?(?::\d\d)?\s*(?:(p)\.?m|(a)\.?m)?.*", re.IGNORECASE)
FixtureKey = tuple[int, tuple[int, int]]
"""The round and the teams of a fixture."""


class When(NamedTuple):
    """When and where a match is played, as a fixture keeps it; empty where a line does not say."""

    date: str = ""
    time: str = ""
    place: str = ""
    postponed: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What can be read two ways: a key to answer it by, the question, and each answer with what it says."""

    key: str
    text: str
    options: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class FixturePlan:
    """What a list would change. `entries` are new teams, whose numbers come after the last one.

    `results` and `forfeits` (the teams that forfeit) are by round and teams; `known` counts what is there already, and
    `moved` are known fixtures with what they become. `doubts` are results to look at again. `answered` are the answers
    that were used. Of the results and forfeits, those `beside` what is there wait for the desk, and those `instead` of
    it say what was seen (see `reported.version`).
    """

    entries: list[str] = field(default_factory=list)
    fixtures: list[Fixture] = field(default_factory=list)
    divisions: dict[str, list[int]] = field(default_factory=dict)
    moved: dict[FixtureKey, Fixture] = field(default_factory=dict)
    results: dict[FixtureKey, tuple[int, int]] = field(default_factory=dict)
    forfeits: dict[FixtureKey, tuple[int, ...]] = field(default_factory=dict)
    beside: set[FixtureKey] = field(default_factory=set)
    instead: dict[FixtureKey, tuple[int, int]] = field(default_factory=dict)
    read: list[tuple[FixtureLine, Fixture | None]] = field(default_factory=list)
    not_read: list[NotRead] = field(default_factory=list)
    titles: list[NotRead] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    doubts: list[NotRead] = field(default_factory=list)
    answered: dict[str, str] = field(default_factory=dict)
    known: int = 0

    @property
    def changes(self) -> bool:
        """Whether there is anything to save."""
        return bool(self.entries or self.fixtures or self.moved or self.results or self.forfeits)

    @property
    def last_round(self) -> int:
        """The round up to which rounds are published, since there are results of it; 0 without results."""
        return max((round_ for round_, _teams in (*self.results, *self.forfeits)), default=0)


def stage_of(state: TournamentState) -> int | None:
    """The stage whose matches are given beforehand, from 1: the one that is played, or a later one; None without."""
    numbers = range(state.stage, len(state.stages) + 1)
    return next((n for n in numbers if find_format(state.stages[n - 1].format).takes_fixtures), None)


def plan_of(
    state: TournamentState,
    text: str,
    answers: Mapping[str, str] | None = None,
    skip: Collection[int] = (),
    today: date | None = None,
) -> FixturePlan:
    """What this list would change; `answers` are those to its questions, by their keys, `skip` lines to leave out.

    The first date without a year is the one nearest to `today`. Raises `InvalidInput` for more lines than a list may
    have.
    """
    return _Planning(state, answers or {}, today or utc_now().date()).plan(text, skip)


def planned(state: TournamentState, text: str, answers: Mapping[str, str], skip: Collection[int] = ()) -> FixturePlan:
    """The same, of a long text in a worker process. Raises `TooLarge`, too."""
    if len(text) < MANY_LETTERS:
        return plan_of(state, text, answers, skip)
    (plan,) = run_sandboxed(plan_apart, pickle.dumps((catalogue(), state, text, answers, skip)))
    assert isinstance(plan, FixturePlan)
    return plan


def plan_apart(content: BinaryIO) -> Iterator[object]:
    """Plan in a worker process what `planned` has sent there: yields the plan."""
    words, *asked = pickle.load(content)
    before = use_catalogues(lambda: words)
    try:
        yield plan_of(*asked)
    finally:
        use_catalogues(before)


class _Skipped(Exception):
    """A line that says something that cannot be; its text says why."""


class _Planning:
    def __init__(self, state: TournamentState, answers: Mapping[str, str], today: date) -> None:
        number = stage_of(state)
        assert number is not None
        self.state, self.number, self.answers, self.near = state, number, answers, today
        self.order = ""
        self.stage = state.stages[number - 1]
        self.found = FixturePlan()
        self.names = {team.id: team.name for team in state.teams.values()}
        self.known = KnownNames(self.names.values())
        self.by_name = {key: team.id for team in state.teams.values() for key in _keys(team.name, team.players)}
        self.next = state.next_team
        self.fixtures: dict[tuple[int, int], Fixture] = {}
        self.meetings: dict[frozenset[int], list[Fixture]] = {}
        self.tables: dict[tuple[int | None, int | None], list[Fixture]] = {}
        for fixture in self.stage.fixtures:
            self._place(fixture)
        self.matches = matches_of(state, number)
        self.seated: dict[tuple[int, int | None], list[Match]] = {}
        for match in self.matches.values():
            self.seated.setdefault((match.round, match.pairing.table), []).append(match)
        self.division = {team: division.name for division in self.stage.divisions for team in division.teams}
        self.divisions = {plain(division.name): division.name for division in self.stage.divisions}
        self.paired = {round_.number for round_ in state.rounds_of(number)}
        rules = rule_set(self.stage.rules)
        self.ends = self.stage.minutes is not None or self.stage.hands is not None or bool(self.stage.days)
        self.target = next((each.default for each in rules.options(rules.shapes[0]) if each.key == "target"), 0)
        self.reached = 0 if self.ends else min(map(self._target, range(1, MAX_ROUNDS + 1)))

    def _place(self, fixture: Fixture) -> None:
        """Find it by its round and each team, by both teams, and by its table."""
        self.fixtures |= {(fixture.round, team): fixture for team in fixture.teams}
        self.meetings.setdefault(frozenset(fixture.teams), []).append(fixture)
        self.tables.setdefault((fixture.round, fixture.table), []).append(fixture)

    def plan(self, text: str, skip: Collection[int]) -> FixturePlan:
        rows, faulty = read_rows(text, MAX_LINES)
        rows = [row for row in rows if row.number not in skip]
        last = {None: None, YES: SCORES}.get(self.answers.get(RESULT), "")
        listed = read_fixture_list(((row.number, row.cells) for row in rows), self.reached, last)
        texts = {row.number: line_of(row.cells) for row in rows}
        found = self.found
        found.not_read, found.unused, found.titles = list(listed.not_read), listed.unused, listed.titles
        found.answered = dict(self.answers)
        wrong = [(fault.path.number_of("line"), fault) for fault in faulty]
        found.not_read += [NotRead(line, "", fault_sentence(fault)) for line, fault in wrong if line not in skip]
        if listed.open:
            options = ((YES, _("A result")), (NO, _("No result")))
            found.questions.append(Question(RESULT, _("What is {example}?", example=listed.open), options))
        moments = self._moments(listed.lines)
        for line in sorted(listed.lines, key=lambda line: not line.teams or line.round is None):
            try:
                found.read.append((line, self._take(line, moments[line.number])))
            except _Skipped as problem:
                found.not_read.append(NotRead(line.number, texts[line.number], str(problem)))
        self._leave_out_after_a_gap(texts)
        found.not_read.sort(key=lambda line: line.number)
        found.read.sort(key=lambda read: read[0].number)
        found.doubts.sort(key=lambda line: line.number)
        return found

    def _leave_out_after_a_gap(self, texts: Mapping[int, str]) -> None:
        """A round without a match would end the pairing: the new fixtures after it wait for it."""
        found, new = self.found, {id(fixture) for fixture in self.found.fixtures}
        rounds = {each.round for each in (*self.stage.fixtures, *found.fixtures)}
        missing = next((number for number in range(1, max(rounds, default=0)) if number not in rounds), None)
        if missing is None:
            return
        why = _("Round {round} has no match, but a later one has", round=missing)
        out = [(line, each) for line, each in found.read if each is not None and each.round > missing]
        out = [(line, each) for line, each in out if id(self.fixtures[each.round, each.teams[0]]) in new]
        found.fixtures = [fixture for fixture in found.fixtures if fixture.round < missing]
        gone = {(each.round, each.teams) for _line, each in out}
        found.results = {place: scores for place, scores in found.results.items() if place not in gone}
        found.forfeits = {place: teams for place, teams in found.forfeits.items() if place not in gone}
        numbers = {line.number for line, _each in out}
        found.read = [read for read in found.read if read[0].number not in numbers]
        found.doubts = [line for line in found.doubts if line.number not in numbers]
        found.not_read += [NotRead(number, texts[number], f"{why}.") for number in numbers]

    def _moments(self, lines: list[FixtureLine]) -> dict[int, When]:
        """The date, time and place of each line, as a fixture keeps them; how dates were typed is asked."""
        days = {line.number: written for line in lines if (written := written_day(line.day))}
        order = order_of(days.values()) or self.answers.get(DATES, "")
        open_ = next((days[line.number] for line in lines if line.number in days and not days[line.number].order), None)
        if order not in ORDERS and open_ is not None:
            both = [(key, open_.day(key, self.near)) for key in (DAY_FIRST, MONTH_FIRST)]
            options = tuple((key, day.isoformat()) for key, day in both if day is not None)
            example = next(line.day for line in lines if days.get(line.number) is open_)
            self.found.questions.append(Question(DATES, _("What is {example}?", example=example), options))
        found: dict[int, When] = {}
        for line in lines:
            day = days[line.number].day(order, self.near) if line.number in days else None
            if line.day and day is None and line.number not in days:
                self.found.doubts.append(NotRead(line.number, line.day, _("This is no day, and is not kept.")))
            self.near = day or self.near
            time = _time_of(line.time)
            if line.time and not time:
                self.found.doubts.append(NotRead(line.number, line.time, _("This is no time, and is not kept.")))
            found[line.number] = When(
                day.isoformat() if day else "", time, line.place[:MAX_LINE_LENGTH], line.postponed
            )
        return found

    def _take(self, line: FixtureLine, when: When) -> Fixture | None:
        if line.is_bye:
            for name in line.teams:
                if not BYE.fullmatch(name):
                    self._team(name)
            return None
        fixture = self._fixture(line, when) if line.teams else self._at_table(line)
        if line.forfeit:
            self._forfeit(line, fixture)
        elif line.word:
            self.found.doubts.append(NotRead(line.number, line.word, _("The match has no result yet.")))
        if line.scores:
            scores = (line.scores[0], line.scores[1])
            if line.teams and self._team(line.teams[0]) != fixture.teams[0]:
                scores = (scores[1], scores[0])
            self._result(line, fixture, scores)
        return fixture

    def _forfeit(self, line: FixtureLine, fixture: Fixture) -> None:
        """Whose forfeit it is: as the line says, or as that was answered."""
        teams = [self._team(name) for name in line.teams] or list(fixture.teams)
        match = self.matches.get((fixture.round, frozenset(fixture.teams)))
        before = None if match is None else self.state.result(match)
        if line.forfeit == WHO and before is not None and before.forfeits:
            self.found.known += 1
            return
        key = f"line {line.number}"
        who = self.answers.get(key, "") if line.forfeit == WHO else line.forfeit
        absent = {FIRST: (teams[0],), SECOND: (teams[1],), BOTH: tuple(sorted(teams)), NO: ()}.get(who)
        if absent is None:
            one, other = (self.names[team] for team in teams)
            options = (
                *((FIRST, _("{team} forfeits", team=one)), (SECOND, _("{team} forfeits", team=other))),
                *((BOTH, _("Both forfeit")), (NO, _("No result"))),
            )
            text = _(
                "Line {number}: what is {word} of {one} – {other}?",
                number=line.number,
                word=line.word,
                one=one,
                other=other,
            )
            if len(self.found.questions) < MAX_QUESTIONS:
                self.found.questions.append(Question(key, text, options))
            return
        if absent and self._is_new(line, fixture, absent, self.found.forfeits):
            self.found.forfeits[fixture.round, fixture.teams] = absent

    def _fixture(self, line: FixtureLine, when: When) -> Fixture:
        one, other = (self._team(name) for name in line.teams)
        if one == other:
            raise _Skipped(_("A team cannot play against itself."))
        if line.round is None:
            return self._moved(self._only_match(one, other), when)
        known = [self.fixtures.get((line.round, team)) for team in (one, other)]
        if known[0] is not None and known[0] is known[1]:
            if line.table is not None and known[0].table not in (None, line.table):
                raise _Skipped(_("This match is at table {number} already.", number=known[0].table or 0))
            self._divide(line, (one, other))
            moved = self._moved(known[0], when)
            self.found.known += moved is known[0] and not line.scores and not line.forfeit
            return moved
        for team, other_match in zip((one, other), known, strict=True):
            if other_match is not None:
                raise _Skipped(
                    _("{team} plays another match in round {round} already.", team=self.names[team], round=line.round)
                )
        if line.round in self.paired and not self.stage.is_league:
            raise _Skipped(_("Round {round} is paired already.", round=line.round))
        self._divide(line, (one, other))
        made = Fixture(line.round, (one, other), line.table, *when)
        self.found.fixtures.append(made)
        self._place(made)
        return made

    def _moved(self, known: Fixture, when: When) -> Fixture:
        """The fixture with the date, time and place of another line; with a new day it is not postponed any more."""
        changed = {part: value for part, value in when._asdict().items() if value}
        fixture = replace(known, **changed)
        if not when.postponed and fixture.date != known.date:
            fixture = replace(fixture, postponed=False)
        if fixture == known:
            return known
        if any(known is each for each in self.found.fixtures):
            self.found.fixtures = [fixture if each is known else each for each in self.found.fixtures]
        else:
            self.found.moved[fixture.round, fixture.teams] = fixture
        self.fixtures |= {(fixture.round, team): fixture for team in fixture.teams}
        for among in (self.meetings[frozenset(fixture.teams)], self.tables[fixture.round, fixture.table]):
            among[:] = [fixture if each is known else each for each in among]
        return fixture

    def _divide(self, line: FixtureLine, teams: tuple[int, int]) -> None:
        for team in teams if line.division else ():
            before = self.division.get(team)
            if before is not None and plain(before) != plain(line.division):
                raise _Skipped(_("{team} is in “{division}” already.", team=self.names[team], division=before))
        for team in teams if line.division else ():
            if team not in self.division:
                self.division[team] = self.divisions.setdefault(plain(line.division), line.division)
                self.found.divisions.setdefault(self.division[team], []).append(team)

    def _only_match(self, one: int, other: int) -> Fixture:
        """The match of two teams whose round the line does not say: only if they meet once."""
        found = self.meetings.get(frozenset((one, other)), [])
        if len(found) != 1:
            raise _Skipped(_("These teams meet {count} times: say in which round.", count=len(found)))
        return found[0]

    def _at_table(self, line: FixtureLine) -> Fixture:
        given = [] if line.round in self.paired else self.tables.get((line.round, line.table), [])
        found = {id(each): each for each in given}
        for match in self.seated.get((line.round or 0, line.table), []):
            fixture = self.fixtures.get((match.round, match.teams[0]))
            found |= {} if fixture is None else {id(fixture): fixture}
        if len(found) != 1:
            numbers = {"round": line.round or 0, "table": line.table or 0}
            raise _Skipped(_("There is no single match in round {round} at table {table}.", **numbers))
        return next(iter(found.values()))

    def _result(self, line: FixtureLine, fixture: Fixture, scores: tuple[int, int]) -> None:
        if not self._is_new(line, fixture, scores, self.found.results):
            return
        self.found.results[fixture.round, fixture.teams] = scores
        names = [self.names[team] for team in fixture.teams]
        target = self._target(fixture.round)
        for doubt in doubts_about(scores, None, target, ends_without_target=self.ends, may_be_level=False):
            self.found.doubts.append(NotRead(line.number, " : ".join(names), doubt_text(doubt, scores, names)))

    def _is_new(
        self,
        line: FixtureLine,
        fixture: Fixture,
        given: tuple[int, ...],
        known: Mapping[FixtureKey, tuple[int, ...]],
    ) -> bool:
        """Whether scores or forfeits are to be saved, or there already. Raises `_Skipped` for what cannot be."""
        place = (fixture.round, fixture.teams)
        others = self.found.forfeits if known is self.found.results else self.found.results
        if place in others or known.get(place, given) != given:
            raise _Skipped(_("An earlier line has another result of this match."))
        match = self.matches.get((fixture.round, frozenset(fixture.teams)))
        gone = [team for team in fixture.teams if team in self.state.teams and self._left(team)]
        if gone and match is None:
            raise _Skipped(_("{team} left: the other team has a walkover.", team=self.names[gone[0]]))
        if match is None and fixture.round in self.paired and not self.stage.is_league:
            raise _Skipped(_("Round {round} was paired otherwise.", round=fixture.round))
        if match is not None:
            before = self.state.result(match)
            forfeits = (
                () if before is None else tuple(team for side in before.forfeits for team in match.pairing.sides[side])
            )
            own = given if match.teams == fixture.teams or known is self.found.forfeits else given[::-1]
            if before is not None and own in (before.scores, tuple(sorted(forfeits))):
                self.found.known += 1
                return False
            is_forfeit = known is self.found.forfeits
            event = ResultGiven(
                seq=0,
                match=match.id,
                by=FORFEIT if is_forfeit else PAPER,
                scores=() if is_forfeit else own,
                forfeits=own if is_forfeit else (),
            )
            return self._is_chosen(line, place, match, event)
        return True

    def _is_chosen(self, line: FixtureLine, place: FixtureKey, match: Match, event: ResultGiven) -> bool:
        """Whether a score is saved that may differ from what is there, as that was answered."""
        if not contradicted(self.state, match, event):
            return True
        names = [self.names[side[0]] for side in match.pairing.sides]
        text, options = other_score(self.state, match, event, names)
        key = f"line {line.number} result"
        answer = self.answers.get(key, "")
        if answer == BESIDE:
            self.found.beside.add(place)
        elif answer == TAKE and TAKE in dict(options):
            self.found.instead[place] = version(self.state, match)
        elif answer == KEEP:
            self.found.known += 1
        elif len(self.found.questions) < MAX_QUESTIONS:
            words = after_colon(_("Line {number}", number=line.number), text)
            self.found.questions.append(Question(key, words, options))
        return place in self.found.beside or place in self.found.instead

    def _target(self, round_: int) -> int:
        return int(self.stage.limits(round_).options.get("target", self.target) or 0)

    def _left(self, team: int) -> bool:
        return self.state.teams[team].status in (ev.DROPPED, ev.OUT, ev.NO_SHOW)

    def _team(self, name: str) -> int:
        """The number of a team by its name or its players; a new one if nobody is called so."""
        players = players_in(name)
        key = next((key for key in _keys(name, players) if key in self.by_name), None)
        if key is not None:
            return self.by_name[key]
        needed = find_format(self.state.stages[0].format).team_size(self.state.stages[0])
        if len(self.names) >= MAX_TEAMS:
            raise _Skipped(fault_sentence(TOO_MANY_TEAMS.at(NOWHERE, {"most": MAX_TEAMS})))
        asks = len(self.found.questions) < MAX_QUESTIONS
        alike = self.known.near(name) if asks or self.answers else None
        if alike is not None:
            key = f"{name} = {alike}"
            answer, team = self.answers.get(key), self.by_name.get(plain(alike))
            if answer == YES and team is not None:
                self.by_name |= dict.fromkeys(_keys(name, players), team)
                return team
            if answer not in (YES, NO) and asks:
                options = ((YES, _("It is the same team")), (NO, _("It is another team")))
                text = _("{name} looks like {known}.", name=name, known=alike)
                self.found.questions.append(Question(key, text, options))
        if len(players) != needed:
            raise _Skipped(
                _("“{name}” is no team yet. Enter it under Teams, with its players: {name}: Ann & Cal", name=name)
            )
        team = self.next + len(self.found.entries)
        self.found.entries.append(name)
        self.names[team] = " & ".join(players)
        self.known.add(self.names[team])
        self.by_name |= dict.fromkeys(_keys(name, players), team)
        return team


def _time_of(text: str) -> str:
    """`19:30` of a time as people write it; empty if it is none."""
    found = CLOCK.fullmatch(text)
    hour = 24 if found is None else int(found[1])
    if found and (found[3] or found[4]):
        hour = hour % 12 + (12 if found[3] else 0) if hour <= 12 else hour
    return f"{hour:02}:{found[2] or '00'}" if found and hour < 24 else ""


def _keys(name: str, players: tuple[str, ...]) -> list[str]:
    """What a team is found by: its name, and its players in any order."""
    return [plain(name), "&".join(sorted(map(plain, players)))]


def fault_sentence(fault: Fault) -> str:
    """What is wrong, as a sentence of its own."""
    return f"{fault_text(fault)}."


def matches_of(state: TournamentState, stage: int) -> dict[tuple[int, frozenset[int]], Match]:
    """The matches of this stage that are paired, by round and teams."""
    own = (match for match in state.matches.values() if match.stage == stage)
    return {(match.round, frozenset(match.teams)): match for match in own}
