"""Pairs a round: in a worker process where that takes long, so that the other tables go on."""

import pickle
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

from scorekeeper.clock import utc_now
from scorekeeper.core.game import NotNow
from scorekeeper.formats.heavy import run_sandboxed
from scorekeeper.rooms.tournaments.domain.log.events import RoundPaired
from scorekeeper.rooms.tournaments.domain.log.pairings import Pairing
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import format_of, propose, running
from scorekeeper.rooms.tournaments.services.cache import milliseconds

MANY_TEAMS = 100
"""From here on, matching all of them takes more than 50 ms."""
MANY_SEATS = 400
"""Players times rounds that are drawn ahead, from which on the draw may take more than 50 ms."""


def is_dear(state: TournamentState) -> bool:
    """Whether the next round takes a processor long."""
    stage, form = state.stages[state.stage - 1], format_of(state, state.stage)
    if form.takes_fixtures:  # they say who meets
        return False
    teams = sum(team.plays for team in state.teams.values())
    if form.grows:  # only those that are free meet
        teams -= sum(len(match.teams) for match in running(state, state.stage))
    rounds = form.rounds(stage, teams, state.settings.tables) if form.solo and not state.rounds_of(state.stage) else 0
    return teams >= MANY_TEAMS or teams * rounds >= MANY_SEATS


def proposed(state: TournamentState, **asked: Any) -> RoundPaired:
    """The next round, as `propose` has it. Raises `NotNow`, `TooLarge`."""
    if not is_dear(state):
        return propose(state, **asked)
    (paired,) = run_sandboxed(pair_apart, pickle.dumps((state, asked)))
    assert isinstance(paired, RoundPaired)
    return paired


def forecast(state: TournamentState) -> Sequence[Pairing]:
    """The pairings of the next round if it were paired now; none where that takes long, or cannot be."""
    if is_dear(state):
        return ()
    try:
        return propose(state, seq=state.seq + 1, lot_seed=0, now=milliseconds(utc_now())).pairings
    except NotNow:
        return ()


def pair_apart(content: BinaryIO) -> Iterator[object]:
    """Pair in a worker process what `proposed` has sent there: yields the round."""
    state, asked = pickle.load(content)
    yield propose(state, **asked)
