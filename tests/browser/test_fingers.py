"""Fingers on the screen while an answer comes: a tap is a tap, whatever takes the page's place meanwhile."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.ready import start_game
from tests.browser.taps import bid_of, hold_back, key

pytestmark = pytest.mark.browser


def test_a_key_that_is_held_while_the_page_comes_is_tapped(page: Page) -> None:
    """A finger is down for a tenth of a second, and an answer comes sooner: nothing is replaced under it."""
    start_game(page)
    let_go = hold_back(page, "**/bids")
    key(page, "4")
    expect(bid_of(page, "Ann")).to_have_text("4")
    page.locator(".pad .key[value='3']").first.hover()
    page.mouse.down()
    with page.expect_response("**/games/*"):
        let_go()
    page.locator("html:not([data-sending])").wait_for(state="attached")
    page.mouse.up()
    expect(bid_of(page, "Ben")).to_have_text("3")
    expect(bid_of(page, "Ann")).to_have_text("4")


def test_a_finger_that_is_never_lifted_holds_nothing_up(page: Page) -> None:
    """A browser's own list or window may take the finger's end: the page goes on a moment later."""
    pad = start_game(page)
    page.get_by_role("heading", level=1).dispatch_event("pointerdown", {"pointerId": 9})
    pad.bid("Ann", "4")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    pad.undo()
    pad.expect_bidder("Ann")
