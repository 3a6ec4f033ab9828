"""Fixtures and results from a list: what they would change, shown before anything is saved; then all of it at once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import NOWHERE, Fault
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.rows import read_rows
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.event_json import read_event, setup_json
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import may_play
from scorekeeper.rooms.tournaments.domain.paper import doubt_text, doubts_about
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_FIXTURES, MAX_ROUNDS, MAX_TEAMS
from scorekeeper.rooms.tournaments.domain.setting_up.fixture_list import (
    BYE,
    LAST,
    FixtureLine,
    NotRead,
    line_of,
    read_fixture_list,
)
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Division, Fixture
from scorekeeper.rooms.tournaments.faults import TEAM_NOT_IN_ROUND, TOO_MANY_TEAMS
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.recording import Draft, record_together
from scorekeeper.rooms.tournaments.services.results import own_matches
from scorekeeper.rooms.tournaments.services.rounds import next_round
from scorekeeper.rooms.tournaments.services.teams import MAX_QUESTIONS, Entry, NameQuestion, entered, status_event
from scorekeeper.services.names import KnownNames, plain, players_in
from scorekeeper.services.recording import Author

MAX_LINES = MAX_FIXTURES
ANOTHER = ""
"""The answer that a name which looks like a known one is another team's."""


@dataclass(slots=True)
class FixturePlan:
    """What a list would change. `entries` are new teams, whose numbers come after the last one.

    `results` are by round and teams; `known` counts what is there already. `doubts` are results to look at again.
    `open` is what may be a result or something else (the question `LAST`). `answered` are the answers that were used.
    """

    entries: list[str] = field(default_factory=list)
    fixtures: list[Fixture] = field(default_factory=list)
    divisions: dict[str, list[int]] = field(default_factory=dict)
    results: dict[tuple[int, tuple[int, int]], tuple[int, int]] = field(default_factory=dict)
    read: list[FixtureLine] = field(default_factory=list)
    not_read: list[NotRead] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    questions: list[NameQuestion] = field(default_factory=list)
    doubts: list[NotRead] = field(default_factory=list)
    open: str = ""
    answered: dict[str, str] = field(default_factory=dict)
    known: int = 0

    @property
    def changes(self) -> bool:
        """Whether there is anything to save."""
        return bool(self.entries or self.fixtures or self.results)

    @property
    def asks(self) -> bool:
        """Whether something is to be answered before anything is saved."""
        return bool(self.questions or self.open)

    @property
    def last_round(self) -> int:
        """The round up to which rounds are published, since there are results of it; 0 without results."""
        return max((round_ for round_, _teams in self.results), default=0)


def stage_of(state: TournamentState) -> int | None:
    """The stage whose matches are given beforehand, from 1: the one that is played, or a later one; None without."""
    numbers = range(state.stage, len(state.stages) + 1)
    return next((n for n in numbers if find_format(state.stages[n - 1].format).takes_fixtures), None)


def plan_of(state: TournamentState, text: str, answers: Mapping[str, str] | None = None) -> FixturePlan:
    """What this list would change; `answers` say of names that look alike which known one is meant, or `ANOTHER`.

    Raises `InvalidInput` for more lines than a list may have.
    """
    return _Planning(state, answers or {}).plan(text)


class _Skipped(Exception):
    """A line that says something that cannot be; its text says why."""


