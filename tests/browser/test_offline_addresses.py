"""Every address of a game, opened without the server: what the phone can show, or that it needs a connection."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import opening
from tests.browser.ready import start_game
from tests.browser.taps import all_loaded, all_sent, draw_on_phone, record_by_script, wait_for_rows
from tests.browser.test_worker import IN_CHARGE
from tests.hypothesis_budget import IN_SOAK

pytestmark = pytest.mark.browser

NEEDS_SERVER = "Needs a connection"
OVER, NO_HAND = "The game is over.", "No hands yet."
PART = re.compile(r"<(?:\w+:)?(\w+)>")

DRAWN = {
    "/card": "Share result",
    "/deals": "1 hand",
    "/history": "Game log",
    "/hands/1/correction": "Correct hand 1",
    "/rules": "Rules",
    "/rulings": "Rulings",
    "/rulings/forfeit": "Concede",
    "/rulings/misdeal": "Misdeal",
    "/rulings/points": "Agreed points",
    "/rulings/renege": "Renege",
    "/rulings/substitute": "Substitute",
    "/rulings/swap": "Swap seats",
    "/rulings/time": "Call time",
    "/settle": "Settle it",
    "/stop": "End the game here?",
    "/what-wins": "What wins",
    "/why/hands/1/1": "Why",
    "/why/totals/1": "Why",
}
"""What each page of a game is headed that a phone draws, besides the game's own and the views from afar."""

GONE = ("/stop", "/what-wins", "/rulings/forfeit", "/rulings/misdeal", "/rulings/time")
"""Pages that a finished game has no more."""

NONE_SO_FAR = dict.fromkeys(["/hands/1/correction", "/why/hands/1/1", "/stop"], NEEDS_SERVER)
"""A game without hands has none to explain or correct; the server can delete it."""


class Kept(NamedTuple):
    """A phone without its server, and the games that it keeps."""

    page: Page
    started: str
    in_play: str
    finished: str
    rest: list[str]  # the addresses that every game has on the server


@pytest.fixture(scope="module")
def kept(browser: Browser, server: str) -> Iterator[Kept]:
    with opening(browser, server) as open_page:
        page = open_page(cut=True, service_workers="allow", reduced_motion="reduce")
        urls = []
        for target, bids in (("500", ""), ("500", "4, 3, 3, 2"), ("50", "")):
            start_game(page, target=target, bids=bids)
            draw_on_phone(page)
            urls.append(page.url)
            wait_for_rows(page, "pages", lambda rows: rows > len(urls))  # the rules of each, and a blank game
        record_by_script(page, 7)
        all_sent(page)
        assert page.evaluate(IN_CHARGE)
        routes = page.request.get(f"{urls[0]}/events").json()["routes"].values()
        all_loaded(page)
        page.context.set_offline(True)
        rest = {PART.sub("1", route.partition("<game>")[2]) for route in routes if route.startswith("/games/")}
        started, in_play, finished = urls
        yield Kept(page, started, in_play, finished, sorted(rest))


def heading(page: Page, url: str) -> str:
    """What a page is headed, once it shows something else than that it opens."""
    page.goto(url)
    expect(page.locator("[data-shell]")).to_have_count(0)
    return page.locator("h1, h2").first.inner_text()


def check(kept: Kept, game: str, expected: dict[str, str]) -> None:
    shown = {rest: heading(kept.page, game + rest) for rest in expected}
    assert {rest: found for rest, found in shown.items() if not found.startswith(expected[rest])} == {}


def some(addresses: Iterable[str]) -> list[str]:
    """Every third, or in the soak all: each is a page to load."""
    return list(addresses)[:: 1 if IN_SOAK else 3]


def test_addresses_that_only_the_server_has_say_so(kept: Kept) -> None:
    others = [rest for rest in kept.rest if rest and rest not in DRAWN and rest not in ("/across", "/screen")]
    assert "/exports/1" in others
    check(kept, kept.finished, dict.fromkeys([*some(some(others)), "/exports/1", "/stop/it"], NEEDS_SERVER))


def test_finished_game_shows_itself_instead_of_pages_that_it_has_no_more(kept: Kept) -> None:
    for rest in some(GONE):
        assert heading(kept.page, kept.finished + rest) == "Game over"
        expect(kept.page.get_by_role("status").filter(has_text=OVER)).to_be_visible()
        expect(kept.page).to_have_url(kept.finished)
    check(kept, kept.finished, {rest: DRAWN[rest] for rest in some(DRAWN) if rest not in GONE})
    check(kept, kept.finished, {"/settle": DRAWN["/settle"]})  # by a module of its own
    check(kept, kept.finished, {"/hands/2/correction": NEEDS_SERVER, "/why/totals/2": NEEDS_SERVER})


def test_result_is_offered_as_text_without_the_server(kept: Kept) -> None:
    check(kept, kept.in_play, {"/card": NEEDS_SERVER})
    check(kept, kept.finished, {"/card": DRAWN["/card"]})
    field = kept.page.get_by_label("Result to send")
    why = r"Both sides reached 50 in hand 1\. The highest total wins\."
    expect(field).to_have_value(re.compile(rf"^Ann & Cal beat Ben & Dee \d+–\d+ \(1 hand\)\n{why}$"))
    expect(kept.page.get_by_text("The picture is there once the server has this game.")).to_be_visible()
    kept.page.get_by_role("button", name="Copy").click()
    expect(kept.page.get_by_role("button", name=re.compile("Copied|Selected"))).to_be_visible()


def test_game_without_hands_says_that_there_are_none(kept: Kept) -> None:
    for rest in ("/rulings/points", "/rulings/renege"):
        assert heading(kept.page, kept.started + rest) == "Hand 1"
        expect(kept.page.get_by_role("status").filter(has_text=NO_HAND)).to_be_visible()
    check(kept, kept.started, {"": "Hand 1", **NONE_SO_FAR, "/what-wins": "What wins"})
    check(kept, kept.in_play, {"": "Hand 1", "/rulings/renege": "Renege"})


BREAK = """([game, breaks]) => new Promise(done => {
    const opening = indexedDB.open("scorekeeper");
    opening.onsuccess = () => {
        const events = opening.result.transaction("events", "readwrite").objectStore("events");
        if (breaks) events.put({ game, seq: 2, kind: "of a later version", payload: {}, id: "x" });
        else events.delete([game, 2]);
        events.transaction.oncomplete = () => { opening.result.close(); done(); };
    };
})"""


def test_game_that_this_version_cannot_read_needs_a_connection(kept: Kept) -> None:
    game = kept.started.rpartition("/")[2]
    kept.page.goto("/offline")
    kept.page.evaluate(BREAK, [game, True])
    assert heading(kept.page, kept.started) == NEEDS_SERVER
    kept.page.evaluate(BREAK, [game, False])
    assert heading(kept.page, kept.started) == "Hand 1"


def test_unknown_game_and_the_empty_page_of_games_need_a_connection(kept: Kept) -> None:
    addresses = ("/games/1234567890123456789012", "/games/1234567890123456789012/stop", "/offline/game", "/offline")
    for address in addresses:
        assert heading(kept.page, address) == NEEDS_SERVER
    expect(kept.page.locator("[data-kept]").get_by_role("link", name="Thursday")).to_have_count(3)
