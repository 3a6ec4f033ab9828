"""A game on a phone from its seats to its picture: with a reload in the middle of a hand, and an undo.

Its first hand is tapped; a script presses the keys of the second, which ends it.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import CAST, start_game
from tests.browser.ready import start_table
from tests.browser.taps import all_sent, draw_on_phone, press_to_load, record_by_script
from tests.browsers import until

pytestmark = pytest.mark.browser


SHARING = "navigator.canShare = () => true; navigator.share = async (sent) => { window.sent = sent; };"


def test_a_game_is_tapped_from_its_seats_to_its_picture(open_page: OpenPage) -> None:
    page = open_page(script=SHARING)
    start_table(page)
    pad = start_game(page, "120")
    pad.expect_totals(0, 0)

    # The phone is reloaded after two bids and after a count, which is wrong, and undone: the bids are still there.
    pad.expect_dealer("Dee")
    for player, call in zip(CAST, ("5", "2", "4", "1"), strict=True):
        pad.bid(player, call)
        if player == "Ben":
            page.reload()
            pad.expect_hand(1)
            draw_on_phone(page)
    expect(pad.tricks).to_be_visible()
    assert pad.fits()
    pad.took("Ann & Cal", 8)
    page.wait_for_url("**/games/*t0=8*")  # a frame after the page
    page.reload()
    pad.expect_count("Ann & Cal", 8)
    pad.save()
    pad.expect_totals(-90, 32)
    pad.expect_dealer("Ann")
    pad.undo()
    pad.expect_hand(1)
    pad.expect_totals(0, 0)
    pad.took("Ann & Cal", 9)
    pad.save()
    pad.expect_totals(90, 31)

    record_by_script(page, 8, "3 4 2 1")
    expect(pad.heading).to_have_text("Game over")
    pad.expect_totals(143, 81)
    expect(page.get_by_role("heading", name="Ann & Cal win")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("143–81")
    assert pad.fits()
    share_result(page)


def share_result(page: Page) -> None:
    """The phone's share sheet gets the picture with two lines of text; here a function takes its place."""
    all_sent(page)  # until then, the phone draws the page without a picture
    press_to_load(page.get_by_role("link", name="Share result"))
    page.get_by_role("main").get_by_role("button", name="Share").click()
    until(page, "window.sent")
    text, kind, is_whole = page.evaluate(
        "[window.sent.text, window.sent.files[0].type, window.sent.files[0].size > 1000]"
    )
    assert text == "Ann & Cal beat Ben & Dee 143–81 (2 hands)\nAnn & Cal had the largest hand"
    assert (kind, is_whole) == ("image/png", True)
