"""Helpers for tests of taps: a tap without waiting, a seat's text, the log's entries, what the phone keeps."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.pad import Pad
from tests.browser.ready import start_game
from tests.browsers import MAX_WAIT, pauses, until

NO_CONNECTION = "Offline"

MOVES = """notice => {
    const shown = document.querySelector(notice);
    const places = () => [...document.querySelectorAll("main :is(h1, a, button)")]
        .filter(each => !shown.contains(each)).map(each => each.getBoundingClientRect().y);
    const before = places();
    const [next, parent] = [shown.nextSibling, shown.parentNode];
    shown.remove();
    const after = places();
    parent.insertBefore(shown, next);
    return Math.max(...before.map((y, i) => Math.abs(y - after[i])));
}"""

OPEN_GROUPS = "menu => menu.querySelectorAll('details').forEach(group => { group.open = true; })"
"""Open what of a menu is one tap further."""

TWO_FRAMES = "() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""Wait until what changed is on the screen."""

STYLED = "() => [...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet)"
"""Whether all styles are here: the page of a game loads some of them later."""

RUN = """async ([names, longest]) => {
    const here = () => performance.getEntriesByType("resource").filter(({ responseEnd }) => responseEnd > 0);
    const nameOf = script => here().find(({ name }) => name.includes(`/static/${script}`))?.name;
    for (const end = performance.now() + longest; !names.every(nameOf); await new Promise(go => setTimeout(go, 20)))
        if (performance.now() > end) throw new Error(`not here: ${names.filter(each => !nameOf(each))}`);
    for (const script of names) await import(nameOf(script));
}"""

T = TypeVar("T")


def open_menu(page: Page) -> None:
    """Open the menu of a game, with all its groups."""
    page.locator("[data-menu] > summary").click()
    page.locator("[data-menu]").evaluate(OPEN_GROUPS)


def press_to_load(button: Locator) -> None:
    """Press a button or link that loads another page, and wait for that page and its scripts."""
    with button.page.expect_navigation():
        button.click()


def key(page: Page, call: str) -> None:
    """Tap without waiting."""
    page.locator(f".pad .key[value='{call}']").first.click()


def draw_on_phone(page: Page) -> None:
    """Wait until the phone draws the game itself: a touch, here a script's, loads what it needs."""
    page.evaluate("for (const type of ['pointerdown', 'pointerup']) dispatchEvent(new PointerEvent(type))")
    expect(page.locator("html[data-on-phone]")).to_be_attached()
    until(page, STYLED)


def draw_on_server(page: Page) -> None:
    """Let the server draw every page, as until a phone has loaded what it needs; its connection is `cut`."""
    page.route("**/events", lambda route: route.abort())


def all_loaded(page: Page) -> None:
    """Wait until the phone that draws a game has all that it needs without the server: it loads a part when idle."""
    scripts_run(page, "pages.js", "later.js", "outbox.js")


def scripts_run(page: Page, *names: str) -> None:
    """Wait until these scripts, which a page loads by itself in its own time, are here and have run."""
    page.evaluate(RUN, [names, MAX_WAIT])


def go_offline(page: Page) -> None:
    """Cut the connection, and wait until the phone that draws a game says so: from then on it shows what links open."""
    all_loaded(page)
    page.context.set_offline(True)
    expect(page.get_by_role("alert")).to_contain_text(NO_CONNECTION)


def all_sent(page: Page) -> None:
    """Wait until the server has every tap."""
    expect(page.locator("html:not([data-sending])")).to_be_attached()


def moved_on(page: Page, before: str) -> str:
    """The URL after one that the page had, once it has another: a page gets its address a moment after it is drawn."""
    expect(page).not_to_have_url(before)
    return page.url


def hold_request(page: Page, address: str | re.Pattern[str]) -> Callable[[], None]:
    """Hold the next request to such a URL until the returned function is called; later ones pass."""
    held: list[Route] = []
    be_patient(page)
    page.route(address, lambda route: route.continue_() if held else held.append(route))

    def release() -> None:
        arrived(page, held).continue_()  # the tap is made, and its request on the way here

    return release


