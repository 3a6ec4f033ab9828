"""A partnership game to 500 on a phone: with an undo, and a reload in the middle of a hand.

One of its hands is tapped; a script presses the keys of the last one, and the others are recorded with the phone's
cookies, which is faster.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import CAST, Pad, start_game
from tests.browser.ready import Unseen, start_table
from tests.browser.taps import record_by_script
from tests.web import at_table

pytestmark = pytest.mark.browser


SHARING = "navigator.canShare = () => true; navigator.share = async (sent) => { window.sent = sent; };"


def dealer_of(hand: int) -> str:
    """Dee deals the first hand, then the deal goes round."""
    return CAST[(hand + 2) % 4]


def bid_hand(pad: Pad, hand: int, **bids: str) -> None:
    """All bids of a hand, with a reload in the middle; the test works out for itself who deals and who bids first."""
    pad.expect_hand(hand)
    pad.expect_dealer(dealer_of(hand))
    first = (CAST.index(dealer_of(hand)) + 1) % 4
    assert list(bids) == [CAST[(first + turn) % 4] for turn in range(4)]
    for turn, (player, call) in enumerate(bids.items()):
        if turn == 2:
            pad.page.reload()
            pad.expect_hand(hand)
        pad.bid(player, call)
    expect(pad.tricks).to_be_visible()
    assert pad.fits()


def untapped(page: Page) -> at_table.Pad:
    """The game at its server, without taps; the page shows what is recorded there once it is reloaded."""
    unseen = Unseen(page)
    unseen.open(page.url)
    return at_table.Pad(unseen)


def test_whole_game_to_500(open_page: OpenPage) -> None:
    page = open_page(script=SHARING)
    start_table(page)
    pad = start_game(page)
    pad.expect_totals(0, 0)

    before = untapped(page)
    before.hand("4, 3, 3, 2", 7)
    before.bids("5, 4, Nil, 3")
    before.took("Ann & Cal", 8)
    before.took("Dee", 0)
    before.save()
    page.reload()
    pad.expect_totals(141, 201)

    # The phone is reloaded after two bids and after a count, which is wrong, and undone: the bids are still there.
    bid_hand(pad, 3, Cal="5", Dee="2", Ann="5", Ben="2")
    pad.took("Ann & Cal", 9)
    page.reload()
    pad.expect_count("Ann & Cal", 9)
    pad.save()
    pad.expect_totals(41, 241)
    pad.expect_dealer("Cal")
    pad.undo()
    pad.expect_hand(3)
    pad.expect_totals(141, 201)
    pad.took("Ann & Cal", 10)
    pad.save()
    pad.expect_totals(241, 161)

    before = untapped(page)
    before.bids("3, Nil, 2, 6")
    before.took("Ann & Cal", 7)
    before.took("Ann", 0)
    before.save()
    page.reload()
    pad.expect_totals(402, 212)

    record_by_script(page, 10, "5 1 5 2")
    expect(pad.heading).to_have_text("Game over")
    pad.expect_totals(502, 242)
    expect(page.get_by_role("heading", name="Ann & Cal win")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("502–242")
    assert pad.fits()

    share_result(page)


def share_result(page: Page) -> None:
    """The phone's share sheet gets the picture with its sentence; here a function takes its place."""
    page.get_by_role("link", name="Share result").click()
    page.wait_for_url("**/card*")  # with its script
    page.get_by_role("main").get_by_role("button", name="Share").click()
    page.wait_for_function("window.sent")
    sent = page.evaluate("[window.sent.text, window.sent.files[0].type, window.sent.files[0].size > 1000]")
    assert sent == ["Ann & Cal beat Ben & Dee 502–242, 5 hands", "image/png", True]
