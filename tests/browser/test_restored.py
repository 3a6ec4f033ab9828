"""A server that was restored from an older copy: a phone that has more says so, and records it again once asked to."""

from __future__ import annotations

import json
import re
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from scorekeeper.core.sheet import read_sheet
from scorekeeper.storage.backups import restore_backup
from tests.browser.conftest import opening
from tests.browser.pad import Pad
from tests.browser.ready import Unseen, start_game, start_table
from tests.browser.sharing import join
from tests.browser.taps import all_loaded, all_sent, draw_on_phone, hold_request, record_by_script, scripts_run
from tests.browser.test_no_server import HERE, SETTINGS
from tests.browsers import MAX_WAIT
from tests.phone.conftest import add_module
from tests.served import reserved_port, served
from tests.web import at_table

pytestmark = pytest.mark.browser


def restored(browser: Browser, module: list[str], folder: Path, work: Callable[[Page], None], others: str = "") -> None:
    """Do something on a phone whose second hand the server has lost; its first is there. Another device may have

    recorded a second hand with `others` as its bids before this one asks.
    """
    add_module(folder, module)
    with reserved_port() as port:
        here = (*HERE, "--port", port)
        with served(folder, *here, settings=SETTINGS) as server, opening(browser, server.url) as open_page:
            page = open_page(refused=409, cut=True)
            pad = start_game(page)
            draw_on_phone(page)
            all_loaded(page)
            record_by_script(page, 7, "4 3 5 2")
            all_sent(page)
            restore = backed_up(folder)
            record_by_script(page, 6, "4 3 5 2")
            all_sent(page)
            pad.expect_hand(3)
            server.end(signal.SIGINT)
            restore()
            page.context.set_offline(True)
            with served(folder, *here, settings=SETTINGS):
                if others:
                    unseen = Unseen(page)
                    unseen.open(page.url)
                    at_table.Pad(unseen).hand(others, 8)
                page.context.set_offline(False)
                online(page)
                work(page)


def backed_up(instance: Path) -> Callable[[], object]:
    """Copy the database of a server that runs; call this function's answer to restore it, once the server has ended."""
    file, copy = instance / "scorekeeper.sqlite", instance / "copy.sqlite"
    with closing(sqlite3.connect(file)) as old, closing(sqlite3.connect(copy)) as new:
        old.backup(new)
    return lambda: restore_backup(copy, f"sqlite:///{file}", force=True)


@pytest.mark.parametrize("place", ["", "/screen"])
def test_page_that_watches_hears_of_a_restored_server(
    browser: Browser, module: list[str], tmp_path: Path, place: str
) -> None:
    """It had no line meanwhile, and another bid has the number of the one that it shows."""
    add_module(tmp_path, module)
    with reserved_port() as port:
        here = (*HERE, "--port", port)
        with served(tmp_path, *here, settings=SETTINGS) as server, opening(browser, server.url) as open_page:
            page, watcher = open_page(cut=True), open_page(cut=True)
            table, pad = start_table(page), start_game(page)
            join(watcher, page, table, "Dee", "watcher")
            watcher.goto(page.url + place)
            scripts_run(watcher, *([] if place else ["pages.js", "outbox.js"]), "later.js")
            restore = backed_up(tmp_path)
            pad.bid("Ann", "4")
            all_sent(page)
            expect(watcher.locator("body")).to_contain_text("Bid 4 of 13")
            for phone in (page, watcher):
                phone.context.set_offline(True)
            server.end(signal.SIGINT)
            restore()
            with served(tmp_path, *here, settings=SETTINGS):
                unseen = Unseen(page)
                unseen.open(page.url)
                at_table.Pad(unseen).bids("5")
                watcher.context.set_offline(False)
                online(watcher)
                if place:
                    expect(watcher.locator("body")).to_contain_text("Bid 5 of 13")
                else:  # which has a record of its own
                    expect(watcher.get_by_role("alert")).to_contain_text("The server lost 1 entry and went on without.")


COVERED_KEYS = """() => [...document.querySelectorAll('.pad .key')].filter(key => {
    const {left, top, right, bottom} = key.getBoundingClientRect();
    return ![top + 3, bottom - 3].every(y => key.contains(document.elementFromPoint((left + right) / 2, y)));
}).map(key => key.textContent)"""