def be_patient(page: Page) -> None:
    """Let this page wait as long as a test holds an answer: it gives up after seconds, which taps can take."""
    page.evaluate("AbortSignal.timeout = undefined")


def arrived(page: Page, found: Sequence[T]) -> T:
    """The first of these, which events of the page add to."""
    for pause in pauses():
        if found:
            break
        page.wait_for_timeout(pause)
    return found[0]


def hold_second_count(page: Page) -> tuple[Pad, Callable[[], None]]:
    """All have bid, 7 is counted, and the request for 8 is held until the returned function is called."""
    draw_on_server(page)
    pad = all_bid(page)
    pad.took("Ann & Cal", 7)
    expect(pad.tricks.get_by_role("button", name="Save hand 1")).to_be_visible()
    release = hold_request(page, "**/games/*?*")
    pad.tricks.get_by_role("button", name="8", exact=True).click()
    return pad, release


def bid_of(page: Page, player: str) -> Locator:
    """The text on a seat."""
    return page.locator(".seat", has_text=player).locator(".seat-bid")


RECORD = """async ([calls, took, longest]) => {
    const until = async found => {
        for (const end = performance.now() + longest; performance.now() < end; await new Promise(requestAnimationFrame))
            if (found()) return found();
        throw new Error(`never: ${found}`);
    };
    const all = place => document.querySelectorAll(place).length, hand = document.querySelector("h1").textContent;
    const press = async place => (await until(() => document.querySelector(place))).click();
    for (const call of calls) {
        const place = `[data-phase=bidding] [data-key][value="${call}"]:enabled`;
        const key = await until(() => document.querySelector(place));
        const open = all("[data-unbid]"); // before the tap: its bid may stand at the seat at once
        key.click();
        await until(() => all("[data-unbid]") < open && !all("form[data-pressed]"));
    }
    await press(`[data-phase=played] [data-key][value="${took}"]:enabled`);
    await press(".save:enabled");
    await until(() => document.querySelector("h1").textContent !== hand);
}"""


def record_by_script(page: Page, took: int, calls: str = "5 4 2 1") -> None:
    """Press the keys of a hand from a script: each seat's call, the count of the first side, Save.

    A finger's tap takes the browser five times as long; use this for hands between those that a test is about. Before
    the page's scripts have started, a key would send its form and load a page, which ends this script.
    """
    page.wait_for_load_state()
    page.evaluate(RECORD, [calls.split(), str(took), MAX_WAIT])


def entries(page: Page, kind: str) -> list[str]:
    """The entries of the game log that begin with these words."""
    page.goto(page.url.partition("?")[0] + "/history")
    return [text for text in page.locator(".log li").all_inner_texts() if text.startswith(kind)]


def all_bid(page: Page) -> Pad:
    """A game in which all four have bid."""
    pad = start_game(page, bids="4, 3, 3, 2")
    expect(pad.tricks).to_be_visible()
    return pad


COUNT = """store => new Promise(found => {
    const opening = indexedDB.open("scorekeeper" + (document.documentElement.dataset.root ?? ""));
    opening.onsuccess = () => {
        const asked = opening.result.transaction(store).objectStore(store).count();
        asked.onsuccess = () => { opening.result.close(); found(asked.result); };
    };
})"""


def wait_for_rows(page: Page, store: str, holds: Callable[[int], bool]) -> None:
    """Wait until this holds for the number of rows in a store of IndexedDB."""
    for pause in pauses():
        if holds(page.evaluate(COUNT, store)):
            return
        page.wait_for_timeout(pause)
    raise AssertionError(f"{store}: {page.evaluate(COUNT, store)} rows")


def moves(page: Page, notice: str) -> float:
    """By how many pixels a notice moves what else the page shows."""
    moved: float = page.evaluate(MOVES, notice)
    return moved
