"""A pair bids one number on a phone: two places on the pad, a nil in two taps, every page within the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pad import Pad
from tests.browser.ready import Unseen
from tests.browsers import until
from tests.web import at_table

pytestmark = pytest.mark.browser


def bid(pad: Pad, *taps: str) -> None:
    """Tap keys of the pad, each time it asks for something else; every page fits."""
    for label in taps:
        keys = pad.page.locator("[data-pad]").first
        before = keys.inner_html()
        keys.get_by_role("button", name=label, exact=True).click()
        until(pad.page, "before => document.querySelector('[data-pad]').innerHTML !== before", before)
        pad.expect_answered()
        assert pad.fits()


def test_pair_bid_game_with_a_nil(page: Page) -> None:
    page.goto(at_table.start_game(Unseen(page), pair_bids="pair", target="90").url)
    pad = Pad(page)
    expect(pad.bidding.locator(".seat")).to_have_count(2)
    bid(pad, "Nil Cal", "6", "4")
    pad.took("Cal", 0)
    pad.took("Ann & Cal", 6)
    pad.save()
    pad.expect_totals(160, 43)
    expect(pad.heading).to_have_text("Game over")
    page.locator("#hand-1 summary").click()
    expect(page.get_by_text("Nil made").filter(visible=True).first).to_be_visible()
