"""Replaying a game's events gives the game that was played, with any undos and redos."""

from __future__ import annotations

from hypothesis import given, strategies as st

from scorekeeper.core.game import (
    DEALER,
    SUBSTITUTE,
    BidsPlaced,
    EventUndone,
    GameState,
    Irregular,
    moves,
    rematch_setup,
    replay,
)
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import read_sheet, sheet_json
from tests.core.game.games import (
    BIG,
    EVEN,
    PAIRS,
    bid,
    body_of,
    correct,
    games,
    may_be_written,
    partnership,
    play,
    take_back,
    write,
)
from tests.fast_strategies import between, pick
from tests.hand_notation import hand
from tests.refusals import refuses


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


def test_a_game_begins_with_its_start() -> None:
    undone = EventUndone(seq=1, event=1)
    with refuses(InvalidInput, match="The game does not begin with its start .entry 1."):
        replay([undone])
    with refuses(InvalidInput, match="The game does not begin with its start .entry 1."):
        replay(play(partnership(), EVEN).events[1:])


def test_a_rematch_has_the_last_players_and_the_next_dealer() -> None:
    state = write(play(partnership(), EVEN, EVEN), SUBSTITUTE, hand=2, seat=2, player="Eve")
    assert state.board.hands[0].dealer == 3
    again = rematch_setup(state)
    assert (again.dealer, again.names, again.substitutes) == (0, ("Ann & Eve", "Ben & Dee"), ())
    assert [again.player_at(seat, 1) for seat in again.rules.seating.bidders] == ["Ann", "Ben", "Eve", "Dee"]
    corrected = rematch_setup(write(state, DEALER, hand=1, seat=1))
    assert (corrected.dealer, corrected.dealers) == (2, ())
    assert rematch_setup(partnership()).dealer == 0, "no hand was dealt; Dee would have been first"


def test_the_rules_object_to_a_hand_unless_the_table_allowed_it() -> None:
    early = "Ann blind-nil took 0, Cal 4 took 6, Ben 3 and Dee 2 took 7"
    state = partnership(blind_nil=200, blind_behind=100)
    event = moves.save_hand(state, {"hand": "1"}, hand(PAIRS, early))
    objected = state.objected(event, state.apply(event))
    assert isinstance(objected, Irregular)
    assert (objected.fault.code, objected.fault.path.words) == ("objected", "hand 1")
    assert [objection.code for objection in objected.objections] == ["not-behind"]
    assert objected.fault.params["names"] == ("Ann & Cal", "Ben & Dee")
    allowed = moves.save_hand(state, {"hand": "1", "overruled": "yes"}, hand(PAIRS, early))
    assert state.objected(allowed, state.apply(allowed)) is None
    two = play(state, EVEN, EVEN)
    correction = correct(two, 1, early).events[-1]
    assert two.objected(correction, two.apply(correction)) is not None
    usual = moves.save_hand(state, {"hand": "1"}, hand(PAIRS, EVEN))
    assert state.objected(usual, state.apply(usual)) is None
    bids = moves.bid(state, {"hand": "1", "seat": "0", "call": "blind-nil"})
    assert isinstance(bids, BidsPlaced)
    assert state.objected(bids, state.apply(bids)) is None
