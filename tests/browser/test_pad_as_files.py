"""The pad as files on plain http, in a browser that stores nothing, in two tabs, and with new files during a game."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from mimetypes import guess_type
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.taps import open_menu, record_by_script
from tests.browsers import until
from tests.served import reserved_port
from tests.static_folder import BELOW, hosted, static_folder

__all__ = ["static_folder"]

pytestmark = pytest.mark.browser

PLAIN = "http://pad.example"
"""No browser trusts it like localhost."""
REFUSED = """
    const refuse = () => { throw new DOMException("refused", "SecurityError"); };
    IDBFactory.prototype.open = refuse;
    Object.defineProperty(window, "localStorage", { get: refuse });
"""
SETTLED = """async () => {
    const opening = indexedDB.open("scorekeeper/pad/");
    const found = await new Promise((done) => (opening.onsuccess = () => done(opening.result)));
    const asked = found.transaction("taps").objectStore("taps").count();
    return new Promise((done) => (asked.onsuccess = () => (found.close(), done(asked.result === 0))));
}"""
UPDATED = """navigator.serviceWorker.ready.then((registration) => new Promise((done) => {
    navigator.serviceWorker.addEventListener("controllerchange", () => done(true), { once: true });
    registration.update();
}))"""


@contextmanager
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(reduced_motion="reduce", locale="en-US")
    try:
        yield context.new_page()
    finally:
        context.close()


def begin(page: Page, pad: str) -> None:
    page.goto(f"{pad}en/")
    page.get_by_role("link", name="Quick game").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 1")


def totals(page: Page) -> list[str]:
    return [re.sub(r"\D", "", text) for text in page.locator(".total").all_inner_texts()]


def test_plain_http_plays_while_the_page_is_open(browser: Browser, static_folder: Path) -> None:
    def give(route: Route) -> None:
        name = urlsplit(route.request.url).path.removeprefix(f"/{BELOW}/")
        file = static_folder / (f"{name}index.html" if name.endswith("/") else name)
        route.fulfill(body=file.read_bytes(), content_type=guess_type(file.name)[0] or "text/plain")

    with phone(browser) as page:
        page.route(f"{PLAIN}/**", give)
        page.goto(f"{PLAIN}/{BELOW}/en/")
        until(page, "document.querySelector('[data-quick]')")
        expect(page.get_by_role("link", name="Resume game")).to_be_hidden()
        begin(page, f"{PLAIN}/{BELOW}/")
        assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
        record_by_script(page, 7)
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
        until(page, "performance.getEntriesByType('resource').some(({ name }) => name.includes('/pages-'))")
        game = page.url
        page.goto(f"{PLAIN}/{BELOW}/en/")
        expect(page.get_by_role("link", name="Resume game")).to_contain_text(
            "\u2068North & South\u2069 52 · \u2068East & West\u2069 −70"
        )
        expect(page.locator("[data-way]")).to_have_text(["To another phone", "As a file", "To a table"])
        page.get_by_role("link", name="As a file").click()
        expect(page.get_by_role("heading", name="As a file")).to_be_in_viewport()
        page.goto(f"{PLAIN}/{BELOW}/en/take.html")
        page.get_by_label("Link or text").fill("hello")
        page.get_by_role("button", name="Look at it").click()
        expect(page.get_by_role("alert")).to_contain_text("no game in this text")
        expect(page.get_by_role("button", name="Use the camera")).to_be_hidden()  # which no browser has here
        page.goto(game)
        expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
        until(page, "performance.getEntriesByType('resource').some(({ name }) => name.includes('/pages-'))")
        page.unroute(f"{PLAIN}/**")
        page.route(f"{PLAIN}/**", lambda route: route.abort())
        record_by_script(page, 7, "4 3 3 2")
        open_menu(page)
        page.get_by_role("link", name="Game log").click()
        expect(page.get_by_text("Hand 2: North & South took")).to_be_visible()
        page.go_back()
        expect(page.get_by_role("heading", level=1)).to_have_text("Hand 3")


def test_browser_that_stores_nothing_plays_and_says_so(browser: Browser, static_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(static_folder, tmp_path / BELOW)
    with reserved_port() as port, hosted(tmp_path, port) as pad, phone(browser) as page:
        page.add_init_script(REFUSED)
        page.goto(f"{pad}en/")
        expect(page.get_by_text("This browser keeps nothing")).to_be_visible()
        begin(page, pad)
        expect(page.get_by_text("Nothing is kept here")).to_be_visible()
        record_by_script(page, 7)
        first = totals(page)
        record_by_script(page, 7, "4 3 3 2")
        page.locator("[data-undo]").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
        assert totals(page) == first
        expect(page.get_by_text("Nothing is kept here")).to_be_visible()


def test_two_tabs_record_one_game(browser: Browser, static_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(static_folder, tmp_path / BELOW)
    with reserved_port() as port, hosted(tmp_path, port) as pad, phone(browser) as page:
        begin(page, pad)
        other = page.context.new_page()
        other.goto(page.url)
        expect(other.get_by_role("heading", level=1)).to_have_text("Hand 1")
        record_by_script(page, 7)
        expect(other.get_by_role("heading", level=1)).to_have_text("Hand 2")
        record_by_script(other, 7, "4 3 3 2")
        expect(page.get_by_role("heading", level=1)).to_have_text("Hand 3")
        until(page, SETTLED)
        both = totals(other)
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("Hand 3")
        assert totals(page) == both
        page.goto(f"{pad}en/")
        page.get_by_role("button", name="Delete game").click()
        page.get_by_role("button", name="Delete game", exact=True).click()
        other.wait_for_url("**/en/")  # it had the game open
        expect(other.locator("[data-kept]")).to_be_hidden()


def test_new_files_during_a_game_lose_no_tap(browser: Browser, static_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(static_folder, tmp_path / BELOW)
    with reserved_port() as port, hosted(tmp_path, port) as pad, phone(browser) as page:
        begin(page, pad)
        record_by_script(page, 7)
        until(page, "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))")
        renew(tmp_path / BELOW)
        assert page.evaluate(UPDATED)
        record_by_script(page, 7, "4 3 3 2")
        expect(page.get_by_role("heading", level=1)).to_have_text("Hand 3")
        before = totals(page)
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("Hand 3")
        assert totals(page) == before
        assert page.locator("script[src*='-new.']").count() > 0


def test_game_opens_again_and_again_after_new_files(browser: Browser, static_folder: Path, tmp_path: Path) -> None:
    """No message of a page wakes the old worker while the new one takes over: Chromium then waits for ever."""
    shutil.copytree(static_folder, tmp_path / BELOW)
    with reserved_port() as port, hosted(tmp_path, port) as pad, phone(browser) as page:
        begin(page, pad)
        for calls in ("4 3 3 2", "4 3 3 2"):
            record_by_script(page, 7, calls)
        until(page, "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))")
        renew(tmp_path / BELOW)
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("Hand 3")
        page.wait_for_timeout(3000)  # after a second the browser looks for another version, and then ends the old one
        for _ in range(2):
            page.reload(timeout=15_000)
            expect(page.get_by_role("heading", level=1)).to_have_text("Hand 3")


def renew(folder: Path) -> None:
    """Another version of the pad in place of this one: each static file has another name."""
    names = {path.name: f"{path.stem}-new{path.suffix}" for path in (folder / "static").rglob("*") if path.is_file()}
    known = re.compile("|".join(map(re.escape, names)))
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        if path.suffix in (".html", ".js", ".webmanifest"):
            path.write_text(known.sub(lambda found: names[found[0]], path.read_text()))
        if path.name in names:
            path.rename(path.with_name(names[path.name]))
    worker = folder / "worker.js"
    worker.write_text(re.sub(r'"version": "\w+"', '"version": "newer"', worker.read_text()))
