"""Time on the pages: a limit chosen for a game, the clock, calling time, the last hand, overtime and undo."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.storage.games import find_game
from scorekeeper.web.games import rulings
from tests.web.at_table import Pad, new_game, seated, start_game, start_table
from tests.web.browsing import Page, Phone
from tests.web.conftest import After


def one_hand(phone: Phone) -> None:
    start_game(phone).hand("4, 3, 3, 2", 7)


@pytest.fixture
def played(after: After) -> Pad:
    """One hand: 70 to 51."""
    return after(one_hand)


@pytest.fixture
def called_at_41(played: Pad, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time is called 41 minutes after the game began, however long ago this process tapped its beginning."""
    with app.app_context():
        began = find_game(played.url.rpartition("/")[2]).created
    called = began + timedelta(minutes=41, seconds=30)
    monkeypatch.setattr(rulings, "utc_now", lambda: called)


def time_page(pad: Pad) -> Page:
    """The page from the game's menu."""
    pad.phone.open(pad.url)
    pad.phone.tap("Call time")
    return pad.page


@pytest.mark.usefixtures("called_at_41")
def test_time_after_a_saved_hand_ends_the_game(played: Pad) -> None:
    page = time_page(played)
    assert "This ends the game: Ann & Cal win 70–51." in page.text
    assert page.form_with("hand").fields.get("hand") is None, "nobody has bid: the page asks"
    played.phone.submit(page.form_with("hand"), hand="1")
    assert "Ann & Cal win" in played.page.text
    assert "Time was called after 41 minutes." in played.page.text
    assert "Time called: hand 1 is the last" in played.phone.open(f"{played.url}/history").text
    assert "Time called: hand 1 is the last" in played.phone.open(f"{played.url}/rulings").text
    played.reload()
    played.phone.tap("Undo")
    assert played.page.heading == "Hand 2"
    played.phone.tap("Redo")
    assert "Ann & Cal win" in played.page.text


@pytest.mark.usefixtures("called_at_41")
def test_next_hand_is_proposed_once_it_has_a_bid(played: Pad) -> None:
    played.bids("4")
    form = time_page(played).form_with("hand")
    assert form.fields["hand"] == "2"
    played.phone.submit(form)
    assert played.notice() == "Time. Hand 2 is the last."
    assert played.page.heading == "Hand 2, the last"
    assert played.phone.open(f"{played.url}/screen").heading == "Hand 2, the last"
    played.reload()
    assert not played.phone.can_tap("Call time")
    played.bids("3, 3, 2")
    played.took("Ann & Cal", 5)
    played.save()
    assert "Time was called after 41 minutes." in played.page.text


def test_page_asks_which_hand_is_the_last(played: Pad) -> None:
    page = played.phone.submit(time_page(played).form_with("hand"), None, 422)
    assert "Choose the last hand." in page.text


def test_first_hand_needs_no_question(pad: Pad) -> None:
    page = time_page(pad)
    assert "Hand 1 is the last." in page.text
    pad.phone.submit(page.form_with("entry_id"))
    assert pad.page.heading == "Hand 1, the last"
    pad.phone.open(f"{pad.url}/rulings/time")
    assert pad.notice() == "Time was called already. Hand 1 is the last."


def test_tie_at_time_is_overtime(pad: Pad) -> None:
    pad.phone.submit(time_page(pad).form_with("entry_id"))
    pad.hand("2, 3, 2, 3", 6)
    assert pad.totals == [42, 61]
    pad.phone.open(f"{pad.url}/hands/1/correction?a0-side=0&a0-points=19&a0-reason=manners")
    pad.phone.tap("Save correction")
    assert pad.totals == [61, 61]
    assert pad.page.heading == "Hand 2, overtime"


def test_second_call_of_another_phone_is_refused(played: Pad) -> None:
    first, second = (time_page(played).form_with("hand") for _ in range(2))
    played.phone.submit(first, hand="2")
    played.phone.submit(second, hand="2")
    assert played.notice() == "Someone changed the game. Check it and try again."
    played.phone.submit(second, hand="2", seq=None)
    assert "Time was called already; the last hand is 2" in played.notice()


