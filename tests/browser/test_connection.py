"""Taps when the connection or the server fails: nothing is lost, nothing is recorded twice."""

from __future__ import annotations

import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Route, expect

from scorekeeper.core.outbox import PROTOCOL
from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.ready import start_game
from tests.browser.taps import (
    NO_CONNECTION,
    all_bid,
    all_loaded,
    all_sent,
    bid_of,
    draw_on_phone,
    draw_on_server,
    entries,
    go_offline,
    hold_request,
    key,
    moves,
)
from tests.browser.test_worker import IN_CHARGE
from tests.browser.timers import stop_timers
from tests.fonts import load_fonts, use_font

pytestmark = pytest.mark.browser


def test_taps_are_sent_again_after_no_connection_a_busy_server_and_a_lost_response(open_page: OpenPage) -> None:
    page = open_page(refused=503, cut=True)
    pad = all_bid(page)
    draw_on_phone(page)
    pad.took("Ann & Cal", 7)
    page.context.set_offline(True)
    page.get_by_role("button", name="Save hand").click()
    pad.expect_hand(2)
    expect(page.get_by_role("alert")).to_contain_text("Offline · 1 tap waiting")
    assert moves(page, "#connection") == 0
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_have_count(0)
    all_sent(page)
    page.reload()
    pad.expect_totals(70, 51)
    draw_on_phone(page)
    sent: list[str] = []

    def lose_the_first_two(route: Route) -> None:
        sent.extend(entry["id"] for entry in json.loads(parse_qs(route.request.post_data or "")["entries"][0]))
        if len(sent) == 1:
            return route.fulfill(status=503, content_type="text/html", body="busy")
        if len(sent) > 2:
            return route.continue_()
        route.fetch(max_redirects=0)
        return route.abort()

    page.route("**/events", lose_the_first_two)
    stop_timers(page)  # it would try again by itself in a while
    key(page, "4")
    pad.expect_bidder("Cal")
    expect(page.get_by_role("alert")).to_contain_text("The server is busy · 1 tap waiting")
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/events")):
        page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert")).to_contain_text(NO_CONNECTION)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    all_sent(page)
    assert len(sent) == 3
    assert len(set(sent)) == 1, "one event"
    found = entries(page, "Hand")
    for words in ("Hand 1: Ann & Cal took", "Hand 2: Ben bid 4"):
        assert len([text for text in found if text.startswith(words)]) == 1, words


LINE = """() => {
    const notice = document.querySelector('#connection'), words = notice.querySelector('p').firstChild;
    const range = document.createRange();
    range.selectNodeContents(words);
    const [own, ...others] = range.getClientRects(), title = document.querySelector('h1').getBoundingClientRect();
    const [left, right] = ['.back', '.more'].map(each => document.querySelector(each).getBoundingClientRect());
    const head = document.querySelector('.top').getBoundingClientRect();
    return {lines: others.length + 1, isUnderTitle: own.top >= title.bottom - 1, isInHead: own.bottom <= head.bottom,
        hasRoom: own.left >= left.right - 1 && own.right <= right.left, isTitleSeen: title.height > 0};
}"""


