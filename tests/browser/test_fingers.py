"""Fingers on the screen while a response arrives: a tap stays a tap, and a drag moves a seat."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.ready import start_game, start_table
from tests.browser.taps import all_bid, bid_of, hold_second_count

pytestmark = pytest.mark.browser


def test_page_swap_does_not_lose_a_held_key(page: Page) -> None:
    """A finger is down for a tenth of a second, and a response arrives sooner: nothing under the finger changes."""
    pad, release = hold_second_count(page)
    page.locator(".save").hover()
    page.mouse.down()
    with page.expect_response("**/games/*?*"):
        release()
    page.mouse.up()
    pad.expect_hand(2)
    pad.expect_totals(71, 50)


def test_finger_that_is_never_lifted_blocks_nothing(page: Page) -> None:
    """A browser's own menu or window may swallow the finger's end: the page continues a moment later."""
    pad = start_game(page)
    page.get_by_role("heading", level=1).dispatch_event("pointerdown", {"pointerId": 9})
    pad.bid("Ann", "4")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    pad.undo()
    pad.expect_bidder("Ann")


def test_bounced_taps_bid_once_and_undo_once(page: Page) -> None:
    pad = start_game(page, bids="4, 3")
    page.locator(".pad .key[value='3']").dblclick(delay=40)
    pad.expect_bidder("Dee")
    expect(page.locator("html:not([data-sending])")).to_be_attached()
    page.reload()
    pad.expect_bidder("Dee")
    page.locator(".pad .key[value='2']").dblclick(delay=40)
    expect(pad.tricks).to_be_visible()
    expect(page.get_by_role("banner")).to_contain_text("12 bid, 1 loose")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_enabled()
    undo.dblclick(delay=40)
    pad.expect_bidder("Dee")
    expect(page.locator("html:not([data-sending])")).to_be_attached()
    page.reload()
    expect(bid_of(page, "Cal")).to_have_text("3")


def test_new_keys_under_a_finger_are_disabled_for_a_moment(page: Page) -> None:
    """A hand is saved: the finger is still where a bid key now appears."""
    pad = all_bid(page)
    resting = page.locator("html[data-resting]")
    expect(resting).to_have_count(0)
    pad.took("Ann & Cal", 7)
    page.evaluate("""new MutationObserver(() => window.rested = true)
        .observe(document.documentElement, {attributeFilter: ['data-resting']})""")
    pad.save()
    pad.bid("Ben", "5")
    assert page.evaluate("window.rested")


def test_seats_can_be_swapped_by_dragging(page: Page) -> None:
    start_table(page)
    page.get_by_role("link", name="Start a game").click()
    page.get_by_role("link", name="Seats").click()
    places = page.locator("[data-place]")
    places.nth(0).click()
    page.get_by_role("textbox", name="Name").fill("Ann")
    page.keyboard.press("Enter")
    expect(places.nth(0)).to_contain_text("Ann")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("button", name="Done")).to_be_hidden()
    page.wait_for_load_state()  # before the script runs, a drag does nothing
    places.nth(0).drag_to(places.nth(2))
    expect(places.nth(2)).to_contain_text("Ann deals")
    expect(places.nth(0)).to_contain_text("North tap to name")
