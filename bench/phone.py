"""A served game, open in Chromium with the size of a phone; and how long the phone's module takes to start."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import CDPSession, Page, ViewportSize, sync_playwright

from bench.game import HANDS
from bench.serving import served
from bench.table import new_games, settings
from tests.conftest import NO_CHROMIUM, find_chromium

PHONE = ViewportSize(width=390, height=844)
SLOWER = (1, 4, 6)
ROUNDS = 7
AN_EVENING = 13
"""Hands of a long game."""

# Imports the module as the page does, and replays the game's events.
START = """async events => {
    const around = await (await fetch(events)).json();
    const began = performance.now();
    const core = await import(around.static['phone.js']);
    const imported = performance.now();
    const [first, ...others] = around.events;
    const start = core.read_start(core.fromJson(first.payload), first.who);
    const read = ({kind, payload, seq, reason, who}) =>
        core.read_stored(kind, core.fromJson(payload), start.head, seq, reason, who);
    core.replay([start, ...others.map(read)]);
    return [imported - began, performance.now() - imported];
}"""


def measured() -> dict[str, float]:
    """Milliseconds (medians) with each slowdown to import the module, and then to replay a game of 13 hands."""
    found: dict[str, float] = {}
    with open_phone(AN_EVENING) as (page, devtools, game):
        page.set_default_timeout(120_000)  # the server may be building the module
        page.add_init_script("window.requestIdleCallback = () => 0")  # the page itself does not load it
        page.goto(game)
        events = page.locator("[data-events]").get_attribute("data-events")
        page.evaluate(START, events)
        for slower in SLOWER:
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            rounds = []
            for _ in range(ROUNDS):
                page.reload()
                rounds.append(page.evaluate(START, events))
            found[f"import_{slower}"], found[f"fold_{slower}"] = (median(each) for each in zip(*rounds, strict=True))
            found[f"both_{slower}"] = median(sum(each) for each in rounds)
    return found


@contextmanager
def open_phone(hands: int = HANDS) -> Iterator[tuple[Page, CDPSession, str]]:
    """A phone at a table, its DevTools connection, and the URL of a game there."""
    chromium = find_chromium()
    if chromium is None:
        sys.exit(NO_CHROMIUM)
    with (
        tempfile.TemporaryDirectory() as folder,
        served("scorekeeper:create_app()", settings(Path(folder))) as port,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = browser.new_context(viewport=PHONE, base_url=f"http://127.0.0.1:{port}")
        page = context.new_page()
        page.goto("/tables/new")
        page.get_by_label("Name of the table").fill("Thursday")
        page.get_by_role("button", name="Create table").click()
        game = new_games(Path(folder), page.url.rpartition("/")[2], 1, hands)[0]
        yield page, context.new_cdp_session(page), f"/games/{game}"
        browser.close()
