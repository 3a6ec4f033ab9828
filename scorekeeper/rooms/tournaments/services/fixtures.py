"""Saves what a list of fixtures and results changes, as `fixture_plan` has read it: all at once, or nothing."""

import pickle
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import partial
from typing import BinaryIO, cast

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import NOWHERE
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.heavy import run_sandboxed
from scorekeeper.rooms.tournaments.domain.log import events as ev, results as rs
from scorekeeper.rooms.tournaments.domain.log.event_json import read_event, setup_json
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import added_matches, may_play
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Division
from scorekeeper.rooms.tournaments.faults import TEAM_NOT_IN_ROUND
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.fixture_plan import FixturePlan, matches_of, stage_of
from scorekeeper.rooms.tournaments.services.recording import Draft, record_together
from scorekeeper.rooms.tournaments.services.results import own_matches
from scorekeeper.rooms.tournaments.services.rounds import next_round
from scorekeeper.rooms.tournaments.services.teams import Entry, entered, status_event
from scorekeeper.services.names import players_in
from scorekeeper.services.recording import Author

MANY_LINES = 400
"""Lines of a list, from which on preparing it takes a processor longer than starting another process does."""


def take(tournament_id: str, plan: FixturePlan, author: Author, *, signed: bool, event_id: str | None = None) -> None:
    """Save all that a list changes, or nothing: teams, fixtures, rounds that have results, and the results.

    `signed`: both sides agreed to the results; else each of them is to be confirmed, as that of a match in which the
    author plays while another director is there. Raises `InvalidInput`, `NotNow`.
    """

    def make(draft: Draft) -> None:
        if len(plan.read) < MANY_LINES:
            _prepare(draft, plan, event_id)
        else:
            (prepared,) = run_sandboxed(prepare_apart, pickle.dumps((draft, plan, event_id)))
            draft.become(cast("Draft", prepared))
        if plan.last_round:
            loaded = replace(load_tournament(tournament_id), state=draft.state)
            number = stage_of(draft.state) or 1
            others = own_matches(loaded, author) if signed else None
            for made in _results(draft.state, plan, number, others):
                draft.add(made)

    record_together(tournament_id, make, author, event_id)


def _prepare(draft: Draft, plan: FixturePlan, event_id: str | None) -> None:
    """Add all but the results."""
    before = draft.state.next_team
    for name in plan.entries:
        draft.add(partial(entered, Entry(players_in(name))))
    if plan.fixtures or plan.moved or plan.divisions:
        draft.add(partial(_with_fixtures, plan), event_id)
    state = draft.state
    results_of = {team for _round, teams in (*plan.results, *plan.forfeits) for team in teams}
    here = [team.id for team in state.teams.values() if team.id >= before or team.id in results_of]
    _arrive(draft, here)
    number = stage_of(state) or 1
    if state.stages[number - 1].is_league and number == state.stage:
        publish_league(draft)
    while len(draft.state.rounds_of(number)) < plan.last_round:
        draft.add(next_round(anyway=True, publish=True))


def _arrive(draft: Draft, teams: Collection[int]) -> None:
    missing = [team for team in teams if draft.state.teams[team].status == ev.ENTERED]
    if missing:
        draft.add(status_event(missing, ev.ARRIVED))


def publish_league(draft: Draft) -> None:
    """Publish all that the fixtures of a league have and its rounds have not, so that any match can be played."""
    stage = draft.state.stages[draft.state.stage - 1]
    _arrive(draft, dict.fromkeys(team for fixture in stage.fixtures for team in fixture.teams))
    for round_ in draft.state.rounds_of(draft.state.stage):
        if sum(fixture.round == round_.number for fixture in stage.fixtures) > len(round_.matches):
            draft.add(partial(_grown, round_.number))
    last = max((fixture.round for fixture in stage.fixtures), default=0)
    while len(draft.state.rounds_of(draft.state.stage)) < last:
        draft.add(next_round(publish=True))


def _grown(number: int, state: TournamentState) -> ev.Event:
    return added_matches(state, seq=state.seq + 1, number=number)


def complete_league(tournament_id: str, author: Author) -> None:
    """Publish what a league has not published yet, since it has just become one. Raises `NotNow`."""

    def make(draft: Draft) -> None:
        if draft.state.stages[draft.state.stage - 1].is_league and not draft.state.ended:
            publish_league(draft)

    record_together(tournament_id, make, author)


def prepare_apart(content: BinaryIO) -> Iterator[object]:
    """Prepare in a worker process what `take` has sent there: yields the draft."""
    draft, *of_plan = pickle.load(content)
    _prepare(draft, *of_plan)
    yield draft


def _with_fixtures(plan: FixturePlan, state: TournamentState) -> ev.Event:
    number = stage_of(state) or 1
    stage = state.stages[number - 1]
    divisions = {division.name: list(division.teams) for division in stage.divisions}
    for name, teams in plan.divisions.items():
        divisions[name] = [*divisions.get(name, []), *teams]
    changed = replace(
        stage,
        fixtures=(*(plan.moved.get((known.round, known.teams), known) for known in stage.fixtures), *plan.fixtures),
        divisions=tuple(Division(name, tuple(teams)) for name, teams in divisions.items()),
    )
    stages = [changed if place == number else other for place, other in enumerate(state.stages, 1)]
    return read_event(ev.SETTINGS, setup_json(state.name, stages, state.settings), state.seq + 1)


def _results(
    state: TournamentState, plan: FixturePlan, number: int, others: Callable[[Match], bool] | None
) -> Iterator[Callable[[TournamentState], ev.Event]]:
    """The results; agreed unless another director has to say so (`others`), or nobody said so (None).

    All that differ from nothing are one event; each other one says that it was chosen, or stands beside what is there.
    """
    together, matches = list[dict[str, object]](), matches_of(state, number)
    for place, own in (*plan.results.items(), *plan.forfeits.items()):
        round_, teams = place
        match = matches.get((round_, frozenset(teams)))
        if match is None:
            away = next((team for team in teams if not may_play(state, team)), teams[0])
            raise NotNow(TEAM_NOT_IN_ROUND.at(NOWHERE, {"team": state.teams[away].name, "round": round_}))
        body: dict[str, object] = {"match": match.id, "forfeit": list(own)}
        if place not in plan.forfeits:
            scores = own if match.teams == teams else own[::-1]
            agreed = others is not None and not others(match)
            body = {"match": match.id, "scores": list(scores), "signed": agreed}
        if place in plan.beside:
            yield partial(_beside, body, state.is_over(match))
        elif place in plan.instead:
            yield partial(_instead, body, plan.instead[place])
        else:
            together.append(body)
    if together:
        yield partial(_together, together)


def _together(given: list[dict[str, object]], state: TournamentState) -> ev.Event:
    return read_event(rs.RESULTS, {"results": given}, state.seq + 1)


def _instead(body: dict[str, object], seen: tuple[int, int], state: TournamentState) -> ev.Event:
    given = {"source": rs.BY_LIST, "instead": seen[0], "record": seen[1], "reason": _("from a list")}
    return read_event(rs.RESULT, {"by": _by(body), **body, **given}, state.seq + 1)


def _beside(body: dict[str, object], counted: bool, state: TournamentState) -> ev.Event:
    given = {"source": rs.BY_LIST, "counted": counted}
    return read_event(rs.REPORT, {"by": _by(body), **body, **given}, state.seq + 1)


def _by(body: dict[str, object]) -> str:
    return rs.FORFEIT if "forfeit" in body else rs.PAPER
