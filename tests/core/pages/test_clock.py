"""Time on the pages of a game: the clock, who calls time and how, and which hand is the last then."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.core.game import TIME, GameState
from scorekeeper.core.pages import GameContext, PadNotice, PageContext
from scorekeeper.core.pages.clock import clock_view, hand_title, message_view
from scorekeeper.core.pages.correcting.rulings import time_view
from tests.core.game.games import BIG, EVEN, bid, partnership, play, write
from tests.core.pages.contexts import at_the_table
from tests.each_case import each_case

STARTED = GameContext("g1", 7, started="2026-11-27T20:00:00Z")
View = dict[str, Any]


def of_match(**room: Any) -> PageContext:
    """The phone that keeps score at a match of a tournament."""
    return at_the_table(game=STARTED, pen=lambda: None, notice=PadNotice("/next", **room))


def limited(*hands: str) -> GameState:
    return play(partnership(), *hands)


def with_limit() -> GameState:
    state = partnership()
    return replace(state, setup=replace(state.setup, minutes=40))


def test_game_with_a_limit_has_a_clock() -> None:
    wanted = {"started": STARTED.started, "minutes": 40, "ends": None, "left": None, "more": 0, "call": None}
    assert clock_view(with_limit(), at_the_table(game=STARTED)) == wanted
    assert clock_view(partnership(), at_the_table(game=STARTED)) is None, "it has no limit"
    assert clock_view(with_limit(), at_the_table()) is None, "it has not begun"


def test_clock_stops_once_time_is_called_or_the_game_is_over() -> None:
    running = of_match(left=60_000)
    assert clock_view(limited(EVEN), running) is not None
    called = write(bid(limited(EVEN), "4", None, None, None), TIME, hand=2, minutes=40)
    assert called.board.outcome is None
    assert clock_view(called, running) is None
    over = limited(BIG, BIG, BIG, BIG)
    assert over.board.time is None
    assert clock_view(over, running) is None


def test_clock_of_a_match_is_the_rounds() -> None:
    view: Any = clock_view(limited(EVEN), of_match(ends=99, more=1))
    assert (view["started"], view["minutes"], view["ends"], view["left"], view["more"]) == ("", 0, 99, None, 1)
    assert clock_view(limited(EVEN), of_match()) is None


def call_of(state: GameState, **room: Any) -> tuple[object, object, object] | None:
    view: Any = clock_view(state, of_match(**room))
    call = None if view is None else view["call"]
    return None if call is None else (call["url"].split("?")[0], call["hand"], call["is_due"])


def test_phone_that_keeps_score_calls_time_for_the_hand_that_has_a_bid() -> None:
    dealt = bid(limited(EVEN), "4", None, None, None)
    assert call_of(dealt, left=1) == ("/rulings.create_time", 2, False)
    assert call_of(dealt, left=0) == ("/rulings.create_time", 2, True)
    assert call_of(dealt, ends=99, more=1) == ("/rulings.create_time", 3, False)
    assert call_of(limited(EVEN), left=-5) == ("/rulings.time", None, True), "the table says whether cards were dealt"
    assert call_of(limited(), left=0) == ("/rulings.create_time", 1, True)


def test_last_hand_of_the_director_is_called_at_once() -> None:
    assert call_of(limited(EVEN), last_hand=2) == ("/rulings.create_time", 2, True)
    assert call_of(limited(EVEN, EVEN), last_hand=1) == ("/rulings.create_time", 2, True)
    assert call_of(limited(EVEN), last_hand=3) is None
    assert call_of(limited(EVEN), last_hand=3, left=7) == ("/rulings.time", None, False)


@each_case("other", [{"may_write": False}, {"pen": lambda: "Ben’s phone has the pen."}])
def test_other_phones_do_not_call_time(other: dict[str, Any]) -> None:
    context = {"game": STARTED, "pen": lambda: None, "notice": PadNotice("/next", left=0), **other}
    view: Any = clock_view(limited(EVEN), at_the_table(**context))
    assert view["call"] is None


def test_title_of_a_hand_says_which_is_the_last() -> None:
    state = limited(EVEN)
    assert hand_title(state.board) == "Hand 2"
    assert hand_title(write(state, TIME, hand=2, minutes=0).board) == "Hand 2, the last"
    assert hand_title(write(limited(), TIME, hand=1, minutes=0).board) == "Hand 1, the last"


def test_message_of_the_desk_is_on_the_pad_for_a_while() -> None:
    assert message_view(of_match(message="Dinner is ready", until=5)) == {"text": "Dinner is ready", "until": 5}
    assert message_view(of_match()) is None
    assert message_view(at_the_table()) is None


def choices(page: View) -> list[tuple[object, str, object]]:
    (asked,) = page["fields"]
    return [(choice["value"], choice["label"], choice["help"]) for choice in asked["choices"]]


def test_time_asks_which_hand_is_the_last_and_says_how_it_would_end() -> None:
    page: View = time_view(limited(EVEN), at_the_table())
    assert (page["fields"][0]["label"], page["fields"][0]["value"]) == ("Which hand is the last?", "")
    saved, played = choices(page)
    assert saved[:2] == (1, "Hand 1, just saved")
    assert str(saved[2]) == "This ends the game: Ann & Cal win 70–51."
    assert played == (2, "Hand 2, being played", None)
    dealt: View = time_view(bid(limited(EVEN), "4", None, None, None), at_the_table())
    assert dealt["fields"][0]["value"] == 2


def test_time_before_the_first_hand_asks_nothing() -> None:
    page: View = time_view(limited(), at_the_table())
    assert page["fields"] == []
    assert "Hand 1 is the last." in page["notes"]


def test_one_more_hand_is_played_where_the_tournament_says_so() -> None:
    page: View = time_view(limited(EVEN), of_match(more=1))
    assert page["fields"][0]["label"] == "Which hand was played at time?"
    assert choices(page) == [(2, "Hand 1, just saved", None), (3, "Hand 2, being played", None)]
    assert page["notes"][0] == "One more hand is played after it."


def test_time_does_not_end_a_game_that_must_go_on() -> None:
    page: View = time_view(play(partnership(least_hands=4), EVEN), at_the_table())
    assert "Neither does time end this game before hand 4." in page["notes"]
    assert choices(page)[0][2] == "Hand 4 is the first that can end the game."
    usual: View = time_view(limited(EVEN), at_the_table())
    assert not any("Neither" in note for note in usual["notes"])
