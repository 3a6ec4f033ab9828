"""Custom games: two that ship with the app, a table's own, played from the menu."""

from __future__ import annotations

import pytest

from tests.web.at_table import Pad, seated, start_table
from tests.web.browsing import Page, Phone


@pytest.fixture
def custom_games(phone: Phone) -> str:
    """The URL of a table's custom games."""
    return f"{start_table(phone)}/scripted-games"


def begun(phone: Phone, custom_games: str, name: str = "Cold hands", words: str = "For long winters.") -> Page:
    """A new custom game without deals."""
    form = phone.open(f"{custom_games}/new").form_with("name")
    return phone.submit(form, None, 200, name=name, words=words)


def deal(phone: Phone, page: Page, name: str, rule: str) -> Page:
    """Add a deal; returns the page where its limits are added."""
    form = phone.open(f"{page.url.partition('/deals')[0]}/deals/new").form_with("rule")
    return phone.submit(form, None, 200, name=name, rule=rule)


def sit_down(phone: Phone) -> Pad:
    """The form of a new game, filled in for the cast."""
    phone.submit(phone.page.form_with("seat-0"), **seated())
    return Pad(phone)


def test_two_custom_games_ship_with_the_app(phone: Phone, custom_games: str) -> None:
    page = phone.open(custom_games)
    assert "Harvest supper 8 hands" in page.text
    assert "Short fuse 8 hands" in page.text


def test_shipped_custom_game_is_played_from_the_menu(phone: Phone, custom_games: str) -> None:
    page = phone.open(custom_games.replace("/scripted-games", "/games/new"))
    url = next(link.url for link in page.links if link.label.startswith("Short fuse"))
    phone.open(url)
    pad = sit_down(phone)
    pad.hand("3, 3, 3, 3", 6)
    assert "Thin ice: Everyone bids 2 or 3. 2 of 8" in pad.page.text
    pad.bids("4")
    assert "The 1st bid is 4; it must be 2 or 3 (thin ice)." in pad.page.text


def test_own_custom_game_is_written_and_played(phone: Phone, custom_games: str) -> None:
    page = begun(phone, custom_games)
    assert page.heading == "Cold hands"
    assert "No hand yet" in page.text
    page = deal(phone, page, "snow", "Everyone bids 2 or 3.")
    assert page.heading == "Hand 1"
    form = next(form for form in page.forms if form.fields.get("kind") == "one-of")
    assert form.fields["bids"] == "2, 3"
    page = phone.submit(form)
    assert "Everyone must bid 2 or 3" in page.text
    phone.tap("Cold hands")
    phone.tap("Play it")
    pad = sit_down(phone)
    assert "Snow: Everyone bids 2 or 3." in pad.page.text
    pad.bids("5")
    assert "The 1st bid is 5; it must be 2 or 3 (snow)." in pad.page.text


def test_name_of_a_hand_keeps_its_capitals(phone: Phone, custom_games: str) -> None:
    deal(phone, begun(phone, custom_games), "evil Ann", "Everyone bids 2 or 3.")
    phone.tap("Cold hands")
    assert "Evil Ann" in phone.page.text


def test_game_keeps_its_deals_when_the_custom_game_changes(phone: Phone, custom_games: str) -> None:
    page = begun(phone, custom_games)
    custom_game = page.url
    deal(phone, page, "snow", "Everyone bids 2 or 3.")
    phone.open(custom_game)
    phone.tap("Play it")
    pad = sit_down(phone)
    phone.open(custom_game)
    phone.tap("Delete Cold hands")
    assert "“Cold hands” removed" in phone.page.text
    assert "Snow" in pad.reload().text


def test_shipped_custom_game_can_be_copied(phone: Phone, custom_games: str) -> None:
    page = phone.open(f"{custom_games}/short-fuse")
    assert not phone.can_tap("Change hand 1")
    page = phone.tap("Copy and edit")
    assert page.url != f"{custom_games}/short-fuse"
    assert phone.can_tap("Change hand 1")


def test_custom_game_can_be_renamed(phone: Phone, custom_games: str) -> None:
    begun(phone, custom_games)
    form = phone.tap("Rename custom game").form_with("name")
    assert form.fields["words"] == "For long winters."
    assert phone.submit(form, None, 200, name="Warm hands").heading == "Warm hands"


@pytest.mark.parametrize(
    ("typed", "notice"),
    [
        ({"name": ""}, "Give the game a name"),
        ({"name": "x" * 41}, "Use 1 to 40 characters for the name."),
        ({"words": "x" * 301}, "Use at most 300 characters."),
    ],
)
def test_invalid_name_is_refused(phone: Phone, custom_games: str, typed: dict[str, str], notice: str) -> None:
    form = phone.open(f"{custom_games}/new").form_with("name")
    page = phone.submit(form, None, 422, **({"name": "Cold hands"} | typed))
    assert notice in page.text
    assert "Cold hands" not in phone.open(custom_games).text


def test_custom_game_of_another_table_is_not_found(phone: Phone, custom_games: str) -> None:
    page = begun(phone, custom_games)
    number = page.url.rpartition("/")[2]
    other = start_table(phone, "Friday")
    assert "Page not found" in phone.open(f"{other}/scripted-games/{number}", 404).text
    assert "Page not found" in phone.open(f"{other}/scripted-games/no-such-night", 404).text
