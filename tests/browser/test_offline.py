"""An evening without the server: the phone draws every page, keeps every tap, and sends them all afterwards."""

from __future__ import annotations

import re
from contextlib import suppress
from urllib.parse import urlencode, urljoin, urlsplit

import pytest
from playwright.sync_api import Error, Page, Route, expect
from werkzeug.datastructures import MultiDict

from scorekeeper.core.outbox import PROTOCOL
from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.ready import Unseen, finished_game, start_game
from tests.browser.taps import (
    all_loaded,
    all_sent,
    bid_of,
    draw_on_phone,
    go_offline,
    hold_request,
    moved_on,
    open_menu,
    record_by_script,
    wait_for_rows,
)
from tests.browser.test_tabs import another_tab
from tests.browsers import until
from tests.sampled import sampled
from tests.web import at_table, browsing
from tests.web.test_rule_sets import HANDS, record, sit_down

pytestmark = pytest.mark.browser

PLACE_OF_PART = re.compile(r'<template data-part="(\d+)"></template>')
OLDEST_FIRST = """rows => rows.sort((one, other) => one.id.slice("entry-".length) - other.id.slice("entry-".length))
    .map(row => row.querySelector("p").textContent)"""


def record_hand(pad: Pad, bidders: str, took: int, calls: str = "4 3 3 2") -> None:
    """Each bidder makes a call; then Ann and Cal take `took`."""
    for player, call in zip(bidders.split(), calls.split(), strict=True):
        pad.bid(player, call)
    pad.took("Ann & Cal", took)
    pad.save()


def first_words(page: Page) -> list[str]:
    """The log without bids, oldest first, without who and when."""
    page.goto(page.url.partition("?")[0] + "/history")
    rows = page.locator(".log li").evaluate_all(OLDEST_FIRST)
    return [words for words in rows if " bid " not in words]


def tap_link(page: Page, *names: str) -> None:
    """Tap links, one after the other; the menu opens first."""
    open_menu(page)
    for name in names:
        page.get_by_role("link", name=name).click()


def test_two_phones_without_a_connection_at_once(open_page: OpenPage) -> None:
    """Both record hands 5 and 6, with other counts: one question for each hand, nothing is lost or doubled."""
    page = open_page(refused=409, cut=True)
    pad = start_game(page)
    unseen = Unseen(page)
    unseen.open(page.url)
    before = at_table.Pad(unseen)
    for _ in range(4):
        before.hand("4, 3, 3, 2", 7)
    page.reload()
    other = open_page(refused=409, cut=True, storage_state=page.context.storage_state())
    other.goto(page.url)
    for phone, took in ((page, 7), (other, 8)):
        draw_on_phone(phone)
        all_loaded(phone)
        phone.context.set_offline(True)
        record_by_script(phone, took)
        record_by_script(phone, took)
    page.context.set_offline(False)
    all_sent(page)
    game = other.url
    other.context.set_offline(False)
    expect(other.get_by_role("heading", name="Two scores for hand 5")).to_be_visible()
    assert other.url == game, "the question stands nowhere"
    answer_arrives = hold_request(other, "**/events")
    other.get_by_role("button", name="Use mine").click()
    expect(other.get_by_role("heading", name="Two scores for hand 6")).to_be_visible()
    other.get_by_role("link", name="Keep theirs").click()
    Pad(other).expect_hand(7)
    answer_arrives()
    all_sent(other)
    pad.expect_hand(7)
    assert first_words(other)[5:] == [
        "Hand 5: Ann & Cal took 7, Ben & Dee 6",
        "Hand 6: Ann & Cal took 7, Ben & Dee 6",
        "Hand 5 corrected: Ann & Cal took 7 → 8, Ben & Dee took 6 → 5 (two phones wrote it, this one is right)",
    ]


NEVER_IDLE = "window.requestIdleCallback = (work, { timeout } = {}) => timeout && setTimeout(work, timeout);"


def test_phone_that_is_never_idle_plays_a_hand_without_a_connection(open_page: OpenPage) -> None:
    """It loads a part of what it needs when it is idle, but does not wait for that for long."""
    page = open_page(cut=True, script=NEVER_IDLE)
    pad = start_game(page)
    draw_on_phone(page)
    all_loaded(page)
    page.context.set_offline(True)
    record_by_script(page, 7)
    pad.expect_totals(70, 51)


