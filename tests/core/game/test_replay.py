"""Replaying a game's events gives the game that was played, with any undos and redos."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.game import GameState, replay
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import read_sheet, sheet_json
from tests.core.game.games import BIG, EVEN, bid, body_of, games, may_be_written, partnership, play, take_back, write
from tests.fast_strategies import between, pick


@st.composite
def gone_on(draw: st.DrawFn) -> list[GameState]:
    """A game, and its state after each of some more events."""
    states = draw(games())[-1:]
    for _ in range(draw(between(0, 6))):
        states.append(one_more(draw, states[-1]))
    return states


def one_more(draw: st.DrawFn, state: GameState) -> GameState:
    """The state after one more event, perhaps an undo; unchanged if it is refused."""
    try:
        if state.seq > 1 and pick(draw, [False, True]):
            return take_back(state, draw(between(2, state.seq)))
        kind = pick(draw, may_be_written(state))
        return write(state, kind, **body_of(draw, state, kind))
    except InvalidInput:
        return state


@given(gone_on())
def test_replay_gives_the_same_game(states: list[GameState]) -> None:
    for state in states[1:]:
        assert replay(state.events) == state


@given(games())
def test_current_sheet_gives_the_same_scoreboard(states: list[GameState]) -> None:
    state = states[-1]
    assert read_sheet(sheet_json(state.sheet)).scoreboard() == state.board


def test_old_bids_are_dropped_when_a_hand_is_recorded_again() -> None:
    """Hand 1 is undone after bids for hand 2, and recorded again: hand 2 must be bid again."""
    state = bid(play(partnership(), EVEN), "4", "3", None, None)
    state = play(take_back(state, 2), BIG)
    assert state.draft == (None,) * 4
    assert replay(state.events) == state
