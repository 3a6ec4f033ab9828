"""Others' hands appear by themselves, and the screen stays on during a game."""

from __future__ import annotations

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.ready import start_game
from tests.browser.taps import all_sent, bid_of, draw_on_phone

pytestmark = pytest.mark.browser

ONE_STREAM = "window.EventSource = class { constructor(url) { this.url = url; window.stream = this; } close() {} };"


def test_bid_of_another_phone_appears_there_and_on_a_screen(page: Page, open_page: OpenPage) -> None:
    pad = start_game(page)
    other, screen = (open_page(storage_state=page.context.storage_state()) for _ in range(2))
    other.goto(page.url)
    screen.goto(f"{page.url}/screen")
    page.route("**/version", lambda route: route.fulfill(status=304))  # the stream's word is enough
    Pad(other).bid("Ann", "4")
    pad.expect_bidder("Ben")
    expect(screen.get_by_role("banner")).to_contain_text("Ben bids")
    expect(bid_of(page, "Ann")).to_have_text("4")


def test_what_a_phone_hears_while_it_reads_a_bid_shows_too(open_page: OpenPage) -> None:
    page = open_page(script=ONE_STREAM)
    page.route("**/version", lambda route: route.fulfill(status=304))  # only the stream says what is new
    pad = start_game(page)
    draw_on_phone(page)
    page.wait_for_function("() => window.stream?.onmessage")
    read: list[tuple[Route, APIResponse]] = []
    page.route("**/events?after=*", lambda route: read.append((route, route.fetch())), times=1)

    other = Pad(open_page(storage_state=page.context.storage_state()))
    other.page.goto(page.url)
    other.bid("Ann", "4")
    all_sent(other.page)
    page.evaluate("stream.onmessage({data: '2-sp'})")
    while not read:
        page.wait_for_timeout(10)
    other.bid("Ben", "3")
    all_sent(other.page)
    page.evaluate("stream.onmessage({data: '3-sp'})")
    [(route, answer)] = read
    route.fulfill(response=answer)
    pad.expect_bidder("Cal")


def test_tap_does_not_wait_for_what_the_phone_reads(open_page: OpenPage) -> None:
    page = open_page(script=ONE_STREAM, refused=409)
    pad = start_game(page)
    draw_on_phone(page)
    page.wait_for_function("() => window.stream?.onmessage")
    read: list[Route] = []
    page.route("**/events?after=*", lambda route: read.append(route), times=1)  # noqa: PLW0108 - Playwright puts a mark on the function

    other = Pad(open_page(storage_state=page.context.storage_state()))
    other.page.goto(page.url)
    other.bid("Ann", "4")
    all_sent(other.page)
    page.evaluate("stream.onmessage({data: '2-sp'})")
    while not read:
        page.wait_for_timeout(10)
    pad.bid("Ann", "4")
    read[0].continue_()
    all_sent(page)
    pad.expect_bidder("Ben")


def test_screen_stays_on_during_a_game(open_page: OpenPage) -> None:
    page = open_page(
        script="""
        window.locks = [];
        Object.defineProperty(navigator, 'wakeLock', {value: {request: async kind => {
            const lock = new EventTarget();
            lock.release = async () => { window.locks.push('released'); lock.dispatchEvent(new Event('release')); };
            window.locks.push(kind);
            return lock;
        }}});
    """
    )
    pad = start_game(page, ("Ann", "Ben"), "Ben", "two-player", target="50")
    page.reload()
    page.wait_for_function("() => window.locks.length === 1")
    pad.bid("Ann", "7")
    pad.bid("Ben", "3")
    pad.took("Ann", 8)
    pad.save()
    expect(page.get_by_role("heading", name="Ann wins")).to_be_visible()
    page.wait_for_function("() => window.locks.at(-1) === 'released'")
    assert page.evaluate("window.locks") == ["screen", "released"]
