"""Undoing an event by its number: which can be undone, and each refusal."""

from __future__ import annotations

import pytest

from scorekeeper.core.game import AlreadyRecorded, NotNow
from scorekeeper.core.inputs import InvalidInput
from tests.core.game.games import BIG, EVEN, bid, correct, partnership, play, take_back, totals, write
from tests.refusals import refuses


def test_the_last_hand_is_taken_back_by_its_number() -> None:
    state = take_back(play(partnership(), EVEN, BIG), 3)
    assert totals(state) == [70, 51]
    assert state.board.next_number == 2


def test_an_older_correction_is_taken_back_under_later_hands() -> None:
    state = play(correct(play(partnership(), EVEN), 1, BIG), EVEN)
    assert totals(state) == [200, 31]
    assert totals(take_back(state, 3)) == [140, 102]


def test_a_take_back_is_taken_back() -> None:
    state = take_back(play(partnership(), EVEN), 2)
    assert totals(take_back(state, 3)) == [70, 51]


def test_a_hand_that_others_stand_on_is_corrected_instead() -> None:
    state = play(partnership(), EVEN, EVEN)
    with refuses(NotNow, match="Hand 2 was played after hand 1; correct hand 1 instead"):
        take_back(state, 2)


def test_the_start_is_not_taken_back() -> None:
    with refuses(NotNow, match="Entry 1 starts the game"):
        take_back(play(partnership(), EVEN), 1)


def test_an_entry_that_is_not_there_is_named() -> None:
    state = play(partnership(), EVEN)
    for missing in (3, 99):
        with refuses(NotNow, match=f"There is no entry {missing}; the last one is 2"):
            take_back(state, missing)


def test_nothing_is_taken_back_twice() -> None:
    state = take_back(play(partnership(), EVEN), 2)
    with refuses(NotNow, match="Entry 2 is already undone"):
        take_back(state, 2)
    again = take_back(state, 3)
    with refuses(NotNow, match="Entry 3 is already undone"):
        take_back(again, 3)


def test_a_hand_does_not_come_back_where_another_was_recorded_since() -> None:
    state = play(take_back(play(partnership(), EVEN), 2), BIG)
    with refuses(AlreadyRecorded, match="It was recorded again since"):
        take_back(state, 3)


def test_a_hand_does_not_come_back_before_the_one_it_stood_on() -> None:
    state = take_back(take_back(play(partnership(), EVEN, BIG), 3), 2)
    with refuses(NotNow, match="Hand 1 comes before it"):
        take_back(state, 4)
    assert totals(take_back(take_back(state, 5), 4)) == [200, 31]


@pytest.mark.parametrize("entry", [None, "2", 2.0, True, 0, -1, 10**9])
def test_a_number_that_is_none_is_refused(entry: object) -> None:
    with refuses(InvalidInput, match="The entry"):
        write(play(partnership(), EVEN), "take-back", entry=entry)


def test_bids_and_the_table_s_stop_are_taken_back() -> None:
    state = bid(partnership(), "4", None, None, None)
    assert take_back(state, 2).draft == (None,) * 4
    stopped = write(play(partnership(), EVEN), "close", reason="late")
    assert take_back(stopped, 3).board.outcome is None
    going_on = write(stopped, "reopen", reason="one more")
    assert take_back(going_on, 4).closed == "late"