COUNT_PERSIST = """StorageManager.prototype.persist = async () => {
    window.asked = (window.asked ?? 0) + 1;
    return true;
};"""


def test_browser_is_asked_once_to_keep_a_game_with_a_hand(open_page: OpenPage) -> None:
    page = open_page(script=COUNT_PERSIST)
    start_game(page)
    draw_on_phone(page)
    Pad(page).bid("Ann", "4")
    all_sent(page)
    assert page.evaluate("window.asked") is None
    record_by_script(page, 7, "3 5 2")
    all_sent(page)
    until(page, "() => window.asked")
    record_by_script(page, 7)
    all_sent(page)
    assert page.evaluate("window.asked") == 1


PLAY_HERE = """async games => {
    const form = { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" } };
    const send = (address, body) => window.isBack ? fetch(address, body === undefined ? {} : { ...form, body }) : null;
    const untilRetry = () => new Promise(resume => addEventListener("back", resume));
    const nothing = () => {};
    const afterFrame = work => setTimeout(work), here = () => location.href;
    const page = { afterFrame, ask: untilRetry, here, isOffline: () => false, send, untilRetry };
    const shows = ["showConnection", "showPage", "showWaiting"];
    for (const name of ["pointersReleased", "replaceWith", "stop", "stylesOf", ...shows]) page[name] = nothing;
    window.games = {};
    for (const url of games) {
        const found = await (await fetch(`${url}/events`)).json();
        const { start } = await import(found.static["play.js"]);
        window.games[url] = await start(found, page);
    }
}"""
"""Starts to draw games on a page that shows none."""


class OnThePhone(Unseen):
    """A device without a server: `play.js` answers each tap."""

    game = ""

    def _sent(self, method: str, url: str, fields: MultiDict[str, str] | None, status: int) -> browsing.Page:
        given = urlencode(list(fields.items(multi=True)) if fields else [])
        asked = {"address": urljoin(self.shown.url, url)}
        if method == "post":
            asked["body"] = given
        elif given:
            asked["address"] = f"{asked['address'].partition('?')[0]}?{given}"
        found = self.shown.evaluate("([game, asked]) => games[game].answer(asked)", [self.game, asked])
        drawn = found["text"]
        whole = PLACE_OF_PART.sub(lambda place: str(drawn["parts"][int(place[1])]), drawn["frame"])
        self.page = browsing.Page(200, urlsplit(found["address"]).path, whole)
        return self.page


def test_a_hand_of_every_rule_set_without_the_server(open_page: OpenPage) -> None:
    """Without a screen: the phone’s own scripts handle the taps from the tests of the rule sets drawn for a commit."""
    page = open_page(cut=True)
    page.goto("/offline")
    games = {key: sit_down(Unseen(page), key, HANDS[key].names).url for key in sampled(HANDS, 3)}
    page.evaluate(PLAY_HERE, list(games.values()))
    all_loaded(page)
    page.context.set_offline(True)
    phone = OnThePhone(page)
    for key, game in games.items():
        phone.game = game
        phone.open(game)
        assert record(phone, HANDS[key]).totals == list(HANDS[key].totals), key
    page.context.set_offline(False)
    page.evaluate("window.isBack = true; dispatchEvent(new Event('back'))")
    wait_for_rows(page, "taps", lambda rows: rows == 0)
    for key, game in games.items():
        there = Unseen(page)
        there.open(game)
        assert at_table.Pad(there).totals == list(HANDS[key].totals), key


