"""Taps that an older version of the app stored, in the layout of then, are sent by this one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.pad import Pad
from tests.browser.ready import start_game
from tests.browser.taps import all_loaded, bid_of, draw_on_phone, wait_for_rows
from tests.sampled import sampled

pytestmark = pytest.mark.browser

READ = """stores => new Promise(found => {
    const opening = indexedDB.open("scorekeeper");
    opening.onsuccess = async () => {
        const database = opening.result, transaction = database.transaction(stores);
        const asked = request => new Promise(done => request.onsuccess = () => done(request.result));
        const rows = await Promise.all(stores.map(name => asked(transaction.objectStore(name).getAll())));
        database.close();
        found(Object.fromEntries(stores.map((name, i) => [name, rows[i]])));
    };
})"""

WRITE = """([version, rows]) => new Promise(written => {
    indexedDB.deleteDatabase("scorekeeper").onsuccess = () => {
        const opening = indexedDB.open("scorekeeper", version);
        opening.onupgradeneeded = () => {
            const create = (name, keys) => opening.result.createObjectStore(name, keys);
            create("taps", { keyPath: "key", autoIncrement: true });
            if (version === 1) return;
            create("games", { keyPath: "id" });
            create("events", { keyPath: ["game", "seq"] });
            create("pages", { keyPath: ["game", "path"] });
        };
        opening.onsuccess = () => {
            const database = opening.result, transaction = database.transaction(Object.keys(rows), "readwrite");
            for (const [name, all] of Object.entries(rows)) all.forEach(row => transaction.objectStore(name).put(row));
            transaction.oncomplete = () => { database.close(); written(); };
        };
    };
})"""

STORES = {1: ["taps"], 2: ["taps", "games", "events", "pages"]}
"""By version of the database."""

LATER = {"taps": ("on", "asks"), "events": ("hash",), "games": (), "pages": ()}
"""Fields that older versions of the app did not store."""


def make_older(page: Page, version: int) -> None:
    """Store what is on this phone as an older version did."""
    page.goto("/healthz")  # a page without scripts: nothing holds the database open
    rows = page.evaluate(READ, STORES[version])
    for store, fields in LATER.items():
        for row in rows.get(store, ()):
            for field in fields:
                row.pop(field, None)
    page.evaluate(WRITE, [version, rows])


@pytest.mark.parametrize(("version", "opened"), sampled([(1, "the game"), (2, "another page")], 2))
def test_taps_of_an_older_version_are_sent(open_page: OpenPage, version: int, opened: str) -> None:
    page = open_page(cut=True)
    pad = start_game(page)
    game = page.url
    draw_on_phone(page)
    all_loaded(page)
    page.context.set_offline(True)
    pad.bid("Ann", "4")
    pad.bid("Ben", "2")
    pad.undo()
    pad.bid("Ben", "3")
    page.context.route("**/events", lambda route: route.abort())  # what is sent before the layout is old
    page.context.set_offline(False)
    make_older(page, version)
    wait_for_rows(page, "taps", lambda rows: rows == 4)
    page.context.unroute("**/events")
    page.goto(game if opened == "the game" else "/rules")
    wait_for_rows(page, "taps", lambda rows: rows == 0)
    page.goto(f"{game}/history")
    expect(page.locator(".log li")).to_have_count(5)
    page.goto(game)
    Pad(page).expect_bidder("Cal")
    expect(bid_of(page, "Ann")).to_have_text("4")
    expect(bid_of(page, "Ben")).to_have_text("3")
