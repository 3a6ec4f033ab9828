"""Undoing an event by its number: which can be undone, and each refusal."""

from __future__ import annotations

from scorekeeper.core.game import AlreadyRecorded, NotNow
from scorekeeper.core.inputs import InvalidInput
from tests.core.game.games import BIG, EVEN, bid, correct, partnership, play, take_back, totals, write
from tests.each_case import each_case
from tests.refusals import refuses


def test_last_hand_can_be_undone_by_number() -> None:
    state = take_back(play(partnership(), EVEN, BIG), 3)
    assert totals(state) == [70, 51]
    assert state.board.next_number == 2


def test_older_correction_can_be_undone() -> None:
    state = play(correct(play(partnership(), EVEN), 1, BIG), EVEN)
    assert totals(state) == [200, 31]
    assert totals(take_back(state, 3)) == [140, 102]


def test_undo_can_be_undone() -> None:
    state = take_back(play(partnership(), EVEN), 2)
    assert totals(take_back(state, 3)) == [70, 51]


def test_hand_with_later_hands_cannot_be_undone() -> None:
    state = play(partnership(), EVEN, EVEN)
    with refuses(NotNow, match="Hand 2 was played after hand 1; correct hand 1 instead"):
        take_back(state, 2)


def test_start_cannot_be_undone() -> None:
    with refuses(NotNow, match="Entry 1 starts the game"):
        take_back(play(partnership(), EVEN), 1)


def test_undo_of_an_unknown_event_is_refused() -> None:
    state = play(partnership(), EVEN)
    for missing in (3, 99):
        with refuses(NotNow, match=f"There is no entry {missing}; the last one is 2"):
            take_back(state, missing)


def test_event_cannot_be_undone_twice() -> None:
    state = take_back(play(partnership(), EVEN), 2)
    with refuses(NotNow, match="Entry 2 is already undone"):
        take_back(state, 2)
    again = take_back(state, 3)
    with refuses(NotNow, match="Entry 3 is already undone"):
        take_back(again, 3)


def test_hand_cannot_be_redone_over_another() -> None:
    state = play(take_back(play(partnership(), EVEN), 2), BIG)
    with refuses(AlreadyRecorded, match="It was recorded again since"):
        take_back(state, 3)


def test_hand_cannot_be_redone_before_an_earlier_one() -> None:
    state = take_back(take_back(play(partnership(), EVEN, BIG), 3), 2)
    with refuses(NotNow, match="Hand 1 comes before it"):
        take_back(state, 4)
    assert totals(take_back(take_back(state, 5), 4)) == [200, 31]


@each_case("entry", [None, "2", 2.0, True, 0, -1, 10**9])
def test_malformed_event_number_is_refused(entry: object) -> None:
    with refuses(InvalidInput, match="The entry"):
        write(play(partnership(), EVEN), "take-back", entry=entry)


def test_bids_and_early_end_can_be_undone() -> None:
    state = bid(partnership(), "4", None, None, None)
    assert take_back(state, 2).draft == (None,) * 4
    stopped = write(play(partnership(), EVEN), "close", reason="late")
    assert take_back(stopped, 3).board.outcome is None
    going_on = write(stopped, "reopen", reason="one more")
    assert take_back(going_on, 4).closed == "late"
