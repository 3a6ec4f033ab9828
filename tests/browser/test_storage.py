"""A phone that can store nothing: the pad says why, its taps are recorded by the server, and offline none is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.ready import start_game
from tests.browser.taps import all_loaded, all_sent, draw_on_phone, key
from tests.sampled import sampled

pytestmark = pytest.mark.browser

DENIED = "indexedDB.constructor.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); };"
MISSING = "delete Window.prototype.indexedDB; delete window.indexedDB;"
FULL = """() => {
    const { put } = IDBObjectStore.prototype;
    window.makeRoom = () => { IDBObjectStore.prototype.put = put; };
    IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
NO_PAGES = """
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (row) {
        if (this.name === "pages") throw new DOMException("no room", "QuotaExceededError");
        return put.call(this, row);
    };
"""
NOT_ALLOWED = "This browser doesn’t let the app store anything, so taps need the server"
NO_ROOM = "This phone’s storage is full, so taps need the server"


@pytest.mark.parametrize("script", sampled([DENIED, MISSING], 2))
def test_denied_storage(open_page: OpenPage, script: str) -> None:
    page = open_page(script=script, cut=True)
    pad = start_game(page)
    load_scripts(page)
    expect(page.get_by_role("status").filter(has_text=NOT_ALLOWED)).to_be_attached()
    pad.bid("Ann", "4")
    page.context.set_offline(True)
    key(page, "3")
    expect(page.get_by_role("alert")).to_contain_text(NOT_ALLOWED)
    page.context.set_offline(False)
    pad.expect_bidder("Cal")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.reload()
    pad.expect_bidder("Cal")


def test_full_storage(open_page: OpenPage) -> None:
    """A tap that is stored goes before one that is not; once there is room again, taps are stored."""
    page = open_page(cut=True)
    pad = start_game(page)
    draw_on_phone(page)
    all_loaded(page)
    page.context.set_offline(True)
    pad.bid("Ann", "4")
    page.evaluate(FULL)
    key(page, "3")
    expect(page.get_by_role("alert")).to_contain_text(NO_ROOM)
    page.evaluate("makeRoom()")
    page.context.set_offline(False)
    pad.expect_bidder("Cal")
    pad.bid("Cal", "2")
    all_sent(page)
    page.evaluate(FULL)
    pad.bid("Dee", "1")
    expect(page.get_by_role("status").filter(has_text=NO_ROOM)).to_be_attached()
    page.reload()
    expect(pad.tricks).to_be_visible()


def test_no_room_for_what_may_be_needed_later(open_page: OpenPage) -> None:
    page = open_page(script=NO_PAGES)
    pad = start_game(page)
    with page.expect_console_message(lambda message: "no room" in message.text):
        draw_on_phone(page)
    pad.bid("Ann", "4")
    pad.expect_bidder("Ben")
    all_sent(page)


def load_scripts(page: Page) -> None:
    """Touch the page: it loads what it needs later."""
    page.evaluate("for (const type of ['pointerdown', 'pointerup']) dispatchEvent(new PointerEvent(type))")
