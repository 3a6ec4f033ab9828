"""A custom game built on a phone: hands dragged to their places, and from the known hands into the list."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.ready import start_table

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


def test_hands_are_dragged_into_the_list_and_in_it(open_page: OpenPage) -> None:
    page = open_page()
    start_table(page)
    page.goto(f"{page.url}/scripted-games/short-fuse")
    page.get_by_role("button", name="Copy and edit").click()
    hands = page.locator(".deals > li b")
    expect(hands.nth(0)).to_have_text("Warm-up")
    page.wait_for_load_state()

    drag(page, page.locator("#deal-1 [data-drag]"), page.locator("#deal-3"))
    expect(hands.nth(0)).to_have_text("Thin ice")
    expect(hands.nth(1)).to_have_text("Warm-up")
    page.wait_for_load_state()

    page.locator("#deal-1").scroll_into_view_if_needed()
    drag(page, page.locator("#known-2"), page.locator("#deal-2"))
    expect(hands.nth(1)).to_have_text("Mirrors")
    expect(hands).to_have_count(9)
