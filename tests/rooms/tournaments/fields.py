"""Tournaments for tests: a field of teams that have arrived, rounds paired and played, and results by paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.words.faults import fault_text
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.event_json import read_event, read_start
from scorekeeper.rooms.tournaments.domain.log.events import Event, RoundPaired
from scorekeeper.rooms.tournaments.domain.log.pairings import Pairing
from scorekeeper.rooms.tournaments.domain.log.replay import apply, replay
from scorekeeper.rooms.tournaments.domain.log.results import RESULT
from scorekeeper.rooms.tournaments.domain.log.state import GameResult, Match, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import propose, standings

SCORES = ((350, 200), (300, 350), (120, 360), (405, 390))

Stages = Sequence[Mapping[str, object]]


def stage(form: str, **parts: object) -> dict[str, object]:
    """A stage as JSON has it."""
    return {"format": form, "rules": "partnership", **parts}


def tournament(stages: Stages, **settings: object) -> TournamentState:
    """A tournament without teams."""
    body = {"name": "Harbour Open", "stages": [dict(one) for one in stages], "settings": settings}
    return replay([read_start(body)])


def record(state: TournamentState, kind: str, /, *, at: int = 0, **body: object) -> TournamentState:
    """The state after an event from its JSON."""
    return apply(state, replace(read_event(kind, body, state.seq + 1), at=at))


def enter(state: TournamentState, count: int, solo: bool = False) -> TournamentState:
    """Teams enter and arrive: `Ann 1 & Ben 1`, or players `Ann 1`."""
    first = state.next_team
    for team in range(first, first + count):
        players = [f"Ann {team}"] if solo else [f"Ann {team}", f"Ben {team}"]
        state = record(state, ev.TEAM, team=team, players=players)
    return record(state, ev.TEAM_STATUS, teams=list(range(first, first + count)), status="arrived")


def field_of(
    count: int, form: str, /, *, settings: Mapping[str, object] | None = None, **parts: object
) -> TournamentState:
    """A tournament of one stage, with teams that have arrived."""
    state = tournament([stage(form, **parts)], **(settings or {}))
    return enter(state, count, solo=form == "rotation")


@contextmanager
def refused_with(code: str) -> Iterator[None]:
    """Expect a refusal with this code, which has a sentence."""
    with pytest.raises(InvalidInput) as caught:
        yield
    assert caught.value.fault.code == code
    assert fault_text(caught.value.fault)


def pair(state: TournamentState, lot_seed: int = 1, **options: Any) -> TournamentState:
    """The state after the next round is paired."""
    return apply(state, propose(state, seq=state.seq + 1, lot_seed=lot_seed, **options))


def latest(state: TournamentState) -> list[Match]:
    """The matches of the last round, without byes."""
    return [state.matches[match] for match in state.rounds[-1].matches if not state.matches[match].pairing.is_bye]


def paper(state: TournamentState, match: Match, scores: Sequence[int], **parts: Any) -> TournamentState:
    """A paper result that both sides signed."""
    return record(state, RESULT, match=match.id, scores=list(scores), signed=True, **parts)


def wins(state: TournamentState, winner: int, by: int = 100) -> TournamentState:
    """A team wins its latest match, 350 to 350 minus `by`."""
    match = next(match for match in latest(state) if winner in match.teams)
    side = match.side_of(winner)
    return paper(state, match, [350 if number == side else 350 - by for number in range(len(match.pairing.sides))])


def play(state: TournamentState, result: Callable[[Match], Sequence[int]]) -> TournamentState:
    """Every match of the last round that isn't over gets its result."""
    for match in latest(state):
        if not state.is_over(match):
            state = paper(state, match, result(match))
    return state


def by_number(match: Match) -> Sequence[int]:
    """The side with the lower number wins, the more the further they are apart."""
    first, second = (min(side) for side in match.pairing.sides)
    return (350, 350 - 10 * (second - first)) if first < second else (350 - 10 * (first - second), 350)


def at_random(seed: int) -> Callable[[Match], Sequence[int]]:
    """Results that fall the same way each time."""
    lots = Random(seed)
    return lambda match: lots.choice(SCORES)


def play_on(
    state: TournamentState, result: Callable[[Match], Sequence[int]] = by_number, most: int = 60
) -> TournamentState:
    """Pair and play until the last round of the last stage is over."""
    for _ in range(most):
        try:
            state = pair(state)
        except NotNow as refusal:
            if refusal.fault.code != "all-rounds-played":
                raise
            return state
        state = play(state, result)
    raise AssertionError("the tournament does not end")


def met(state: TournamentState, stage_number: int = 1) -> list[tuple[int, ...]]:
    """Who played whom, each pair in order, a bye alone."""
    matches = [match for match in state.matches.values() if match.stage == stage_number]
    return [tuple(sorted(match.teams)) for match in matches]


def order(state: TournamentState, stage_number: int = 1) -> list[int]:
    """The teams as they stand."""
    return [place.team for place in standings(state, stage_number)]


def codes(pairings: Iterable[Pairing]) -> list[list[str]]:
    """The reasons of each pairing."""
    return [[why.code for why in pairing.why] for pairing in pairings]


def game(scores: Sequence[int], winner: int | None, status: str = "confirmed", **parts: Any) -> GameResult:
    """The result of a game after six hands."""
    return GameResult(scores=tuple(scores), winner=winner, hands=6, status=status, record=20, **parts)


def shown(state: TournamentState) -> object:
    """A state without its log: what an undo restores exactly."""
    return replace(state, events=())


def paired(event: Event) -> RoundPaired:
    """The event as a paired round."""
    assert isinstance(event, RoundPaired)
    return event
