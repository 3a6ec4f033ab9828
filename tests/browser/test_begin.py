"""Any game begins without the server: it is chosen and dealt on the phone, and its table gets it later."""

from __future__ import annotations

import re
import signal
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import opening
from tests.browser.pad import Pad, customize
from tests.browser.ready import start_game
from tests.browser.taps import all_sent, draw_on_phone
from tests.browser.test_no_server import HERE, SETTINGS
from tests.browsers import until
from tests.phone.conftest import add_module
from tests.sampled import sampled
from tests.served import reserved_port, served

IN_CHARGE = "navigator.serviceWorker.ready.then(() => true)"
ROWS = """async () => {
    const opening = indexedDB.open("scorekeeper");
    const opened = await new Promise((resolve) => (opening.onsuccess = () => resolve(opening.result)));
    const asked = opened.transaction("STORE").objectStore("STORE").getAll();
    const rows = await new Promise((resolve) => (asked.onsuccess = () => resolve(asked.result)));
    opened.close();
    return rows.CONDITION;
}"""
KEPT = ROWS.replace("STORE", "pages").replace("CONDITION", "some(({ path }) => path.startsWith('tables/'))")
ALL_STARTED = ROWS.replace("STORE", "games").replace("CONDITION", "every(({ around }) => !around.start)")
"""What a phone keeps: what it begins games like, and no game that the server lacks."""

SEND_BEGUN = """address => fetch(address, {method: "POST", body: new URLSearchParams("begun=yes")})
    .then(() => "taken", () => "away")"""
"""As the outbox sends a game that began on the phone."""

RULES = ("partnership&swapped=yes", "cutthroat&shape=5x1&house-rules=open", "call-break")
PAGES = ("", *(f"?rules={rules}" for rules in sampled(RULES, 3)))
"""The pages of a new game: to choose its rules, and one of some rules, shapes and seats, drawn for each commit."""

SHOWN = """() => [...document.querySelectorAll("header, main")].map(({ outerHTML }) => outerHTML).join("")
    .replace(/(name="(?:csrf_token|entry_id)" value=")[^"]*/g, "$1").replace(/\\s+/g, " ")"""


def drawn(page: Page, url: str) -> list[str]:
    """A page, as the server or the phone draws it, and what comes of a tap on a seat and of a name that is taken."""
    page.goto(url)
    expect(page.locator("[data-shell]")).to_have_count(0)
    found = [page.evaluate(SHOWN)]
    seat = page.locator("button[name=at]").first
    if seat.count():
        seat.click()
        page.get_by_role("textbox", name="Name", exact=True).fill("  ben ")
        found.append(page.evaluate(SHOWN))
        page.evaluate("document.querySelector('form.seating').dataset.before = ''")
        page.get_by_role("button", name=re.compile("^(Add|OK)$")).last.click()
        expect(page.locator("form.seating:not([data-before])")).to_have_count(1)
        found.append(page.evaluate(SHOWN))
    return found


def test_a_game_of_any_rules_begins_without_the_server(browser: Browser, module: list[str], tmp_path: Path) -> None:
    """Rules, names, a house rule and the dealer are chosen on the phone; the next server has the game, once."""
    add_module(tmp_path, module)
    with (
        reserved_port() as port,
        served(tmp_path, *HERE, "--port", port, settings=SETTINGS) as server,
        opening(browser, server.url) as open_page,
    ):
        page = open_page(cut=True, service_workers="allow", reduced_motion="reduce")
        start_game(page)
        draw_on_phone(page)
        all_sent(page)
        assert page.evaluate(IN_CHARGE)
        until(page, KEPT)
        table = page.get_by_role("banner").get_by_role("link").first.get_attribute("href")
        online = [drawn(page, f"{table}/games/new{query}") for query in PAGES]
        page.goto(f"{table}/games/new")
        server.end(signal.SIGINT)
        other_tab = page.context.new_page()
        shown = [drawn(other_tab, f"{table}/games/new{query}") for query in PAGES]
        for query, one, other in zip(PAGES, shown, online, strict=True):
            assert one == other, query
        other_tab.close()
        page.get_by_role("button", name="Deal").first.click()  # of a page that the server drew
        Pad(page).expect_hand(1)
        assert page.evaluate(SEND_BEGUN, f"{table}/games?begun=yes") == "away"  # the worker begins no other game of it
        page.goto("/rules")
        page.get_by_role("link", name="New game").click()
        page.get_by_role("link", name="Games for 3 players").click()
        page.get_by_role("link", name="Cutthroat Spades").click()
        sit_down(page, "Seat 1", "Eve")
        sit_down(page, "Seat 2", "Benn")
        page.get_by_role("button", name="Yes, Ben").click()
        sit_down(page, "Seat 3", "eve")
        expect(page.get_by_text("Eve is already seated. Use another name.")).to_be_visible()
        page.get_by_role("textbox", name="Name", exact=True).fill("Zoë")
        page.get_by_role("button", name="OK").last.click()
        page.get_by_role("button", name="Ben").click()
        page.get_by_role("button", name="Deals first").click()
        choose_house_rule(page)
        page.get_by_role("button", name="Deal", exact=True).last.click()
        pad = Pad(page)
        pad.expect_bidder("Zoë")
        for player, call in (("Zoë", "5"), ("Eve", "6"), ("Ben", "4")):
            pad.bid(player, call)
        pad.took("Eve", 6)
        pad.took("Ben", 6)
        pad.save()
        pad.expect_totals(60, 42, 50)
        here = page.url
        page.goto(f"{here}/stop")
        page.get_by_role("button", name="End game").click()
        page.locator("#rematch").click()
        pad.expect_hand(1)
        pad.bid("Eve", "3")
        page.goto(f"{table}/games/new")
        expect(page.get_by_text("Last played")).to_be_visible()
        expect(page.get_by_text("Zoë").first).to_be_visible()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(urlsplit(request.url).path))
        with served(tmp_path, *HERE, "--port", port, settings=SETTINGS):
            page.goto(here)
            page.wait_for_url(lambda url: "/games/" in url and url != here)
            all_sent(page)
            page.reload()
            expect(pad.heading).to_have_text("Game over")
            pad.expect_totals(60, 42, 50)
            begun = urlsplit(page.url).path
            page.goto(f"{page.url}/rules")
            expect(page.get_by_text("Play to 450")).to_be_visible()
            until(page, ALL_STARTED)
            assert f"{urlsplit(here).path}/rematch" not in asked  # the server does not know that game by then
            page.goto(str(table))
            games = page.locator("main a[href^='/games/']").evaluate_all("links => links.map((link) => link.pathname)")
            assert begun in games
            assert (
                len(set(games)) == 4
            )  # the first one, that of the first page, that of Eve, and its rematch: each once
            page.goto(begun)
            page.get_by_role("link", name=re.compile("Rematch: game")).click()
            pad.expect_bidder("Ben")
            page.goto(f"{page.url}/rules")
            expect(page.get_by_text("Play to 450")).to_be_visible()


def sit_down(page: Page, seat: str, name: str) -> None:
    """Type who sits at a seat."""
    page.get_by_role("group", name="Seats, clockwise").get_by_role("button", name=seat).click()
    page.get_by_role("textbox", name="Name", exact=True).fill(name)
    page.get_by_role("button", name="Add").last.click()


def choose_house_rule(page: Page) -> None:
    """Play to 450."""
    customize(page)
    page.locator("[data-option=target]").get_by_role("button", name="Less").click()
    page.get_by_role("button", name="Done", exact=True).last.click()
