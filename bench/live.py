"""How soon other phones hear of a bid, and show it: 100 games with four phones each, and 40 events a second."""

import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Page, sync_playwright

from bench.client import Client
from bench.following import VIEWERS, Event, Phones, Pollers, Streams, play
from bench.memory import megabytes, only_child, processor_seconds
from bench.phone import PHONE
from bench.serving import served
from bench.table import new_games, open_table, settings, token_in
from scorekeeper.compiler.built import built
from scorekeeper.server.settings import templates_folder
from tests.conftest import NO_CHROMIUM, find_chromium

TABLES = 100
"""With a game each: a device has at most eight streams of a table."""
SHOWN = 4
"""Games that a page in Chromium follows too."""
EVENTS_A_SECOND = 40
SECONDS = 20
SETTLE = 3.0
LONGEST = 60_000
"""Milliseconds until a page draws the game itself."""

# When each event was first laid out, by its number.
WATCH = """
window.shown = {};
new MutationObserver(() => {
    const seq = parseInt(document.querySelector('[data-version]')?.dataset.version);
    if (!seq || seq in shown) return;
    document.body.getBoundingClientRect();
    shown[seq] = Date.now();
}).observe(document, {subtree: true, childList: true, attributes: true});
"""


def measured() -> dict[str, float]:
    """Milliseconds from sending a bid or a count until other phones hear of it, and until pages in Chromium show it;

    the server’s share of a core and megabytes meanwhile: with streams, and with phones that poll. And how long the
    last stream of a forgotten device lasts.
    """
    with tempfile.TemporaryDirectory() as folder:
        built(Path(folder), templates_folder())  # before anything is measured
        own = settings(Path(folder)) | {"SCOREKEEPER_RATE_LIMITS": "off"}
        with served("scorekeeper:create_app()", own) as port, Client(port) as browser:
            tables = [open_table(browser) for _ in range(TABLES)]
            evening = _Evening(browser, only_child())

            games = new_games(Path(folder), tables, 1)
            pollers = Pollers(port, browser.cookies, games)
            polled, _ = evening.run(pollers, games)
            pollers.stop()

            games = new_games(Path(folder), tables, 1)
            streams = Streams(port, browser.cookies, games)
            with _pages(port, browser.cookies, games[:: len(games) // SHOWN]) as pages:
                streamed, sent = evening.run(streams, games)
                shown = [wait for game, page in pages.items() for wait in _until_shown(game, page, sent)]
            token = token_in(browser.get("/forget"))
            revoked = time.time()
            browser.post("/forget", {"csrf_token": token})
            ended = streams.wait_for_ends()
            streams.stop()
    assert len(ended) == len(games) * VIEWERS, "streams of a forgotten device still run"
    found = streamed | _spread("shown_", shown) | {f"polling_{name}": value for name, value in polled.items()}
    return found | {"viewers": len(ended), "pages": SHOWN, "revoked_ms": (max(ended) - revoked) * 1000}


class _Evening:
    """Games that are played on a server, the process with this id; and what that costs."""

    def __init__(self, browser: Client, server: int) -> None:
        self._browser, self._server = browser, server
        self._idle = megabytes(server)

    def run(self, phones: Phones, games: list[str]) -> tuple[dict[str, float], dict[Event, float]]:
        """The figures of these phones while the games are played, and when each event was sent."""
        token = token_in(self._browser.get(f"/games/{games[0]}"))
        time.sleep(SETTLE)
        before, began = processor_seconds(self._server), time.monotonic()
        posted = play(self._browser, token, games, EVENTS_A_SECOND, SECONDS)
        core = (processor_seconds(self._server) - before) / (time.monotonic() - began)
        more = megabytes(self._server) - self._idle
        time.sleep(SETTLE)
        sent = {event: at for event, (at, _) in posted.items()}
        waits = [(at - sent[event]) * 1000 for event, times in phones.heard.items() if event in sent for at in times]
        found = {"heard": len(waits) / (len(sent) * VIEWERS), "core": core, "more_mb": more}
        return found | _spread("", waits), sent


def _spread(name: str, waits: list[float]) -> dict[str, float]:
    return {f"{name}median_ms": median(waits), f"{name}p95_ms": quantiles(waits, n=20)[-1]}


@contextmanager
def _pages(port: int, cookies: Mapping[str, str], games: list[str]) -> Iterator[dict[str, Page]]:
    """A page for each of these games, once the phone draws it itself; each on a phone of its own."""
    chromium = find_chromium()
    if chromium is None:
        sys.exit(NO_CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        pages = {}
        for game in games:
            context = browser.new_context(viewport=PHONE, base_url=f"http://127.0.0.1:{port}")
            context.add_cookies(
                [{"name": k, "value": v, "url": f"http://127.0.0.1:{port}"} for k, v in cookies.items()]
            )
            page = pages[game] = context.new_page()
            page.add_init_script(WATCH)
            page.goto(f"/games/{game}")
        for page in pages.values():
            page.locator("html[data-on-phone]").wait_for(state="attached", timeout=LONGEST)
        yield pages
        browser.close()


def _until_shown(game: str, page: Page, sent: dict[Event, float]) -> list[float]:
    """Milliseconds from each event of this game until the page showed it."""
    shown = {int(seq): at for seq, at in page.evaluate("window.shown").items()}
    numbers = [seq for (of, seq) in sent if of == game]
    assert set(numbers) <= shown.keys(), f"the page showed {sorted(shown)} of {numbers}"
    return [shown[seq] - sent[game, seq] * 1000 for seq in numbers]
