"""Games without a deal: the pages say who draws first, and never who deals."""

from __future__ import annotations

import re

import pytest

from tests.web.at_table import Pad, seated, start_game, start_table
from tests.web.browsing import Page, Phone

TWO = ("Ann", "Ben")
THREE = ("Ann", "Ben", "Cal")


def first_draw(page: Page) -> str | None:
    """Who draws first, by the page's subtitle."""
    found = re.search(r"Thursday · (\w+) draws first", page.text)
    return found[1] if found else None


def form_of(phone: Phone, rules: str, shape: str) -> Page:
    """The page of a new game at a new table."""
    return phone.open(f"{start_table(phone)}/games/new?rules={rules}&shape={shape}")


@pytest.fixture
def pad(phone: Phone) -> Pad:
    """A game of two-player Spades in which Ann draws first."""
    return start_game(phone, "two-player", TWO, "Ben")


def test_page_says_who_draws_first_not_who_deals(pad: Pad) -> None:
    assert first_draw(pad.page) == "Ann"
    assert pad.bidder == "Ann"
    assert "deals" not in pad.page.text
    pad.hand("5, 6", 6)
    assert first_draw(pad.page) == "Ben"


def test_misdeal_says_who_draws_first_again(pad: Pad) -> None:
    pad.hand("5, 6", 6)
    pad.phone.tap("Rulings and substitutes")
    assert "Hand 2 is drawn again; the same player draws first." in pad.page.text
    pad.phone.open(next(link.url for link in pad.page.links if link.label.startswith("Misdeal")))
    assert "Ben draws first again for hand 2" in pad.page.text
    pad.phone.tap("Call misdeal")
    assert "Misdeal. Ben draws first again for hand 2." in pad.page.text


def test_chosen_seat_draws_first(phone: Phone) -> None:
    page = form_of(phone, "two-deck", "3x1")
    assert page.form_with("seat-0").fields["dealer"] == "0"
    page = phone.submit(page.form_with("seat-0"), None, at="0")
    phone.tap("Draws first")
    assert phone.page.form_with("seat-0").fields["dealer"] == "2"
    phone.submit(phone.page.form_with("seat-0"), **seated(THREE, "Cal") | {"dealer": "0"})
    assert first_draw(phone.page) == "Ben"


def test_first_draw_moves_with_a_swapped_player(phone: Phone) -> None:
    page = form_of(phone, "two-deck", "3x1")
    form = page.form_with("seat-0")
    page = phone.submit(form, None, **seated(THREE, "Cal"), swap="0-1")
    assert [page.form_with("seat-0").fields[f"seat-{seat}"] for seat in range(3)] == ["Ben", "Ann", "Cal"]
    phone.submit(page.form_with("seat-0"))
    assert first_draw(phone.page) == "Ann"


def test_a_form_without_a_first_draw_asks_for_it(phone: Phone) -> None:
    page = form_of(phone, "two-player", "2x1")
    page = phone.submit(page.form_with("seat-0"), None, 422, **seated(TWO, "Ann") | {"dealer": None})
    assert "Choose who draws first." in page.text


def test_the_same_game_in_pairs_is_dealt(phone: Phone) -> None:
    assert "Draw for deal" in form_of(phone, "high-low", "2x2").text
    assert "deal" not in form_of(phone, "high-low", "2x1").text