def test_lost_hand_is_recorded_again(browser: Browser, module: list[str], tmp_path: Path) -> None:
    """The notice gives way to one about a server that hangs, and is there again on a page that is loaded."""

    def record_again(page: Page) -> None:
        pad = Pad(page)
        pad.bid("Cal", "3")
        notice = page.get_by_role("alert").filter(has_text="The server lost hand 2. This phone has what was lost.")
        expect(notice).to_be_visible()
        expect(notice.get_by_role("button", name="Save as a file")).to_be_visible()
        for width, height in ((390, 664), (375, 553), (844, 390), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(COVERED_KEYS) == []
        answer = hang(page)
        expect(notice).to_have_count(0)
        answer()
        expect(notice).to_be_visible()
        reload_while_the_loss_is_known(page)
        expect(notice).to_be_visible()
        page.evaluate("clearInterval(timer)")
        notice.get_by_role("button", name="Record again").click()
        expect(notice).to_have_count(0)
        all_sent(page)
        page.reload()
        pad.expect_hand(3)
        pad.expect_bidder("Dee")

    restored(browser, module, tmp_path, record_again)


def hang(page: Page) -> Callable[[], object]:
    """A form gets no answer until this function’s is called; a notice says so in place of one that has more buttons."""
    held: list[Route] = []
    page.route("**/hanging", lambda route: held.insert(0, route))
    page.evaluate("""() => {
        const form = Object.assign(document.createElement("form"), {method: "post", action: "/hanging"});
        form.append(Object.assign(document.createElement("button"), {textContent: "Hang"}));
        document.getElementById("main").append(form);
    }""")
    page.get_by_role("button", name="Hang").click()
    expect(page.get_by_role("status").filter(has_text="Still sending …")).to_be_visible()
    return lambda: held[0].fulfill(content_type="text/html", body="")


def reload_while_the_loss_is_known(page: Page) -> None:
    """What sends the taps has its answer, and says so all the time, when the game's page begins."""
    drawing_arrives = hold_request(page, "**/static/play.js*")
    page.reload()
    expect(page.locator("#waiting")).to_be_visible()
    page.evaluate("window.timer = setInterval(() => dispatchEvent(new Event('online')))")
    drawing_arrives()


def test_two_phones_that_know_more_record_it_again(browser: Browser, module: list[str], tmp_path: Path) -> None:
    """One saw hand 2 saved, the other hand 3 as well; whichever is asked first, both have all in the end."""
    add_module(tmp_path, module)
    with reserved_port() as port:
        here = (*HERE, "--port", port)
        with served(tmp_path, *here, settings=SETTINGS) as server, opening(browser, server.url) as open_page:
            one = open_page(refused=409, cut=True)
            start_game(one)
            draw_on_phone(one)
            record_by_script(one, 7, "4 3 5 2")
            all_sent(one)
            other = open_page(refused=409, cut=True, storage_state=one.context.storage_state())
            other.goto(one.url)
            for page in (one, other):
                draw_on_phone(page)
                all_loaded(page)
            restore = backed_up(tmp_path)
            record_by_script(one, 6, "4 3 5 2")
            all_sent(one)
            Pad(other).expect_hand(3)
            one.context.set_offline(True)
            record_by_script(other, 8, "4 3 5 2")
            all_sent(other)
            server.end(signal.SIGINT)
            restore()
            other.context.set_offline(True)
            with served(tmp_path, *here, settings=SETTINGS):
                for page, lost in ((one, "hand 2"), (other, "hand 3")):
                    page.context.set_offline(False)
                    online(page)
                    notice = page.get_by_role("alert").filter(has_text=f"The server lost {lost}")
                    notice.get_by_role("button", name="Record again").click()
                    wait_for_hands(page, int(lost.split()[1]))
                    all_sent(page)
                for page in (one, other):
                    Pad(page).expect_hand(4)
                    assert [hand["took"] for hand in hands_of(page)] == [[7, 6], [6, 7], [8, 5]]


def online(page: Page) -> None:
    page.evaluate("dispatchEvent(new Event('online'))")


def wait_for_hands(page: Page, number: int) -> None:
    """Wait until the server has this many hands of the game."""
    for _ in range(MAX_WAIT // 50):
        if len(hands_of(page)) >= number:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"hands: {hands_of(page)}")


def hands_of(page: Page) -> list[dict[str, Any]]:
    """What the server has of them."""
    events = page.evaluate("fetch(`${location.pathname}/events?after=0`).then(reply => reply.json())")["events"]
    return [event["payload"] for event in events if event["kind"] == "hand"]


def test_lost_hand_is_imported_beside_a_game_that_went_on(browser: Browser, module: list[str], tmp_path: Path) -> None:
    """The phone keeps its own hand until it has been saved as a file, too."""

    def import_it(page: Page) -> None:
        game, pad = page.url, Pad(page)
        pad.bid("Cal", "3")
        notice = page.get_by_role("alert").filter(has_text="The server lost hand 2 and went on without.")
        expect(notice.get_by_role("button", name="Save as a file")).to_be_visible()
        notice.get_by_role("button", name="Compare").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Two copies of this game")
        first, second = page.locator("main section section").all()[:2]
        expect(first).to_contain_text(re.compile(r"On this phone.*took 6.*took 7", re.DOTALL))
        expect(second).to_contain_text(re.compile(r"On the server.*took 8.*took 5", re.DOTALL))
        expect(page.get_by_text("1 hand is the same in both.")).to_be_visible()
        notice.get_by_role("button", name="Import as another game").click()
        expect(page.get_by_text("2 hands").last).to_be_visible()
        page.get_by_role("button", name="Import").click()
        expect(page.get_by_text("1 game imported.")).to_be_visible()
        page.goto(game)
        draw_on_phone(page)
        with page.expect_download() as download:
            notice.get_by_role("button", name="Save as a file").click()
        saved = json.loads(download.value.path().read_bytes())
        assert len(read_sheet(saved).hands) == 2
        assert [hand["took"] for hand in saved["hands"]] == [[7, 6], [6, 7]]
        expect(notice).to_have_count(0)
        pad.expect_hand(3)
        page.locator("#hand-2 summary").click()
        expect(page.locator("#hand-2")).to_contain_text("8")

    restored(browser, module, tmp_path, import_it, others="3, 4, 5, 2")
