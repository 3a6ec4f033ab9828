"""Two phones start the rematch of one game: they play one game, or two if both played without the server."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.ready import finished_game
from tests.browser.sharing import join
from tests.browser.taps import all_loaded, all_sent, bid_of, draw_on_phone, hold_request, moved_on
from tests.browsers import until
from tests.sampled import sampled

pytestmark = pytest.mark.browser

WITHOUT_MOTION: Any = {"cut": True, "reduced_motion": "reduce"}


def rematch(page: Page) -> Locator:
    """The button for another game."""
    return page.get_by_role("button", name="Rematch")


def links(page: Page) -> Locator:
    """The links to rematches that were started."""
    return page.get_by_role("link", name="Rematch: game")


def phone_at_the_end(open_page: OpenPage, **device: Any) -> Page:
    """A finished game on a phone that draws it."""
    page = open_page(**WITHOUT_MOTION, **device)
    finished_game(page)
    draw_on_phone(page)
    return page


def two_phones_at_the_end(open_page: OpenPage) -> tuple[Page, Page]:
    """A finished game on two phones, both of which draw it."""
    page = phone_at_the_end(open_page)
    return page, another_phone(open_page, page)


def another_phone(open_page: OpenPage, page: Page) -> Page:
    """Another phone that draws the same game."""
    other = open_page(**WITHOUT_MOTION, storage_state=page.context.storage_state())
    other.goto(page.url)
    draw_on_phone(other)
    return other


def start_offline(page: Page) -> str:
    """Start the rematch without the server; its URL on this phone."""
    over = page.url
    all_loaded(page)
    page.context.set_offline(True)
    rematch(page).click()
    Pad(page).expect_hand(1)
    return moved_on(page, over)


def reconnect(page: Page, here: str) -> str:
    """Give the rematch at this URL to the server, after which it has another; that one."""
    page.context.set_offline(False)
    page.wait_for_url(lambda url: "/games/" in url and url != here)
    Pad(page).expect_hand(1)
    all_sent(page)
    return page.url


TOPS = """() => [scrollY, ...[...document.querySelectorAll("main :is(section, figure, h2, p, li, summary)")]
    .filter(each => each.checkVisibility()).map(each => each.getBoundingClientRect().top)]"""


def focus(control: Locator, scroll: int) -> list[float]:
    """Scroll the page this far, and focus a button or link; where everything is then."""
    control.evaluate("(control, top) => { scrollTo(0, top); control.focus({ preventScroll: true }) }", scroll)
    return control.page.evaluate(TOPS)  # type: ignore[no-any-return]


def test_rematch_shows_by_itself_where_the_end_is_shown(open_page: OpenPage) -> None:
    """Its link has the place and the focus of the button, and nothing else moves. A watcher had no button."""
    page, other = two_phones_at_the_end(open_page)
    over = page.url
    reader, watcher = another_phone(open_page, page), open_page(**WITHOUT_MOTION)
    table = page.get_by_role("banner").get_by_role("link").first.get_attribute("href")
    join(watcher, page, table or "", "Dee", "watcher")
    watcher.goto(page.url)
    for phone in (other, reader, watcher):
        phone.route("**/version", lambda route: route.fulfill(status=304))  # the stream's word is enough
    export = reader.get_by_role("link", name="Export", exact=True)
    before = focus(rematch(other), 40), focus(export, 120)
    rematch(page).click()
    for phone in (other, reader, watcher):
        expect(links(phone)).to_have_text("Rematch: game 2")
        expect(rematch(phone)).to_have_count(0)
    assert (other.evaluate(TOPS), reader.evaluate(TOPS)) == before
    expect(links(other)).to_be_focused()
    expect(export).to_be_focused()
    links(other).click()
    for phone in (page, other):
        Pad(phone).expect_hand(1)
    expect(other).to_have_url(moved_on(page, over))


def test_second_phone_is_led_to_the_rematch_of_the_first(open_page: OpenPage) -> None:
    page, other = two_phones_at_the_end(open_page)
    over = page.url
    for news in ("version", "live"):
        other.route(f"**/{news}", lambda route: route.fulfill(status=304))
    other.reload()
    draw_on_phone(other)
    rematch(page).click()
    Pad(page).expect_hand(1)
    rematch(other).click()
    Pad(other).expect_hand(1)
    expect(other.get_by_role("status").filter(has_text="The rematch has already begun: game 2.")).to_be_visible()
    expect(other).to_have_url(moved_on(page, over))

    page.goto(over)
    expect(links(page)).to_have_text("Rematch: game 2")
    draw_on_phone(page)
    all_loaded(page)
    page.context.set_offline(True)  # the phone draws the end again
    Pad(page).undo()
    Pad(page).redo()
    expect(links(page)).to_have_text("Rematch: game 2")
    expect(rematch(page)).to_have_count(0)


def test_rematches_played_on_two_phones_without_the_server_both_stay(open_page: OpenPage) -> None:
    page, other = two_phones_at_the_end(open_page)
    over = page.url
    started = [(page, "4", start_offline(page)), (other, "5", start_offline(other))]
    for phone, call, here in started:
        Pad(phone).bid("Ben", call)
        reconnect(phone, here)
        phone.reload()
        expect(bid_of(phone, "Ben")).to_contain_text(call)
    assert page.url != other.url
    page.goto(over)
    expect(links(page)).to_have_text(["Rematch: game 2", "Rematch: game 3"])


def test_rematch_that_the_server_refuses_is_given_up_only_after_its_file(open_page: OpenPage) -> None:
    page = phone_at_the_end(open_page, refused=422)
    over, here = page.url, start_offline(page)
    Pad(page).bid("Ben", "4")
    page.route("**/rematch", lambda route: route.fulfill(status=422, body=""))
    page.context.set_offline(False)
    notice = page.get_by_role("alert")
    expect(notice).to_contain_text("doesn’t let this phone start this game")
    with page.expect_download():
        notice.get_by_role("button", name="Save as a file").click()
    expect(page).to_have_url(here)
    expect(bid_of(page, "Ben")).to_contain_text("4")
    notice.get_by_role("button", name="Take it out").click()
    expect(page).to_have_url(over)


def test_rematch_stays_as_it_is_until_the_server_has_its_taps(open_page: OpenPage) -> None:
    """The server's page of it would be without them, and on a slow line for long."""
    page = phone_at_the_end(open_page)
    here = start_offline(page)
    Pad(page).bid("Ben", "4")
    release = hold_request(page, "**/events")
    page.context.set_offline(False)
    expect(page.locator("html[data-resting]")).to_be_attached()
    expect(page).to_have_url(here)
    expect(bid_of(page, "Ben")).to_contain_text("4")
    release()
    moved_on(page, here)
    expect(bid_of(page, "Ben")).to_contain_text("4")


