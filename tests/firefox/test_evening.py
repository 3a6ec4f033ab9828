"""An evening in Firefox: a hand, what another phone records, hands without the server, a reload and a closed page.

One walk, because a browser and a server take longer to start than everything in it.
"""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from tests.api.calling import EVEN
from tests.api.client import Scorekeeper
from tests.firefox.window import Window, firefox, wait_until
from tests.phone.conftest import add_module, module
from tests.served import reserved_port, served

__all__ = ["module"]

pytestmark = pytest.mark.browser

CALLS = ("4", "3", "2", "3")
"""No key is tapped twice in a row: the second tap would be a bounce."""
NAMES = ("Ann", "Ben", "Cal", "Dee")
ON_PHONE = "/html[@data-on-phone]"
SENT = f"{ON_PHONE[:-1]} and not(@data-sending)]"
HEADING = "//h1"
BIDS = "//section[@aria-label='Bidding']//*[@class='seat-bid' and not(@data-unbid)]"
NOTICE = "//*[@id='connection']"
IN_CHARGE = "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
LOADED = "performance.getEntriesByType('resource').some(({ name }) => name.includes('/pages.js'))"
"""The phone has what it needs without the server."""


def start_table(window: Window, url: str) -> str:
    """A new table; its address."""
    window.open(f"{url}/tables/new")
    window.type("name", "Thursday")
    window.tap("//main//form//button")
    window.sees(HEADING, "Thursday")
    return window.url


def start_game(window: Window, table: str) -> str:
    """A new game with names; its address."""
    window.open(f"{table}/games/new?rules=partnership")
    window.tap("//*[@data-place='0']//button")
    for seat, name in enumerate(NAMES):
        window.sees(
            f"//*[@data-place='{seat}' and contains(@class, 'current')]//bdi", ("North", "East", "South", "West")[seat]
        )
        window.type("name", name)
        window.tap("//main//button[@name='add' and not(@aria-hidden)]")
    window.sees("//*[@data-place='3']//bdi", "Dee")
    window.tap("//main//form//button[@data-main-button]")
    window.sees(HEADING, "Hand 1")
    return window.url


def record_hand(window: Window) -> None:
    """Four bids, then the first side takes seven tricks, and the hand is saved."""
    for number, call in enumerate(CALLS):
        wait_until(lambda: window.count(BIDS) == number or number == 0, "no bid is shown")  # noqa: B023 - called here
        tap_key(window, "Bidding", call)
    tap_key(window, "Tricks", "7")
    window.tap(
        "/html[not(@data-resting)]//section[@aria-label='Tricks']//button[starts-with(normalize-space(), 'Save hand')]"
    )


def tap_key(window: Window, section: str, label: str) -> None:
    """Tap a key of the pad, which rests for a moment when it asks for something else."""
    window.tap(f"/html[not(@data-resting)]//section[@aria-label='{section}']//button[normalize-space()='{label}']")


def test_an_evening_in_firefox(tmp_path: Path, module: list[str]) -> None:
    instance = tmp_path / "instance"
    instance.mkdir()
    add_module(instance, module)
    here = ("--host", "127.0.0.1")
    with firefox(tmp_path / "home") as window, reserved_port() as port:
        with served(instance, *here, "--port", port) as server:
            table = start_table(window, server.url)
            window.open(f"{table}/share?role=scorer")
            token = str(window.evaluate("document.querySelector('#link').value")).rsplit("/", 1)[-1]
            game = start_game(window, table)
            record_hand(window)
            window.sees(f"{SENT}{HEADING}", "Hand 2")
            program = Scorekeeper(server.url, token)
            program.record(game.rsplit("/", 1)[-1], "hand", hand=2, **EVEN)
            window.sees(f"{ON_PHONE}{HEADING}", "Hand 3")
            wait_until(lambda: window.evaluate(IN_CHARGE), "no worker")
            wait_until(lambda: window.evaluate(LOADED), "not all scripts are here")
            server.end(signal.SIGINT)
        record_hand(window)
        window.sees(f"{ON_PHONE}{HEADING}", "Hand 4")
        window.sees(NOTICE, "5 taps waiting")
        window.reload()
        window.sees(HEADING, "Hand 4")
        window.open("about:blank")
        window.open(game)
        window.sees(HEADING, "Hand 4")
        window.sees(NOTICE, "5 taps waiting")
        with served(instance, *here, "--port", port):
            window.sees(f"{SENT}{HEADING}", "Hand 4")
            entries = program.call("GET", f"/games/{re.split('/', game)[-1]}/entries")["entries"]
            assert [entry["kind"] for entry in entries] == [
                "start",
                *(["bids"] * 4 + ["hand"]),
                "hand",
                *(["bids"] * 4 + ["hand"]),
            ]
        assert window.errors == []
