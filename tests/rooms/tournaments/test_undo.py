"""Undo: whatever was recorded, undoing it restores the state exactly, and a redo brings it back."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from hypothesis import given, strategies as st

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.rooms.tournaments.domain.log import events as ev, results as rs
from scorekeeper.rooms.tournaments.domain.log.event_json import payload_of, read_event, read_stored
from scorekeeper.rooms.tournaments.domain.log.events import Event, TournamentStarted
from scorekeeper.rooms.tournaments.domain.log.replay import apply, replay
from scorekeeper.rooms.tournaments.domain.log.state import GameResult, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import propose, standings
from scorekeeper.rooms.tournaments.domain.words import why_text
from tests.rooms.tournaments.fields import enter, shown, stage, tournament

FORMATS = ("swiss", "round-robin", "open", "rotation", "single-elimination", "double-elimination")
MINUTE = 60_000


def a_step(draw: st.DrawFn, state: TournamentState, at: int) -> Event:
    """Something that a director might record now; it may be refused."""
    seq = state.seq + 1
    kind = draw(st.sampled_from((*("round",) * 4, *("result",) * 8, *OTHERS)))
    if kind == "round":
        published = draw(st.integers(0, 5)) > 0
        if state.rounds and not state.rounds[-1].published:
            last = state.rounds[-1]
            pairings = tuple(state.matches[match].pairing for match in last.matches)
            return ev.RoundPaired(seq=seq, at=at, stage=last.stage, number=last.number, pairings=pairings)
        paired = propose(state, seq=seq, lot_seed=draw(st.integers(0, 9)), now=at, anyway=True, published=published)
        return replace(paired, at=at)
    body = OTHERS[kind](draw, state) if kind != "result" else a_result(draw, state)
    event = read_event(kind, body, seq)
    return read_stored(kind, payload_of(event), seq, at, event.reason, None)


def number(draw: st.DrawFn, most: int) -> int:
    return draw(st.integers(1, max(1, most)))


def a_result(draw: st.DrawFn, state: TournamentState) -> dict[str, Any]:
    open_ = [match for match in state.matches.values() if not state.is_over(match)]
    if not open_:
        return {"match": number(draw, len(state.matches)), "scores": [300, 200], "signed": True}
    match = draw(st.sampled_from(open_))
    if draw(st.integers(0, 9)) == 0:
        return {"match": match.id, "forfeit": list(match.pairing.sides[draw(st.integers(0, 1)) - 1])}
    scores = draw(st.sampled_from(((300, 200), (150, 310), (500, -20))))
    return {"match": match.id, "scores": list(scores), "signed": True}


def a_team(draw: st.DrawFn, state: TournamentState) -> dict[str, Any]:
    team = draw(st.sampled_from((number(draw, state.next_team), state.next_team)))
    solo = state.stages[0].format == "rotation"
    return {"team": team, "players": [f"Zoe {team}"] if solo else [f"Zoe {team}", f"Yul {team}"]}


OTHERS: dict[str, Any] = {
    ev.TEAM: a_team,
    ev.TEAM_STATUS: lambda draw, state: {
        "teams": [number(draw, state.next_team - 1)],
        "status": draw(st.sampled_from(ev.STATUSES)),
    },
    ev.WITHDRAW: lambda draw, state: {"stage": 1, "round": number(draw, len(state.rounds))},
    ev.SWAP: lambda draw, state: {
        "what": draw(st.sampled_from(ev.EXCHANGED)),
        "first": number(draw, 9),
        "second": number(draw, 9),
        "stage": 1,
        "round": number(draw, len(state.rounds)),
    },
    ev.GAME: lambda draw, state: {
        "match": number(draw, len(state.matches)),
        "game": draw(st.sampled_from(("a", "b", None))),
    },
    rs.CONFIRM: lambda draw, state: {
        "match": number(draw, len(state.matches)),
        "verdict": draw(st.sampled_from(rs.VERDICTS)),
        "record": 20,
    },
    ev.CLOCK: lambda draw, state: {
        "stage": 1,
        "round": number(draw, len(state.rounds)),
        "act": draw(st.sampled_from(ev.CLOCK_ACTS)),
        "minutes": draw(st.integers(-5, 5)),
    },
    ev.ADJUST: lambda draw, state: {"team": number(draw, state.next_team - 1), "points": -30, "reason": "late"},
    ev.LOTS: lambda draw, state: {"order": sorted(state.teams, reverse=True)},
    ev.SETTINGS: lambda draw, state: {
        "name": "Harbour Open",
        "stages": [stage(state.stages[0].format, rounds=draw(st.integers(2, 5)))],
        "settings": {"cap": draw(st.integers(50, 300))},
    },
    ev.END: lambda _draw, _state: {},
    ev.TAKE_BACK: lambda draw, state: {"entry": number(draw, state.seq)},
}

GAMES = {"a": GameResult((300, 260), 0, (1, 0), (3, 2), 7, "over", "target", 20), "b": GameResult((90, 40), hands=2)}


class Run:
    """A tournament after each of its events, shown by the kinds of its events."""

    def __init__(self, states: list[TournamentState]) -> None:
        self.states = states

    def __repr__(self) -> str:
        last = self.states[-1]
        return f"{last.stages[0].format}: {[event.kind for event in last.events]}"


@st.composite
def tournaments(draw: st.DrawFn) -> Run:
    """A tournament as a director might have run it."""
    form = draw(st.sampled_from(FORMATS))
    state = tournament([stage(form, **({"rounds": 4} if form in ("swiss", "rotation") else {}))])
    state = enter(state, draw(st.integers(4, 9)), solo=form == "rotation").with_results(GAMES)
    states = [state]
    for step in range(draw(st.integers(5, 30))):
        try:
            state = apply(state, a_step(draw, state, step * MINUTE))
        except InvalidInput:
            continue
        states.append(state)
    return Run(states)


@given(tournaments())
def test_undoing_the_latest_event_restores_the_state_exactly(run: Run) -> None:
    for before, after in pairwise(run.states):
        latest = after.events[-1]
        undo = ev.EventUndone(seq=after.seq + 1, event=latest.seq)
        try:
            undone = apply(after, undo)
        except NotNow:
            assert not isinstance(latest, (rs.ResultGiven, rs.ResultConfirmed, ev.ClockSet, ev.TeamAdjusted))
            continue
        assert shown(undone) == shown(before), latest
        if isinstance(latest, ev.EventUndone):
            continue  # the way back is to undo the event itself again
        redone = apply(undone, ev.EventUndone(seq=undone.seq + 1, event=undone.seq))
        assert shown(redone) == shown(after), latest


@given(tournaments())
def test_a_replay_of_the_stored_events_gives_the_same_state(run: Run) -> None:
    state = run.states[-1]
    stored = [(event.kind, payload_of(event), event.seq, event.at, event.reason, event.who) for event in state.events]
    assert replay([read_stored(*one) for one in stored], GAMES) == state
    assert isinstance(state.events[0], TournamentStarted)


@given(tournaments())
def test_standings_and_reasons_can_be_told_at_any_moment(run: Run) -> None:
    for state in run.states:
        names = {team.id: team.name for team in state.teams.values()}
        places = standings(state, 1)
        assert [place.rank for place in places] == sorted(place.rank for place in places)
        assert len({place.team for place in places}) == len(places)
        for place in places:
            why_text(place.why, names)
        for match in state.matches.values():
            why_text(match.pairing.why, names)
            assert (state.result(match) is not None) or not state.is_over(match)