def test_rematch_that_was_only_opened_without_the_server_gives_way(open_page: OpenPage) -> None:
    page, other = two_phones_at_the_end(open_page)
    over, here = page.url, start_offline(other)
    rematch(page).click()
    Pad(page).bid("Ben", "4")
    all_sent(page)
    assert reconnect(other, here) == moved_on(page, over)
    expect(bid_of(other, "Ben")).to_contain_text("4")


@pytest.mark.parametrize("tapped", sampled(["Share", "What wins"], 2))  # the server draws one, the phone the other
def test_link_tapped_while_the_server_starts_the_rematch_opens(open_page: OpenPage, tapped: str) -> None:
    page = phone_at_the_end(open_page)
    here = start_offline(page)
    start, link = hold_request(page, "**/rematch"), page.get_by_role("link", name=tapped, exact=True)
    with page.expect_request("**/rematch"):
        page.context.set_offline(False)
    slow = hold_request(page, re.compile(r"/tables/\w+"))
    expect(link).not_to_have_attribute("data-needs", "")
    link.dispatch_event("click")
    with page.expect_response(lambda response: "/games/" in response.url and response.request.method == "GET"):
        start()
    if tapped != "What wins":
        page.wait_for_timeout(300)  # the phone moves its game to the server's address meanwhile
        slow()
    page.wait_for_url(lambda url: here.rpartition("/")[2] not in url)
    expect(page.get_by_role("heading", level=1)).to_have_text(tapped)


def test_phone_with_a_connection_again_is_not_offline_while_its_rematch_is_on_the_way(open_page: OpenPage) -> None:
    """What the page before the rematch said of the connection ends with it, before the server answers."""
    page = phone_at_the_end(open_page)
    all_loaded(page)
    page.context.set_offline(True)
    expect(page.locator("#connection p")).to_have_text("Offline")
    first, start = hold_request(page, "**/quick-game"), hold_request(page, "**/rematch")
    rematch(page).click()
    Pad(page).expect_hand(1)
    page.context.set_offline(False)
    with page.expect_request("**/rematch"):
        first()
    expect(page.locator("#connection")).to_have_count(0)
    start()
    all_sent(page)


def test_rematch_without_the_server_shows_in_another_tab(open_page: OpenPage) -> None:
    """Two tabs of one phone start one rematch, whichever is asked second."""
    page = open_page(**WITHOUT_MOTION, service_workers="allow", used_up=True)
    finished_game(page)
    draw_on_phone(page)
    until(page, "() => navigator.serviceWorker.controller")
    page.reload()  # the worker has it from the beginning
    other = page.context.new_page()
    other.goto(page.url)
    for tab in (page, other):
        draw_on_phone(tab)
        all_loaded(tab)
    over = page.url
    page.context.set_offline(True)
    rematch(page).click()
    Pad(page).expect_hand(1)
    started = moved_on(page, over)
    expect(rematch(other)).to_have_count(0)
    other.get_by_role("link", name="Rematch").click()
    Pad(other).expect_hand(1)
    expect(other).to_have_url(started)