def test_offline_is_one_line_under_the_title(open_page: OpenPage) -> None:
    page = open_page(cut=True, service_workers="allow")
    pad = start_game(page)
    draw_on_phone(page)
    all_loaded(page)
    assert page.evaluate(IN_CHARGE)
    page.reload()
    draw_on_phone(page)
    page.context.set_offline(True)
    for player, call in (("Ann", "4"), ("Ben", "3"), ("Cal", "2")):
        pad.bid(player, call)
    expect(page.locator("#connection p")).to_have_text("Offline · 3 taps waiting")
    load_fonts(page)
    use_font(page, "wide")
    for width, height in ((390, 664), (375, 553), (360, 640), (390, 844), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        line = page.evaluate(LINE)
        assert line == dict.fromkeys(line, True) | {"lines": 1}, (width, height, line)
        assert moves(page, "#connection") == 0
    page.context.set_offline(False)
    all_sent(page)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_refusal_is_shown_without_changing_the_url(open_page: OpenPage) -> None:
    page = open_page(refused=500, cut=True)
    draw_on_server(page)
    game = start_game(page).page.url
    wrong = "<title>Wrong</title><main id=main><h1>Something went wrong</h1></main>"
    page.route("**/bids", lambda route: route.fulfill(status=500, content_type="text/html", body=wrong))
    key(page, "4")
    expect(page.get_by_role("heading", name="Something went wrong")).to_be_visible()
    assert page.url == game
    page.unroute("**/bids")
    page.reload()
    Pad(page).expect_bidder("Ann")


def test_a_refusal_without_news_is_not_sent_again_at_once(open_page: OpenPage) -> None:
    """It would be answered the same, as fast as phone and server can. The server is asked for news once, and hears that
    a tap waits.
    """
    page = open_page(refused=409)
    pad = start_game(page)
    draw_on_phone(page)
    refused: list[tuple[str, str]] = []
    known = page.request.get(f"{page.url}/events").json()

    def refuse(route: Route) -> None:
        refused.append((route.request.method, urlsplit(route.request.url).query))
        body = {"protocol": PROTOCOL, "seq": 1, "hash": known["hash"], "now": known["now"]}
        if route.request.method == "GET":
            return route.fulfill(json=body | {"events": []})
        late = {"code": "another-came-first", "message": "…"}
        return route.fulfill(status=409, json=body | {"error": late})

    page.route(re.compile("/events"), refuse)
    stop_timers(page)  # it would try again by itself in a while
    with page.expect_response(lambda answer: answer.request.method == "GET" and "/events" in answer.url):
        key(page, "4")
    expect(page.get_by_role("alert")).to_contain_text("1 tap waiting")
    assert [method for method, _ in refused] == ["POST", "GET"]
    assert parse_qs(refused[1][1])["waiting"] == ["1"]
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    all_sent(page)
    page.reload()
    pad.expect_bidder("Ben")


def test_two_bids_for_one_player_are_both_shown(open_page: OpenPage) -> None:
    page = open_page(refused=409)
    page.route("**/live", lambda route: route.fulfill(status=204))
    pad = start_game(page)
    other = open_page(storage_state=page.context.storage_state())
    other.goto(page.url)
    page.route("**/version", lambda route: route.fulfill(status=304))
    Pad(other).bid("Ann", "3")
    all_sent(other)
    pad.bidding.get_by_role("button", name="4", exact=True).click()
    expect(page.get_by_role("heading", name="Two bids for Ann")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("says 3, this phone says 4.")
    page.get_by_role("button", name="Use mine").click()
    pad.expect_bidder("Ben")
    for phone in (page, other):
        expect(bid_of(phone, "Ann")).to_have_text("4")


def test_bid_that_waits_is_no_question_about_the_bid_it_was_put_after(open_page: OpenPage) -> None:
    page = open_page(refused=409, cut=True)
    pad = start_game(page)
    other = open_page(storage_state=page.context.storage_state())
    other.goto(page.url)
    draw_on_phone(page)
    all_loaded(page)
    page.context.set_offline(True)
    pad.bid("Ann", "4")
    pad.bid("Ben", "3")
    expect(page.get_by_role("alert")).to_contain_text("Offline · 2 taps waiting")
    Pad(other).bid("Ann", "6")
    all_sent(other)
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Two bids for Ann")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("link", name="Keep theirs").click()
    expect(bid_of(page, "Ann")).to_have_text("6")
    expect(bid_of(page, "Ben")).to_have_text("3")
    other.get_by_role("button", name="Undo").first.click()
    Pad(other).bid("Ann", "7")
    all_sent(other)
    page.context.set_offline(False)
    for phone in (page, other):
        expect(bid_of(phone, "Ann")).to_have_text("7")
        expect(bid_of(phone, "Ben")).to_have_text("3")
    all_sent(page)


def test_taps_outlive_a_closed_tab(open_page: OpenPage) -> None:
    page = open_page(cut=True)
    pad = start_game(page)
    draw_on_phone(page)
    go_offline(page)  # it says so though nobody taps
    key(page, "4")
    key(page, "3")
    expect(page.locator(".pad .tally")).to_have_text("Bid 7 of 13")
    pad.expect_bidder("Cal")
    expect(page.get_by_role("alert")).to_contain_text("Offline · 2 taps waiting")
    game = page.url
    page.goto("about:blank")  # like closing the page, but after it has stored its taps
    page.close()
    page.context.set_offline(False)
    again = page.context.new_page()
    again.goto(game)
    Pad(again).expect_bidder("Cal")
    all_sent(again)
    again.reload()
    expect(bid_of(again, "Ann")).to_have_text("4")
    expect(bid_of(again, "Ben")).to_have_text("3")


def test_an_idle_phone_says_that_the_server_is_gone_and_that_it_is_back(open_page: OpenPage) -> None:
    page = open_page(cut=True, used_up=True)
    page.clock.install()
    page.route("**/live", lambda route: route.abort())  # an open stream is not cut by a route
    start_game(page)
    draw_on_phone(page)
    page.route("**/version", lambda route: route.abort())
    for _ in range(2):
        with page.expect_event("requestfailed", lambda request: request.url.endswith("/version")):
            page.clock.fast_forward(2000)
    expect(page.get_by_role("alert")).to_contain_text(NO_CONNECTION)
    page.get_by_role("link", name="Share").click(force=True)
    for _ in range(2):
        expect(page.get_by_role("alert")).to_contain_text("Needs a connection")
        with page.expect_event("requestfailed", lambda request: request.url.endswith("/version")):
            page.clock.fast_forward(2000)
    page.unroute("**/version")
    page.clock.fast_forward(2000)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_page_that_loads_slowly_does_not_say_that_it_sends(open_page: OpenPage) -> None:
    """What a phone reads for itself, however long it takes, is nothing that a person sent."""
    page = open_page(used_up=True)
    page.clock.install()
    page.route("**/events", lambda _: None)  # never answered
    with page.expect_request("**/events"):
        start_game(page)
    page.clock.fast_forward(4100)
    expect(page.get_by_role("status")).to_have_count(0)


def test_taps_are_still_sent_to_a_hanging_server(open_page: OpenPage) -> None:
    page = open_page(cut=True, used_up=True)
    page.clock.install()
    draw_on_server(page)
    pad = start_game(page)
    release = hold_request(page, "**/bids")
    key(page, "4")
    expect(page.locator("html[data-asking]")).to_be_attached()
    page.clock.fast_forward(4100)
    expect(page.get_by_role("status")).to_have_text("Still sending …")
    release()
    pad.expect_bidder("Ben")
    expect(page.get_by_role("status")).to_have_count(0)


def test_phone_that_loses_the_line_as_it_begins_to_draw_plays_a_whole_hand(open_page: OpenPage) -> None:
    """What a hand needs comes in one go: each tap is drawn, and the page says what waits."""
    page = open_page(cut=True)
    pad = start_game(page)
    draw_on_phone(page)
    page.context.set_offline(True)
    for player, call in (("Ann", "4"), ("Ben", "3"), ("Cal", "3"), ("Dee", "2")):
        pad.bid(player, call)
    expect(pad.tricks).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("4 taps waiting")
    pad.took("Ann & Cal", 7)
    pad.save()
    pad.expect_totals(70, 51)
    page.context.set_offline(False)
    all_sent(page)