class _Planning:
    def __init__(self, state: TournamentState, answers: Mapping[str, str]) -> None:
        number = stage_of(state)
        assert number is not None
        self.state, self.number, self.answers = state, number, answers
        self.stage = state.stages[number - 1]
        self.found = FixturePlan()
        self.names = {team.id: team.name for team in state.teams.values()}
        self.known = KnownNames(self.names.values())
        self.asked: set[str] = set()
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

    def plan(self, text: str) -> FixturePlan:
        rows, faulty = read_rows(text, MAX_LINES)
        last = self.answers.get(LAST)
        listed = read_fixture_list(((row.number, row.cells) for row in rows), self.reached, last)
        texts = {row.number: line_of(row.cells) for row in rows}
        found = self.found
        found.not_read, found.unused, found.open = list(listed.not_read), listed.unused, listed.open
        found.answered = dict(self.answers)
        found.not_read += [NotRead(fault.path.number_of("line"), "", fault_sentence(fault)) for fault in faulty]
        for line in sorted(listed.lines, key=lambda line: not line.teams or line.round is None):
            try:
                self._take(line)
                found.read.append(line)
            except _Skipped as problem:
                found.not_read.append(NotRead(line.number, texts[line.number], str(problem)))
        rounds = {each.round for each in (*self.stage.fixtures, *found.fixtures)}
        missing = [str(number) for number in range(1, max(rounds, default=0)) if number not in rounds]
        if missing:
            why = _("Round {round} has no match, but a later one has", round=missing[0])
            found.not_read.append(NotRead(0, "", f"{why}."))
        found.not_read.sort(key=lambda line: line.number)
        found.read.sort(key=lambda line: line.number)
        return found

    def _take(self, line: FixtureLine) -> None:
        if line.is_bye:
            for name in line.teams:
                if not BYE.fullmatch(name):
                    self._team(name)
            return
        fixture = self._fixture(line) if line.teams else self._at_table(line)
        if line.word:
            why = _("The match has no result. A forfeit is given at the desk.")
            self.found.doubts.append(NotRead(line.number, line.word, why))
        if line.scores:
            scores = (line.scores[0], line.scores[1])
            if line.teams and self._team(line.teams[0]) != fixture.teams[0]:
                scores = (scores[1], scores[0])
            self._result(line, fixture, scores)

    def _fixture(self, line: FixtureLine) -> Fixture:
        one, other = (self._team(name) for name in line.teams)
        if one == other:
            raise _Skipped(_("A team cannot play against itself."))
        if line.round is None:
            return self._only_match(one, other)
        known = [self.fixtures.get((line.round, team)) for team in (one, other)]
        if known[0] is not None and known[0] is known[1]:
            if line.table is not None and known[0].table not in (None, line.table):
                raise _Skipped(_("This match is at table {number} already.", number=known[0].table or 0))
            self._divide(line, (one, other))
            self.found.known += not line.scores
            return known[0]
        for team, fixture in zip((one, other), known, strict=True):
            if fixture is not None:
                raise _Skipped(
                    _("{team} plays another match in round {round} already.", team=self.names[team], round=line.round)
                )
        if line.round in self.paired:
            raise _Skipped(_("Round {round} is paired already.", round=line.round))
        self._divide(line, (one, other))
        made = Fixture(line.round, (one, other), line.table)
        self.found.fixtures.append(made)
        self._place(made)
        return made

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
        place = (fixture.round, fixture.teams)
        if self.found.results.get(place, scores) != scores:
            raise _Skipped(_("An earlier line has another result of this match."))
        match = self.matches.get((fixture.round, frozenset(fixture.teams)))
        gone = [team for team in fixture.teams if team in self.state.teams and self._left(team)]
        if gone and match is None:
            raise _Skipped(_("{team} left: the other team has a walkover.", team=self.names[gone[0]]))
        if match is None and fixture.round in self.paired:
            raise _Skipped(_("Round {round} was paired otherwise.", round=fixture.round))
        if match is not None:
            before = self.state.result(match)
            if before is not None and before.scores == scores:
                self.found.known += 1
                return
            if before is not None or match.game is not None:
                raise _Skipped(_("This match has another result, or is being played. Change it at the desk."))
        self.found.results[place] = scores
        names = [self.names[team] for team in fixture.teams]
        target = self._target(fixture.round)
        for doubt in doubts_about(scores, None, target, ends_without_target=self.ends, may_be_level=False):
            self.found.doubts.append(NotRead(line.number, " : ".join(names), doubt_text(doubt, scores, names)))

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
        if name not in self.answers and name not in self.asked and len(self.asked) < MAX_QUESTIONS:
            alike = self.known.near(name)
            if alike is not None:
                self.asked.add(name)
                self.found.questions.append(NameQuestion(name, alike))
        meant = self.answers.get(name, ANOTHER)
        if meant != ANOTHER:
            team = self.by_name.get(plain(meant))
            if team is not None:
                self.by_name |= dict.fromkeys(_keys(name, players), team)
                return team
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


def take(tournament_id: str, plan: FixturePlan, author: Author, *, signed: bool, event_id: str | None = None) -> None:
    """Save all that a list changes, or nothing: teams, fixtures, rounds that have results, and the results.

    `signed`: both sides agreed to the results; else each of them is to be confirmed, as that of a match in which the
    author plays while another director is there. Raises `InvalidInput`, `NotNow`.
    """

    def make(draft: Draft) -> None:
        before = draft.state.next_team
        for name in plan.entries:
            draft.add(partial(entered, Entry(players_in(name))))
        if plan.fixtures or plan.divisions:
            draft.add(partial(_with_fixtures, plan), event_id)
        state = draft.state
        results_of = {team for _round, teams in plan.results for team in teams}
        here = [team.id for team in state.teams.values() if team.id >= before or team.id in results_of]
        missing = [team for team in here if state.teams[team].status == ev.ENTERED]
        if missing:
            draft.add(status_event(missing, ev.ARRIVED))
        number = stage_of(state) or 1
        while len(draft.state.rounds_of(number)) < plan.last_round:
            draft.add(next_round(anyway=True, publish=True))
        if plan.results:
            loaded = replace(load_tournament(tournament_id), state=draft.state)
            draft.add(partial(_given, plan, number, own_matches(loaded, author) if signed else None))

    record_together(tournament_id, make, author, event_id)


def _with_fixtures(plan: FixturePlan, state: TournamentState) -> ev.Event:
    number = stage_of(state) or 1
    stage = state.stages[number - 1]
    divisions = {division.name: list(division.teams) for division in stage.divisions}
    for name, teams in plan.divisions.items():
        divisions[name] = [*divisions.get(name, []), *teams]
    changed = replace(
        stage,
        fixtures=(*stage.fixtures, *plan.fixtures),
        divisions=tuple(Division(name, tuple(teams)) for name, teams in divisions.items()),
    )
    stages = [changed if place == number else other for place, other in enumerate(state.stages, 1)]
    return read_event(ev.SETTINGS, setup_json(state.name, stages, state.settings), state.seq + 1)


def _given(plan: FixturePlan, number: int, others: Callable[[Match], bool] | None, state: TournamentState) -> ev.Event:
    """The results; agreed unless another director has to say so (`others`), or nobody said so (None)."""
    given, matches = list[dict[str, object]](), matches_of(state, number)
    for (round_, teams), scores in plan.results.items():
        match = matches.get((round_, frozenset(teams)))
        if match is None:
            away = next((team for team in teams if not may_play(state, team)), teams[0])
            raise NotNow(TEAM_NOT_IN_ROUND.at(NOWHERE, {"team": state.teams[away].name, "round": round_}))
        own = scores if match.teams == teams else (scores[1], scores[0])
        agreed = others is not None and not others(match)
        given.append({"match": match.id, "scores": list(own), "signed": agreed})
    return read_event(ev.RESULTS, {"results": given}, state.seq + 1)
