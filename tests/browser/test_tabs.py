"""Several windows of one browser are one phone: one of them sends and listens, all of them show and record."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.ready import Unseen, start_game
from tests.browser.taps import all_loaded, all_sent, bid_of, draw_on_phone, moves
from tests.sampled import sampled
from tests.web import at_table

pytestmark = pytest.mark.browser

PLAIN = "delete Navigator.prototype.locks"
"""As on plain http, where a browser has no locks."""


def another_tab(page: Page) -> Page:
    """The same game in another tab."""
    other = page.context.new_page()
    other.goto(page.url)
    draw_on_phone(other)
    return other


@pytest.mark.parametrize("script", sampled([None, PLAIN], 2), ids=lambda script: "plain" if script else "locks")
def test_taps_of_one_tab_show_in_the_other_without_the_server(open_page: OpenPage, script: str | None) -> None:
    page = open_page(cut=True, script=script)
    start_game(page)
    draw_on_phone(page)
    other = another_tab(page)
    for tab in (page, other):
        all_loaded(tab)
    page.context.set_offline(True)
    Pad(page).bid("Ann", "4")
    Pad(other).expect_bidder("Ben")
    Pad(other).bid("Ben", "3")
    Pad(page).expect_bidder("Cal")
    page.context.set_offline(False)
    for tab in (page, other):
        all_sent(tab)
        expect(tab.get_by_role("heading", name="Two bids")).to_have_count(0)
    other.close()
    page.reload()
    expect(bid_of(page, "Ann")).to_have_text("4")
    expect(bid_of(page, "Ben")).to_have_text("3")


def test_waiting_taps_of_a_closed_game_are_sent_from_another_page(open_page: OpenPage) -> None:
    page = open_page(cut=True)
    start_game(page)
    draw_on_phone(page)
    all_loaded(page)
    page.context.set_offline(True)
    Pad(page).bid("Ann", "4")
    expect(page.get_by_role("alert")).to_contain_text("1 tap waiting")
    game = page.url
    page.close()
    page.context.set_offline(False)
    other = page.context.new_page()
    other.route("**/events", lambda route: route.fulfill(status=200, body="<title>Sign in to this Wi-Fi</title>"))
    other.goto("/rules")
    notice = other.get_by_role("status").filter(has_text="perhaps a Wi-Fi sign-in page · 1 tap waiting")
    expect(notice).to_be_visible()
    assert moves(other, "#waiting") == 0, "a finger that comes down before the notice must lift on the same button"
    other.unroute_all()
    other.evaluate("dispatchEvent(new Event('online'))")
    expect(notice).to_have_count(0)
    other.goto(game)
    expect(bid_of(other, "Ann")).to_have_text("4")


def test_seven_windows_are_live_and_record(open_page: OpenPage) -> None:
    """A browser has six connections to a server on HTTP/1.1; a stream keeps one."""
    page = open_page()
    start_game(page)
    draw_on_phone(page)
    streams: list[str] = []
    page.context.on("request", lambda request: streams.append(request.url) if request.url.endswith("/live") else None)
    windows = [page, *(another_tab(page) for _ in range(6))]
    unseen = Unseen(page)
    unseen.open(page.url)
    at_table.Pad(unseen).bids("4")
    for window in windows:
        Pad(window).expect_bidder("Ben")
    Pad(windows[3]).bid("Ben", "3")
    Pad(windows[5]).bid("Cal", "2")
    for window in windows:
        Pad(window).expect_bidder("Dee")
        all_sent(window)
    for window in windows[1:]:
        window.close()


def test_window_that_is_touched_twice_at_once_sends_and_asks_again(open_page: OpenPage) -> None:
    """It takes over from the other window, and then from itself."""
    page = open_page()
    start_game(page)
    draw_on_phone(page)
    other = another_tab(page)
    Pad(other).bid("Ann", "4")
    Pad(page).expect_bidder("Ben")
    all_sent(other)
    page.evaluate("for (let i = 0; i < 2; i++) document.dispatchEvent(new Event('visibilitychange'))")
    page.evaluate("navigator.locks.query()")  # answered after what was asked before
    unseen = Unseen(page)
    unseen.open(page.url)
    at_table.Pad(unseen).bids("3")
    for window in (page, other):
        Pad(window).expect_bidder("Cal")
    other.close()
