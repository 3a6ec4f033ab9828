"""A game read from its entries is the game that was played, whatever was written and taken back in which order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.game import GameState, replay
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import read_sheet, sheet_json
from tests.core.game.courses import BIG, EVEN, bid, body_of, games, may_be_written, partnership, play, take_back, write
from tests.draws import between, pick


@st.composite
def gone_on(draw: st.DrawFn) -> list[GameState]:
    """A game, and after it the course after each of some more entries."""
    courses = draw(games())[-1:]
    for _ in range(draw(between(0, 6))):
        courses.append(one_more(draw, courses[-1]))
    return courses


def one_more(draw: st.DrawFn, course: GameState) -> GameState:
    """The course after some entry, taken back or new; as it was where that is refused."""
    try:
        if course.seq > 1 and pick(draw, [False, True]):
            return take_back(course, draw(between(2, course.seq)))
        kind = pick(draw, may_be_written(course))
        return write(course, kind, **body_of(draw, course, kind))
    except InvalidInput:
        return course


@given(gone_on())
def test_replayed_from_its_entries_it_is_the_same_game(courses: list[GameState]) -> None:
    for course in courses[1:]:
        assert replay(course.events) == course


@given(games())
def test_the_sheet_that_stands_gives_the_same_scoreboard(courses: list[GameState]) -> None:
    course = courses[-1]
    assert read_sheet(sheet_json(course.sheet)).scoreboard() == course.board


def test_old_bids_do_not_come_back_behind_a_hand_that_was_recorded_anew() -> None:
    """Hand 1 is taken back under the bids of hand 2, and written again: hand 2 is bid anew."""
    course = bid(play(partnership(), EVEN), "4", "3", None, None)
    course = play(take_back(course, 2), BIG)
    assert course.draft == (None,) * 4
    assert replay(course.events) == course
