"""Undo and redo: each undo is one step back, each redo one step forth, through everything that a table may write."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.game import GameState
from tests.core.game.courses import (
    BIG,
    EVEN,
    bid,
    correct,
    games,
    partnership,
    play,
    redo,
    shown,
    totals,
    undo,
    write,
)

TEN_BAGS = "Ann 1 and Cal 1 took 12, Ben 1 and Dee nil took 1/0"


@given(games(), st.data())
def test_undo_steps_back_entry_by_entry_and_redo_steps_forth(courses: list[GameState], data: st.DataObject) -> None:
    steps = data.draw(st.integers(0, len(courses) - 1))
    course = courses[-1]
    for step in range(1, steps + 1):
        course = undo(course)
        assert shown(course) == shown(courses[-1 - step])
    for step in reversed(range(steps)):
        course = redo(course)
        assert shown(course) == shown(courses[-1 - step])
    assert course.redo is None


@given(games(), st.lists(st.booleans(), max_size=12))
def test_however_they_are_mixed_the_game_is_where_they_lead(courses: list[GameState], presses: list[bool]) -> None:
    course, at = courses[-1], len(courses) - 1
    for back in presses:
        if back and at > 0:
            course, at = undo(course), at - 1
        elif not back and at < len(courses) - 1:
            course, at = redo(course), at + 1
        assert shown(course) == shown(courses[at])
        assert (course.undo is None) == (at == 0)
        assert (course.redo is None) == (at == len(courses) - 1)


def test_an_undo_after_a_rollover_restores_bags_and_dealer() -> None:
    """Ten bags fall in hand 2; taken back, the nine from before and the dealer of hand 2 are there again."""
    before = play(partnership(), "Ann 2 and Cal 1 took 12, Ben 1 and Dee nil took 1/0")
    assert [standing.towards_penalty for standing in before.board.standings] == [9, 0]
    after = play(before, TEN_BAGS)
    assert [standing.towards_penalty for standing in after.board.standings] == [9, 0]
    assert after.board.standings[0].total == 39 + 30 - 100
    back = undo(after)
    assert [standing.towards_penalty for standing in back.board.standings] == [9, 0]
    assert back.board.standings[0].ledger == before.board.standings[0].ledger
    assert totals(back) == totals(before)
    assert (back.board.dealer, back.board.bidding_order[0]) == (0, 1)
    assert shown(redo(back)) == shown(after)


def test_an_undo_opens_the_game_that_the_hand_had_ended() -> None:
    over = play(partnership(), BIG, BIG, BIG, BIG)
    assert over.board.outcome is not None
    open_again = undo(over)
    assert open_again.board.outcome is None
    assert open_again.board.dealer == 2
    assert shown(redo(open_again)) == shown(over)


def test_the_start_is_never_undone() -> None:
    assert partnership().undo is None
    assert undo(play(partnership(), EVEN)).undo is None


def test_what_is_new_ends_the_way_back() -> None:
    course = play(undo(play(partnership(), EVEN, EVEN)), BIG)
    assert course.redo is None
    course = bid(undo(play(partnership(), EVEN)), "4", None, None, None)
    assert course.redo is None


def test_an_undo_of_the_new_reaches_what_stood_before_the_first_undo() -> None:
    course = play(undo(play(partnership(), EVEN, EVEN)), BIG)
    assert totals(undo(course)) == [70, 51]
    assert totals(undo(undo(course))) == [0, 0]
    assert totals(redo(redo(undo(undo(course))))) == totals(course)


def test_a_correction_is_undone_before_the_hands_it_was_made_after() -> None:
    course = correct(play(partnership(), EVEN, EVEN), 1, BIG)
    assert totals(course) == [200, 31]
    assert totals(undo(course)) == [140, 102]
    assert totals(undo(undo(course))) == [70, 51]


def test_a_misdeal_and_its_undo() -> None:
    bids = bid(partnership(), "4", "3", None, None)
    thrown_in = write(bids, "misdeal", hand=1)
    assert thrown_in.draft == (None,) * 4
    assert thrown_in.board.dealer == bids.board.dealer
    assert thrown_in.board.next_number == 1
    assert shown(undo(thrown_in)) == shown(bids)
