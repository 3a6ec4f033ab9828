"""Others' hands appear by themselves, and the screen stays on during a game."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.ready import Unseen, start_game
from tests.browser.taps import TWO_FRAMES, all_sent, arrived, be_patient, bid_of, draw_on_phone, hold_request
from tests.browsers import until

pytestmark = pytest.mark.browser

ONE_STREAM = (
    "window.EventSource = class { constructor(url) { this.url = url; window.stream = this; } "
    "addEventListener() {} close() {} };"
)


def test_bid_of_another_phone_appears_there_and_on_a_screen(page: Page, open_page: OpenPage) -> None:
    pad = start_game(page)
    other, screen = (open_page(storage_state=page.context.storage_state()) for _ in range(2))
    other.goto(page.url)
    screen.goto(f"{page.url}/screen")
    page.route("**/version", lambda route: route.fulfill(status=304))  # the stream's word is enough
    Pad(other).bid("Ann", "4")
    pad.expect_bidder("Ben")
    expect(screen.get_by_role("main")).to_contain_text("Ben bids")
    expect(bid_of(page, "Ann")).to_have_text("4")


def phone_that_hears(open_page: OpenPage, **device: Any) -> tuple[Page, Pad]:
    """A phone that draws a new game, whose stream says only what `hear` makes it say; and its pad."""
    page = open_page(script=ONE_STREAM, **device)
    page.route("**/version", lambda route: route.fulfill(status=304))
    pad = start_game(page)
    draw_on_phone(page)
    until(page, "() => window.stream?.onmessage")
    return page, pad


def hear(page: Page, version: int) -> None:
    """The stream says that the game has this many events."""
    page.evaluate("version => stream.onmessage({data: `${version}-sp`})", version)


def bid_elsewhere(other: Pad, player: str, call: str) -> None:
    """Another phone bids, and the server has it."""
    other.bid(player, call)
    all_sent(other.page)


def other_phone(page: Page, open_page: OpenPage) -> Pad:
    """Another phone with the same game."""
    other = open_page(storage_state=page.context.storage_state())
    other.goto(page.url)
    return Pad(other)


def test_what_a_phone_hears_while_it_reads_a_bid_shows_too(open_page: OpenPage) -> None:
    page, pad = phone_that_hears(open_page)
    read = held_answer(page, re.compile(r"/events\?after="))
    other = other_phone(page, open_page)
    bid_elsewhere(other, "Ann", "4")
    hear(page, 2)
    route, answer = arrived(page, read)
    bid_elsewhere(other, "Ben", "3")
    hear(page, 3)
    route.fulfill(response=answer)
    pad.expect_bidder("Cal")


def test_tap_recorded_while_the_phone_reads_an_erasure_still_shows(open_page: OpenPage) -> None:
    """The tap waits for the answer, which has all events, and is recorded after them."""
    page, pad = phone_that_hears(open_page)
    read = held_answer(page, re.compile(r"/events\?after=0&"))
    erase(Unseen(page), "Dee")
    hear(page, 2)
    route, answer = arrived(page, read)
    pad.bid("Ann", "4")
    route.fulfill(response=answer)
    expect(page.get_by_role("banner")).to_contain_text("Player 1 deals")
    pad.bid("Ben", "3")
    pad.expect_bidder("Cal")
    expect(bid_of(page, "Ann")).to_have_text("4")
    all_sent(page)


def erase(keeper: Unseen, player: str) -> None:
    """Erase a player of the table whose game this device shows."""
    table = next(link.url for link in keeper.open(keeper.url).links if re.fullmatch(r"/tables/\w+", link.url))
    keeper.open(f"{table}/players")
    keeper.open(next(link.url for link in keeper.page.links if link.label.startswith(player)))
    keeper.submit(keeper.tap("Erase this player").form_with("sure"), sure="yes")


def test_page_that_the_server_drew_before_a_tap_does_not_take_its_place(open_page: OpenPage) -> None:
    """A page asked for before the phone draws the game itself comes late: the next tap would be for the wrong seat."""
    page = open_page(script=ONE_STREAM)
    page.route("**/version", lambda route: route.fulfill(status=304))
    boot = hold_request(page, "**/events")  # which the phone asks for by itself in a while
    pad = start_game(page, bids="4")
    other = other_phone(page, open_page)
    late = held_answer(page, re.compile(r"/games/\w+$"))
    page.evaluate("dispatchEvent(new PointerEvent('pointerdown')); dispatchEvent(new PointerEvent('pointerup'))")
    until(page, "() => window.stream?.onmessage")
    bid_elsewhere(other, "Ben", "3")
    hear(page, 3)
    route, answer = arrived(page, late)
    boot()
    expect(page.locator("html[data-on-phone]")).to_be_attached()
    for player, call in (("Ben", "3"), ("Cal", "5")):
        pad.bid(player, call)
    pad.expect_bidder("Dee")
    all_sent(page)
    with page.expect_event("requestfinished", lambda request: request.url == page.url):
        route.fulfill(response=answer)
    page.evaluate(TWO_FRAMES)
    pad.expect_bidder("Dee")
    pad.bid("Dee", "1")
    expect(pad.tricks).to_be_visible()
    all_sent(page)


def held_answer(page: Page, address: re.Pattern[str]) -> list[tuple[Route, APIResponse]]:
    """The next answer to what a script asks there, read from the server at once and kept from the page."""
    held: list[tuple[Route, APIResponse]] = []
    be_patient(page)
    page.route(address, lambda route: held.append((route, route.fetch())), times=1)
    return held


def test_tap_does_not_wait_for_what_the_phone_reads(open_page: OpenPage) -> None:
    page, pad = phone_that_hears(open_page, refused=409)
    release = hold_request(page, "**/events?after=*")
    bid_elsewhere(other_phone(page, open_page), "Ann", "4")
    hear(page, 2)
    pad.bid("Ann", "4")
    release()
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
    pad = start_game(page, ("Ann", "Ben"), "Ben", "two-player", target="50", bids="7, 3")
    until(page, "() => window.locks.length === 1")
    pad.took("Ann", 8)
    pad.save()
    expect(page.get_by_role("heading", name="Ann wins")).to_be_visible()
    until(page, "() => window.locks.at(-1) === 'released'")
    assert page.evaluate("window.locks") == ["screen", "released"]


OVER = """alert => {
    const own = alert.getBoundingClientRect();
    const lies = (part) => {
        const { left, top, right, bottom } = part.getBoundingClientRect();
        return left < own.right - 1 && right > own.left + 1 && top < own.bottom - 1 && bottom > own.top + 1;
    };
    const read = [...document.querySelectorAll('.far > :is(a, h1), .tv .total, .half .total, .half bdi, .fold-line a')];
    return read.filter(lies).map(part => part.textContent);
}"""
"""What one reads from afar, and lies below what is said about the connection."""

PORTAL = "<title>Welcome</title><main id=main data-version=1><h1>Accept the terms</h1></main>"


@pytest.mark.parametrize(
    ("place", "status", "body"),
    [("/screen", 502, "bad gateway"), ("/across", 200, PORTAL), ("", 404, PORTAL), ("table", 502, "bad gateway")],
)
def test_page_that_watches_says_since_when_it_is_old(open_page: OpenPage, place: str, status: int, body: str) -> None:
    """Whatever answers for the server is no answer; the next of its own ends the notice."""
    page = open_page(used_up=True, refused=[404, 502], cut=True)
    page.route("**/live", lambda route: route.abort())
    start_game(page)
    shown = page.locator(".back").get_attribute("href") if place == "table" else page.url + place
    page.clock.install()
    page.goto(str(shown))
    with page.expect_response("**/later.js*") as later:
        page.evaluate("dispatchEvent(new Event('pointerdown'))")  # loads what follows the game
    page.evaluate("name => import(name)", later.value.url)  # it has run then
    words = page.get_by_role("main").inner_text()
    page.route("**/version", lambda route: route.fulfill(status=status, content_type="text/html", body=body))
    for _ in range(6):
        with page.expect_response("**/version"):
            page.clock.fast_forward(2000)
    expect(page.get_by_role("alert")).to_contain_text(re.compile(r"Offline since \d+:\d\d"))
    assert place not in ("/screen", "/across") or page.get_by_role("alert").evaluate(OVER) == []
    assert words.splitlines()[-1] in page.get_by_role("main").inner_text()
    page.unroute("**/version")
    page.clock.fast_forward(2000)
    expect(page.get_by_role("alert")).to_have_count(0)