def test_limit_of_a_game_is_shown_by_a_clock_and_kept_for_the_next(phone: Phone) -> None:
    table = start_table(phone)
    form = new_game(phone, table).form_with("seat-0")
    phone.submit(form, **seated(), minutes="40")
    pad = Pad(phone)
    (started,) = re.findall(r'data-clock="([^"]+)" data-minutes="40"', pad.page.html)
    assert datetime.fromisoformat(started).tzinfo is not None
    assert "40 min" in pad.page.text
    assert "data-clock" in phone.open(f"{pad.url}/screen").html
    across = phone.open(f"{pad.url}/across").html
    assert (across.count("data-clock"), across.count("data-spoken")) == (2, 1), (
        "one for each end of the table, said once"
    )
    assert "Time is called after 40 minutes" in phone.open(f"{pad.url}/rules").text
    phone.submit(time_page(pad).form_with("entry_id"))
    assert "data-clock" not in pad.page.html, "time was called"
    assert new_game(phone, table).form_with("seat-0").fields["minutes"] == "40"


def test_rematch_has_the_limit_of_its_game(phone: Phone) -> None:
    form = new_game(phone, start_table(phone)).form_with("seat-0")
    phone.submit(form, **seated(), minutes="40")
    pad = Pad(phone)
    pad.hand("4, 3, 3, 2", 7)
    phone.submit(time_page(pad).form_with("hand"), hand="1")
    phone.tap("Rematch")
    assert 'data-minutes="40"' in phone.page.html


@pytest.mark.parametrize("minutes", ["601", "-1", "x"])
def test_invalid_limit_is_refused(phone: Phone, minutes: str) -> None:
    form = new_game(phone, start_table(phone)).form_with("seat-0")
    page = phone.submit(form, None, 422, **seated(), minutes=minutes)
    assert re.search("0 to 600|whole number", page.text)


def press(phone: Phone, name: str, value: str, /, **typed: str) -> Page:
    """Press a button of the new-game form, with this typed."""
    found = next(button for button in phone.page.buttons if (button.name, button.value) == (name, value))
    return phone.submit(phone.page.form_with("seat-0"), found, **typed)


def test_preset_of_the_table_brings_its_limit(phone: Phone) -> None:
    table = start_table(phone)
    for name, minutes in (("Long", "0"), ("Quick", "25"), ("Late", "40")):
        phone.open(f"{table}/games/new?rules=partnership&customize=yes")
        press(phone, "save", "yes", preset_name=name, minutes=minutes)
    press(phone, "done", "yes")
    assert "Quick Like Classic. " not in phone.page.text
    assert "Quick Time is called after 25 minutes." in phone.page.text
    for name, minutes, chosen in (
        ("Quick", "25", ["Quick"]),
        ("Late", "40", ["Late"]),
        ("Long", "0", ["classic", "Long"]),
    ):
        page = press(phone, "preset", name)
        assert page.form_with("seat-0").fields["minutes"] == minutes
        assert re.findall(r'name="preset" value="([^"]+)" aria-pressed="true"', page.html) == chosen
    assert "Time is called after 25 minutes." in phone.open(f"{table}/house-rules").text


def test_preset_with_an_invalid_limit_is_not_saved(phone: Phone) -> None:
    page = phone.open(f"{start_table(phone)}/games/new?rules=partnership&customize=yes")
    page = press(phone, "save", "yes", preset_name="Late", minutes="601")
    assert "0 to 600" in page.text
    assert "“Late” saved" not in page.text


def test_preset_brings_its_limit(phone: Phone) -> None:
    page = new_game(phone, start_table(phone))
    contest = next(button for button in page.buttons if (button.name, button.value) == ("preset", "contest"))
    assert "Time is called after 40 minutes." in page.text
    page = phone.submit(contest.form, contest)
    assert page.form_with("seat-0").fields["minutes"] == "40"
    lodge = next(button for button in page.buttons if (button.name, button.value) == ("preset", "lodge"))
    assert phone.submit(lodge.form, lodge).form_with("seat-0").fields["minutes"] == "0"
