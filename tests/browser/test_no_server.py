"""A whole game, and the start of its rematch, while no server runs; the next server has each tap."""

from __future__ import annotations

import io
import signal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.formats.verification.file import check_file
from tests.browser.conftest import opening
from tests.browser.pad import Pad
from tests.browser.ready import Unseen, start_game
from tests.browser.taps import all_loaded, all_sent, draw_on_phone, moved_on, record_by_script, wait_for_rows
from tests.browser.test_offline import first_words, record_hand, tap_link
from tests.phone.conftest import add_module
from tests.served import reserved_port, served
from tests.web import at_table
from tests.web.test_rulings import look, ruling

pytestmark = pytest.mark.browser

SETTINGS = {"SCOREKEEPER_RATE_LIMITS": "off"}
HERE = ("--host", "127.0.0.1")
WHY = "a book lay under the bowl"


def test_a_whole_game_without_the_server(browser: Browser, module: list[str], tmp_path: Path) -> None:
    """Five hands while no server runs; the next one has what it would have if it had answered each tap."""
    add_module(tmp_path, module)
    with (
        reserved_port() as port,
        served(tmp_path, *HERE, "--port", port, settings=SETTINGS) as server,
        opening(browser, server.url) as open_page,
    ):
        page = open_page(cut=True, reduced_motion="reduce")
        pad = start_game(page, target="300")
        draw_on_phone(page)
        wait_for_rows(page, "pages", lambda rows: rows > 0)
        all_loaded(page)
        game = page.url
        server.end(signal.SIGINT)
        play_a_whole_game(pad)
        totals = page.locator(".total").all_inner_texts()
        page.get_by_role("button", name="Rematch").click()
        pad.expect_hand(1)
        here = moved_on(page, game)
        record_by_script(page, 7)
        with served(tmp_path, *HERE, "--port", port, settings=SETTINGS):
            page.wait_for_url(lambda url: "/games/" in url and url != here)
            all_sent(page)
            page.reload()
            pad.expect_totals(52, -70)
            again = head_of(page)
            page.goto(game)
            head = head_of(page)
            assert again == {**head, "dealer": (head["dealer"] + 1) % 4}
            assert page.locator(".total").all_inner_texts() == totals
            online = record_online(Unseen(page), page.locator(".back").get_attribute("href"))
            assert recorded(page, game) == recorded(page, online)
            proven = check_file(io.BytesIO(page.request.get(f"{game}/exports/json").body()))
            assert (proven.hands, proven.findings, proven.undamaged) == (5, [], True)


def play_a_whole_game(pad: Pad) -> None:
    """Five hands, with an undo, a redo, a correction, a renege and the end."""
    page = pad.page
    record_by_script(page, 7)
    page.evaluate("document.getElementById('hand-1').isSame = true")
    record_by_script(page, 7)
    assert page.evaluate("document.getElementById('hand-1').isSame"), "only what changed is drawn again"
    pad.expect_totals(122, -19)
    pad.undo()
    pad.redo()
    expect(page.get_by_role("alert").filter(has_text="Offline · 12 taps waiting")).to_be_visible()
    pad.open_correction(1)
    pad.recount("Ann & Cal", 6)
    page.locator(".segment", has_text="Wrong bid").click()
    expect(pad.recount("Ann & Cal", 8)).to_contain_text("Hand 1")
    expect(page.get_by_role("radio", name="Wrong bid")).to_be_checked()
    pad.save_correction(1, WHY)
    tap_link(page, "Rulings and substitutes", "Renege")
    page.locator("[data-kind='by'] button[value='0']").click()
    page.locator("[data-kind='books'] button[value='1']").click()
    page.get_by_role("button", name="Save ruling").click()
    pad.expect_hand(3)
    pad.expect_totals(122, 120)
    tap_link(page, "Rules")
    expect(page.get_by_text("Play to 300")).to_be_visible()
    page.get_by_role("link", name="Back to the game").click()
    tap_link(page, "End game now")
    expect(page.get_by_role("heading", name="End the game here?")).to_be_visible()
    page.get_by_role("link", name="Keep playing").click()
    share = page.get_by_role("link", name="Share")
    expect(share).to_be_disabled()
    share.click(force=True)
    needs_connection = page.get_by_role("alert").filter(has_text="Needs a connection")
    expect(needs_connection).to_be_visible()
    for _ in range(2):
        with page.expect_event("requestfailed"):
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # so waiting taps are sent again
    expect(needs_connection).to_be_visible()
    record_hand(pad, "Cal Dee Ann Ben", 7, "5 4 2 1")
    for _ in range(2):
        record_by_script(page, 7)
    expect(page.get_by_role("heading", name="Ann & Cal win")).to_be_visible()


def record_online(phone: Unseen, table: str | None) -> str:
    """The same taps in another game at the table, each answered by the server; the game's URL."""
    pad = at_table.start_game(phone, table=table, target="300")
    for _ in range(2):
        pad.hand("5, 4, 2, 1", 7)
    for label in ("Undo", "Redo", "Correct hand 1", "8"):
        phone.tap(label)
    phone.submit(phone.page.form_with("reason"), reason="", other=WHY)
    look(pad, ruling(pad, "Renege"), by="0", books="1")
    phone.tap("Save ruling")
    phone.open(pad.url)
    for _ in range(3):
        pad.hand("5, 4, 2, 1", 7)
    return pad.url


def recorded(page: Page, game: str) -> dict[str, Any]:
    """What the server has of a game: its sheet with each hand's lines, its totals, its log, and each event."""
    page.goto(game)
    events = page.evaluate("fetch(`${location.pathname}/events`).then(reply => reply.json())")["events"]
    return {
        "sheet": page.locator(".sheet").all_text_contents(),
        "totals": page.locator(".total").all_inner_texts(),
        "events": [(event["seq"], event["kind"], event["payload"], event["reason"]) for event in events],
        "log": first_words(page),
    }


def head_of(page: Page) -> dict[str, Any]:
    """How the game on the page began."""
    start = page.evaluate("fetch(`${location.pathname}/events`).then(reply => reply.json())")["events"][0]
    return {part: value for part, value in start["payload"].items() if part in ("rules", "options", "sides", "dealer")}
