"""Undo and redo: one step back or forward, over every kind of event."""

from __future__ import annotations

from hypothesis import given, strategies as st

from scorekeeper.core.game import EventUndone, GameState
from scorekeeper.core.game.events import NO_EVENT, base_of, hand_of, to_redo
from tests.core.game.games import BIG, EVEN, bid, correct, games, partnership, play, redo, shown, totals, undo, write

TEN_BAGS = "Ann 1 and Cal 1 took 12, Ben 1 and Dee nil took 1/0"


@given(games(), st.data())
def test_undo_and_redo_step_through_all_events(states: list[GameState], data: st.DataObject) -> None:
    steps = data.draw(st.integers(0, len(states) - 1))
    state = states[-1]
    for step in range(1, steps + 1):
        state = undo(state)
        assert shown(state) == shown(states[-1 - step])
    for step in reversed(range(steps)):
        state = redo(state)
        assert shown(state) == shown(states[-1 - step])
    assert state.redo is None


@given(games(), st.lists(st.booleans(), max_size=12))
def test_mixed_undo_and_redo_lead_to_the_right_state(states: list[GameState], presses: list[bool]) -> None:
    state, at = states[-1], len(states) - 1
    for back in presses:
        if back and at > 0:
            state, at = undo(state), at - 1
        elif not back and at < len(states) - 1:
            state, at = redo(state), at + 1
        assert shown(state) == shown(states[at])
        assert (state.undo is None) == (at == 0)
        assert (state.redo is None) == (at == len(states) - 1)


def test_an_undo_after_a_rollover_restores_bags_and_dealer() -> None:
    """Ten bags fall in hand 2; undone, the nine from before and the dealer of hand 2 are back."""
    before = play(partnership(), "Ann 2 and Cal 1 took 12, Ben 1 and Dee nil took 1/0")
    assert [score.towards_penalty for score in before.board.scores] == [9, 0]
    after = play(before, TEN_BAGS)
    assert [score.towards_penalty for score in after.board.scores] == [9, 0]
    assert after.board.scores[0].total == 39 + 30 - 100
    back = undo(after)
    assert [score.towards_penalty for score in back.board.scores] == [9, 0]
    assert back.board.scores[0].ledger == before.board.scores[0].ledger
    assert totals(back) == totals(before)
    assert (back.board.dealer, back.board.bidding_order[0]) == (0, 1)
    assert shown(redo(back)) == shown(after)


def test_undo_of_the_last_hand_reopens_the_game() -> None:
    over = play(partnership(), BIG, BIG, BIG, BIG)
    assert over.board.outcome is not None
    open_again = undo(over)
    assert open_again.board.outcome is None
    assert open_again.board.dealer == 2
    assert shown(redo(open_again)) == shown(over)


def test_undo_stops_at_the_start() -> None:
    assert partnership().undo is None
    assert undo(play(partnership(), EVEN)).undo is None


def test_new_event_clears_the_redo() -> None:
    state = play(undo(play(partnership(), EVEN, EVEN)), BIG)
    assert state.redo is None
    state = bid(undo(play(partnership(), EVEN)), "4", None, None, None)
    assert state.redo is None


def test_undo_of_a_new_event_skips_undone_ones() -> None:
    state = play(undo(play(partnership(), EVEN, EVEN)), BIG)
    assert totals(undo(state)) == [70, 51]
    assert totals(undo(undo(state))) == [0, 0]
    assert totals(redo(redo(undo(undo(state))))) == totals(state)


def test_correction_is_undone_before_earlier_events() -> None:
    state = correct(play(partnership(), EVEN, EVEN), 1, BIG)
    assert totals(state) == [200, 31]
    assert totals(undo(state)) == [140, 102]
    assert totals(undo(undo(state))) == [70, 51]


def test_a_misdeal_and_its_undo() -> None:
    bids = bid(partnership(), "4", "3", None, None)
    thrown_in = write(bids, "misdeal", hand=1)
    assert thrown_in.draft == (None,) * 4
    assert thrown_in.board.dealer == bids.board.dealer
    assert thrown_in.board.next_number == 1
    assert shown(undo(thrown_in)) == shown(bids)


def test_undo_of_itself_has_an_end() -> None:
    """No move makes one, but a forged file may have it."""
    itself, later = EventUndone(seq=1, event=1), EventUndone(seq=1, event=2)
    back = EventUndone(seq=2, event=1)
    assert base_of([itself], itself) == (itself, True)
    assert base_of([later, back], back) == (later, False)


def test_an_undo_of_nothing_is_passed_over() -> None:
    """An older version could write one."""
    nothing = EventUndone(seq=4, event=NO_EVENT)
    undone = undo(play(partnership(), EVEN))
    assert to_redo([*undone.events, nothing]) == undone.events[-1]
    assert base_of([*undone.events, nothing], nothing) == (nothing, True)


def test_events_are_about_their_hand() -> None:
    state = write(play(partnership(), EVEN), "sign", side=0, verdict="agreed")
    state = write(state, "sign", side=1, verdict="disputed", hand=1)
    assert [hand_of(event) for event in undo(state).events] == [0, 1, 0, 1, 0]
