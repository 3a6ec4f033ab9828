"""An answer is slow, or the line breaks in it: what was asked is asked again, and what needs it waits."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.ready import start_game
from tests.browser.taps import (
    NO_CONNECTION,
    all_loaded,
    all_sent,
    bid_of,
    draw_on_phone,
    draw_on_server,
    hold_request,
    key,
)

pytestmark = pytest.mark.browser

CUT_NEXT = """() => {
    const whole = window.fetch;
    window.fetch = async (...given) => {
        const reply = await whole(...given);
        if (given[1]?.method !== "POST") return reply;
        window.fetch = whole;
        await reply.text();
        return new Response(new ReadableStream({ start: body => body.error(new TypeError("cut off")) }), reply);
    };
}"""
"""The answer to the next tap arrives without its body."""


@pytest.mark.parametrize("on_phone", [True, False])
def test_tap_whose_answer_is_cut_off_is_recorded_once(open_page: OpenPage, on_phone: bool) -> None:
    page = open_page(cut=True)
    if not on_phone:
        draw_on_server(page)
    pad = start_game(page)
    if on_phone:
        draw_on_phone(page)
    page.evaluate(CUT_NEXT)
    key(page, "4")
    expect(page.get_by_role("alert")).to_contain_text(NO_CONNECTION)
    page.evaluate("dispatchEvent(new Event('online'))")  # it would try again in a while
    pad.expect_bidder("Ben")
    expect(page.get_by_role("alert")).to_have_count(0)
    pad.bid("Ben", "3")
    all_sent(page)
    page.unroute_all()
    page.reload()
    pad.expect_bidder("Cal")
    expect(bid_of(page, "Ann")).to_have_text("4")
    recorded = page.request.get(f"{urlsplit(page.url).path}/events").json()["events"]
    assert [event["kind"] for event in recorded] == ["start", "bids", "bids"]


GIVE_UP = """window.waits = [];
AbortSignal.timeout = () => { waits.push(new AbortController()); return waits.at(-1).signal; };"""
"""Requests wait until a test gives them up."""


def test_phone_that_waits_in_vain_for_a_page_hears_of_later_bids(open_page: OpenPage) -> None:
    page = open_page(script=GIVE_UP, cut=True)
    draw_on_server(page)
    pad = start_game(page)
    other = open_page(storage_state=page.context.storage_state())
    other.goto(page.url)
    page.route(page.url, lambda _: None, times=1)  # never answered
    with page.expect_request(page.url):
        Pad(other).bid("Ann", "4")
    page.evaluate("waits.forEach(each => each.abort())")
    pad.expect_bidder("Ben")


def last_hand(page: Page) -> Pad:
    """A game whose last hand is counted, but not saved."""
    pad = start_game(page, ("Ann", "Ben"), "Ben", "two-player", target="50", bids="7, 3")
    draw_on_phone(page)
    pad.took("Ann", 8)
    return pad


def test_link_to_what_only_the_server_shows_opens_once_it_has_every_tap(open_page: OpenPage) -> None:
    """It has no result to share before it knows the last hand."""
    page = open_page()
    pad = last_hand(page)
    release = hold_request(page, "**/events")
    pad.save()
    page.get_by_role("link", name="Share result").click()
    release()
    page.wait_for_url("**/card*", wait_until="commit")
    expect(page.get_by_role("link", name="Save image")).to_be_visible()


def test_score_is_confirmed_once_the_server_has_every_tap(open_page: OpenPage) -> None:
    """Before it knows the last hand, it would say that someone changed the score."""
    page = open_page()
    pad = last_hand(page)
    release = hold_request(page, "**/events")
    pad.save()
    page.get_by_role("button", name="confirm score").first.click()
    release()
    expect(page.locator(".agreed")).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="confirmed the score")).to_be_visible()


def test_score_that_was_confirmed_without_the_server_comes_after_the_last_hand(open_page: OpenPage) -> None:
    page = open_page(cut=True)
    pad = last_hand(page)
    all_loaded(page)
    page.context.set_offline(True)
    pad.save()
    page.get_by_role("button", name="confirm score").first.click()
    expect(page.get_by_role("alert").filter(has_text="Offline")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".agreed")).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="confirmed the score")).to_be_visible()
