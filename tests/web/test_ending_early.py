"""Ending a game early: confirmed on its own page, undone, reopened; the only end of some games."""

from __future__ import annotations

import pytest

from tests.web.at_table import Pad, start_game
from tests.web.browsing import Phone


@pytest.fixture
def played(pad: Pad) -> Pad:
    """One partnership hand: 62 to 50."""
    pad.hand("3, 3, 3, 2", 8)
    return pad


def test_stopping_asks_first_and_shows_the_result(played: Pad) -> None:
    page = played.phone.tap("End game now")
    assert page.heading == "End the game here?"
    assert "This ends the game: Ann & Cal win 62–50." in page.text
    assert "Game over" not in played.reload().text


def test_leader_wins_a_stopped_game(played: Pad) -> None:
    form = played.phone.tap("End game now").form_with("reason")
    page = played.phone.submit(form, None, 200, reason="the last bus")
    assert page.heading == "Game over"
    assert "Ann & Cal win" in page.text
    assert "Reason: the last bus." in page.text


def test_reason_is_optional_and_limited(played: Pad) -> None:
    form = played.phone.tap("End game now").form_with("reason")
    page = played.phone.submit(form, None, 422, reason="x" * 1001)
    assert "The reason has 1001 characters; it can have at most 1000" in page.text
    assert played.phone.submit(page.form_with("reason"), None, 200, reason="").heading == "Game over"


def test_stopped_game_can_be_resumed(played: Pad) -> None:
    played.phone.submit(played.phone.tap("End game now").form_with("reason"))
    page = played.phone.tap("Resume game")
    assert page.heading == "Hand 2"
    assert not played.phone.can_tap("Resume game")


def test_finished_game_cannot_be_stopped(phone: Phone) -> None:
    pad = start_game(phone, target="50")
    pad.hand("3, 3, 3, 2", 8)
    assert not phone.can_tap("End game now")
    assert phone.open(f"{pad.url}/stop").heading == "Game over"


def test_stopping_an_outdated_game_is_refused(played: Pad) -> None:
    form = played.phone.tap("End game now").form_with("reason")
    played.reload()
    played.hand("3, 3, 3, 2", 8)
    page = played.phone.submit(form)
    assert "Someone changed the game" in page.text
    assert page.heading == "Hand 3"


def test_only_the_table_ends_a_game_of_chips(phone: Phone) -> None:
    pad = start_game(phone, "gambling", ("Ann", "Ben", "Cal"), "Cal", shape="3x1")
    pad.bids("3, 2, 1, No raises")
    pad.took("Ann", 9)
    pad.took("Ben", 4)
    pad.save()
    assert pad.totals == [5, -3, -2]
    page = phone.tap("End game now")
    page = phone.submit(page.form_with("reason"))
    assert "Ann wins" in page.text