def test_tap_rejected_by_the_server_is_kept_and_not_sent_again(open_page: OpenPage) -> None:
    page = open_page(refused=400)
    pad = start_game(page)
    draw_on_phone(page)
    sent: list[str] = []

    def refuse(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        sent.append(str(route.request.post_data))
        error = {"code": "malformed", "message": "The server does not know this."}
        return route.fulfill(status=400, json={"protocol": PROTOCOL, "error": error})

    words = "The server refused “Hand 1: Ann bid 3”. The server does not know this. This phone keeps it"
    notice = page.get_by_role("alert").filter(has_text=words)
    page.route("**/events", refuse)
    pad.bid("Ann", "3")
    expect(notice).to_be_visible()
    pad.undo()
    expect(notice).to_be_hidden()
    all_sent(page)
    pad.bid("Ann", "3")
    expect(notice).to_be_visible()
    tries = len(sent)
    pad.bid("Ben", "4")
    expect(notice).to_be_visible()
    assert len(sent) == tries
    page.unroute("**/events")
    notice.get_by_role("button", name="Try again").click()
    all_sent(page)
    expect(notice).to_be_hidden()
    page.reload()
    pad.expect_bidder("Cal")


def test_a_refused_substitute_says_why_and_is_taken_out_in_any_window(open_page: OpenPage) -> None:
    """The phone does not know that the name looks like another one; what was tapped after it stays."""
    page = open_page(cut=True)
    pad = start_game(page)
    draw_on_phone(page)
    other = another_tab(page)
    for tab in (page, other):
        all_loaded(tab)
    page.context.set_offline(True)
    tap_link(page, "Rulings and substitutes", "Substitute")
    page.locator(".segment", has_text="Dee").click()
    page.get_by_label("Who’s in?").fill("\N{CYRILLIC CAPITAL LETTER A}nn")
    page.get_by_role("button", name="Substitute", exact=True).click()
    pad.bid("Ann", "3")
    page.context.set_offline(False)
    refusal = page.get_by_role("alert").filter(has_text="The server refused")
    refusal_there = other.get_by_role("alert").filter(has_text="The server refused")
    for notice in (refusal, refusal_there):
        expect(notice).to_contain_text('looks like "Ann" in other letters; type it as "Ann". This phone keeps it')
    refusal_there.get_by_role("button", name="Take it out").click()
    for tab in (page, other):
        all_sent(tab)
        expect(tab.get_by_role("alert")).to_have_count(0)
    page.reload()
    expect(bid_of(page, "Ann")).to_have_text("3")


def test_rematch_of_a_phone_waits_until_the_game_before_it_is_over_on_the_server(open_page: OpenPage) -> None:
    """Another phone takes back the last hand meanwhile; the rematch says why it waits, and leads there."""
    page = open_page(cut=True, reduced_motion="reduce")
    pad = finished_game(page)
    draw_on_phone(page)
    all_loaded(page)
    other = Unseen(page)
    other.open(page.url)

    page.context.set_offline(True)
    page.evaluate("flickers = setInterval(() => dispatchEvent(new Event('online')))")  # while the rematch opens too
    page.get_by_role("button", name="Rematch").click()
    pad.expect_hand(1)
    page.evaluate("clearInterval(flickers)")
    here = moved_on(page, other.url)
    pad.bid("Ben", "4")
    other.tap("Undo")
    page.context.set_offline(False)
    notice = page.get_by_role("alert")
    expect(notice).to_contain_text("the game before isn’t finished there")
    with page.context.expect_page() as opened:
        notice.get_by_role("button", name="Open it").click()
    before = opened.value
    pad.bid("Ann", "5")
    expect(notice).to_contain_text("this phone keeps every tap")
    before.get_by_role("button", name="Redo").click()
    expect(before.get_by_role("heading", name="Ann wins")).to_be_visible()
    before.close()

    with suppress(Error):  # it tries again in a while, and then the page is another one
        page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_url(lambda url: "/games/" in url and url != here)
    all_sent(page)
    page.reload()
    expect(pad.bid_of("Ben")).to_contain_text("4")
    expect(pad.bid_of("Ann")).to_contain_text("5")


def test_file_that_did_not_come_is_loaded_again_for_the_taps_that_wait(open_page: OpenPage) -> None:
    """Until the outbox is here, the server draws the game: no phone takes a tap of which it could say nothing."""
    page = open_page(cut=True)
    pad = start_game(page)
    draw_on_phone(page)
    go_offline(page)
    pad.bid("Ann", "4")
    page.route("**/outbox.js*", lambda route: route.abort())
    page.route("**/events", lambda route: route.abort())
    page.context.set_offline(False)
    with page.expect_event("requestfailed", lambda request: "outbox.js" in request.url):
        page.reload()
    pad.expect_bidder("Ann")
    expect(page.locator("html[data-on-phone]")).to_have_count(0)
    page.unroute_all()
    page.evaluate("dispatchEvent(new Event('online'))")
    pad.expect_bidder("Ben")
    expect(page.locator("html[data-on-phone]")).to_be_attached()
    all_sent(page)
    wait_for_rows(page, "taps", lambda rows: rows == 0)
