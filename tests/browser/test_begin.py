"""Any game begins without the server: rules, seats and house rules are chosen on the phone, and its table gets it later."""

from __future__ import annotations

import signal
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import opening
from tests.browser.pad import Pad
from tests.browser.ready import start_game
from tests.browser.taps import all_sent, draw_on_phone
from tests.browser.test_no_server import HERE, SETTINGS
from tests.browser.test_offline import record_hand
from tests.phone.conftest import add_module
from tests.served import reserved_port, served

IN_CHARGE = "navigator.serviceWorker.ready.then(() => true)"
KEPT = """async () => {
    const opened = await new Promise((resolve) => (indexedDB.open("scorekeeper").onsuccess = ({ target }) => resolve(target.result)));
    const asked = opened.transaction("pages").objectStore("pages").getAll();
    const rows = await new Promise((resolve) => (asked.onsuccess = () => resolve(asked.result)));
    opened.close();
    return rows.some(({ path }) => path.startsWith("tables/"));
}"""


def test_a_game_of_any_rules_begins_without_the_server(browser: Browser, module: list[str], tmp_path: Path) -> None:
    add_module(tmp_path, module)
    with (
        reserved_port() as port,
        served(tmp_path, *HERE, "--port", port, settings=SETTINGS) as server,
        opening(browser, server.url) as open_page,
    ):
        page = open_page(cut=True, service_workers="allow", reduced_motion="reduce")
        page.on("console", lambda message: print(message.type, message.text))
        start_game(page)
        draw_on_phone(page)
        all_sent(page)
        assert page.evaluate(IN_CHARGE)
        page.wait_for_function(KEPT)
        table = page.get_by_role("banner").get_by_role("link").first.get_attribute("href")
        server.end(signal.SIGINT)
        page.goto(f"{table}/games/new")
        expect(page.get_by_role("heading", level=1)).to_have_text("New game")
        page.screenshot(path="/tmp/b1.png")
        page.get_by_role("link", name="3", exact=False).filter(has_text="3").first.click()
        page.get_by_role("link", name="Cutthroat").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Seats")
        page.screenshot(path="/tmp/b2.png")
        name_seat(page, "Eve")
        page.screenshot(path="/tmp/b3.png")
        name_seat(page, "Ann")
        page.screenshot(path="/tmp/b4.png")
        page.locator("#house-rules > summary").click()
        page.screenshot(path="/tmp/b5.png")
        page.locator("[data-main-button]").click()
        page.wait_for_url("**/games/*-*")
        page.wait_for_timeout(2000)
        page.screenshot(path="/tmp/b6.png")


def name_seat(page: Page, name: str) -> None:
    if not page.locator("#name").count():
        page.locator(".place.unnamed button").first.click()
    page.locator("#name").fill(name)
    page.get_by_role("button", name="Add").last.click()
