"""The time to pair a tournament, and to tell its standings, with the largest fields that a hall holds."""

import time
from collections.abc import Callable, Mapping
from functools import partial
from random import Random

from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.event_json import read_start
from scorekeeper.rooms.tournaments.domain.log.replay import apply, replay
from scorekeeper.rooms.tournaments.domain.log.results import PAPER, ResultGiven
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import is_stage_over, propose, standings

SCORES = ((350, 200), (300, 350), (120, 360), (405, 390))


def measured() -> dict[str, float]:
    """Milliseconds of CPU time: the slowest round of each kind, then standings and a replay of the largest log."""
    swiss, swiss_ms = _played(_field(128, {"format": "swiss", "rounds": 7}))
    _, bracket_ms = _played(_field(64, {"format": "double-elimination"}))
    found = {"swiss_128_ms": swiss_ms, "bracket_64_ms": bracket_ms}
    for players in (48, 64):
        state = _field(players, {"format": "rotation", "rounds": 12, "hands": 8}, size=1)
        found[f"rotation_{players}_ms"] = _took(partial(propose, state, seq=state.seq + 1, lot_seed=1))
    found["standings_128_ms"] = _took(lambda: standings(swiss, 1))
    found["replay_128_ms"] = _took(lambda: replay(swiss.events))
    found["events"] = len(swiss.events)
    return found


def _field(teams: int, stage: Mapping[str, object], size: int = 2) -> TournamentState:
    """A tournament with teams that have arrived."""
    state = replay([read_start({"name": "Harbour Open", "stages": [{"rules": "partnership", **stage}]})])
    for team in range(1, teams + 1):
        players = tuple(f"{name} {team}" for name in ("Ann", "Ben")[:size])
        state = apply(state, ev.TeamEntered(seq=state.seq + 1, team=team, players=players))
    arrived = ev.TeamStatusChanged(seq=state.seq + 1, teams=tuple(range(1, teams + 1)), status=ev.ARRIVED)
    return apply(state, arrived)


def _played(state: TournamentState) -> tuple[TournamentState, float]:
    """The tournament after all its rounds, and the milliseconds of the slowest pairing."""
    lots, slowest = Random(1), 0.0
    while not is_stage_over(state, 1):
        began = time.process_time()
        paired = propose(state, seq=state.seq + 1, lot_seed=1)
        slowest = max(slowest, time.process_time() - began)
        state = apply(state, paired)
        for pairing in paired.pairings:
            if not pairing.is_bye:
                result = ResultGiven(
                    seq=state.seq + 1, match=pairing.match, by=PAPER, scores=lots.choice(SCORES), signed=True
                )
                state = apply(state, result)
    return state, slowest * 1000


def _took(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000
