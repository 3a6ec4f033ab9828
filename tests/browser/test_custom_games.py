"""A custom game built on a phone: hands dragged to their places, and known hands found while typing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.ready import start_table
from tests.browser.taps import press_to_load

pytestmark = pytest.mark.browser


def drag(page: Page, card: Locator, onto: Locator) -> None:
    """Drag a card to just above another one."""
    start, end = card.bounding_box(), onto.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 12, start["y"] + 12)
    page.mouse.down()
    page.mouse.move(start["x"] + 12, start["y"] + 40, steps=3)
    page.mouse.move(end["x"] + 20, end["y"] + 4, steps=4)
    page.mouse.up()


def test_hands_are_dragged_in_the_list(open_page: OpenPage) -> None:
    page = open_page()
    start_table(page)
    page.goto(f"{page.url}/scripted-games/short-fuse")
    press_to_load(page.get_by_role("button", name="Copy and edit"))
    hands = page.locator(".deals > li b")
    expect(hands.nth(0)).to_have_text("Warm-up")
    drag(page, page.locator("#deal-1 [data-drag]"), page.locator("#deal-3"))
    expect(hands.nth(0)).to_have_text("Thin ice")
    expect(hands.nth(1)).to_have_text("Warm-up")
    page.wait_for_load_state()


def test_known_hands_are_found_while_typing(open_page: OpenPage) -> None:
    page = open_page()
    start_table(page)
    page.goto(f"{page.url}/scripted-games/short-fuse")
    press_to_load(page.get_by_role("button", name="Copy and edit"))
    known = page.locator("[data-known]:visible")
    page.get_by_label("Search known hands").fill("hold  MIRRORS spades")
    expect(known).to_have_count(1)
    expect(known).to_contain_text("Mirrors")
    page.get_by_label("Search known hands").fill("no such hand")
    expect(known).to_have_count(0)
    expect(page.get_by_text("No known hand has these words")).to_be_visible()
    page.get_by_label("Search known hands").fill("mirrors spades")
    known.click()
    expect(page.locator(".deals > li b")).to_have_count(9)
    expect(page.locator("#known-2 .tag")).to_have_text("hand 9")
