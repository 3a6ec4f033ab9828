"""One evening, tap by tap, in any browser: a game, its rematch and a quick game, and what the server has of them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, Protocol

from tests.browsers import pauses
from tests.web import at_table
from tests.web.browsing import Phone

CALLS = ("4", "3", "2", "3")
"""No key is tapped twice in a row: the second tap would be a bounce."""
TAP_AGAIN_AFTER = 20_000  # ms
NAMES = ("Ann", "Ben", "Cal", "Dee")
SEATS = ("North", "East", "South", "West")

ON_PHONE = "/html[@data-on-phone]"
SENT = "/html[@data-on-phone and not(@data-sending)]"
HEADING = "//h1"
NOTICE = "//*[@id='connection' or @id='waiting']"
"""What it says of the taps of this game, or of another one that it waits for."""
BIDS = "//section[@aria-label='Bidding']//*[@class='seat-bid' and not(@data-unbid)]"
TRICKS = "//section[@aria-label='Tricks']"
REMATCH = "/html[not(@data-resting)]//*[@id='rematch']"

IN_CHARGE = "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
LOADED = "performance.getEntriesByType('resource').some(({ name }) => name.includes('/pages.js'))"
"""The phone has what it needs without the server."""
WAITING = """new Promise(found => {
    const opening = indexedDB.open("scorekeeper");
    opening.onsuccess = () => {
        const asked = opening.result.transaction("taps").objectStore("taps").count();
        asked.onsuccess = () => { opening.result.close(); found(asked.result); };
    };
})"""

Entry = tuple[str, dict[str, Any], str | None]
"""An event's kind, what it records, and its reason."""
Record = list[list[Entry]]
"""The events of each game."""


class Window(Protocol):
    """A tab of a browser. An element is named by its XPath, and may appear a moment later."""

    @property
    def url(self) -> str: ...

    def open(self, url: str) -> None: ...

    def reload(self) -> None: ...

    def evaluate(self, script: str) -> Any:
        """The value of an expression, which is plain data or a promise of it."""
        ...

    def tap(self, path: str) -> None: ...

    def type(self, name: str, text: str) -> None: ...

    def sees(self, path: str, text: str) -> None:
        """Wait until the element has this text, a regular expression."""
        ...

    def count(self, path: str) -> int: ...

    def wait(self, holds: Callable[[], object], otherwise: str) -> None: ...


def start_table(window: Window, server: str) -> str:
    """A new table; its address."""
    window.open(f"{server}/tables/new")
    window.type("name", "Thursday")
    window.tap("//main//form//button")
    window.sees(HEADING, "Thursday")
    return window.url


def start_game(window: Window, table: str) -> str:
    """A new game with names; its address."""
    window.open(f"{table}/games/new?rules=partnership")
    window.tap("//*[@data-place='0']//button")
    for seat, name in enumerate(NAMES):
        window.sees(f"//*[@data-place='{seat}' and contains(@class, 'current')]//bdi", SEATS[seat])
        window.type("name", name)
        window.tap("//main//button[@name='add' and not(@aria-hidden)]")
    window.sees("//*[@data-place='3']//bdi", "Dee")
    window.tap("//main//form//button[@data-main-button]")
    window.sees(HEADING, "Hand 1")
    return window.url


def record_hand(window: Window, number: int) -> None:
    """Four bids, then the first side takes seven tricks, and the hand is saved."""
    for done, call in enumerate(CALLS, start=1):
        is_shown = partial(bids_are_shown, window, done)
        tap_until(window, key("Bidding", call), is_shown)
    count(window, "7", number)


def bids_are_shown(window: Window, least: int) -> bool:
    return window.count(BIDS) >= least or window.count(TRICKS) > 0


def count(window: Window, tricks: str, number: int) -> None:
    """The first side takes this many tricks, and the hand is saved."""
    save = f"/html[not(@data-resting)]{TRICKS}//button[starts-with(normalize-space(), 'Save hand')]"
    tap_until(window, key("Tricks", tricks), lambda: window.count(f"{save}[not(@disabled)]"))
    tap_until(window, save, lambda: not window.count(TRICKS))
    window.sees(HEADING, f"Hand {number + 1}")


def key(section: str, label: str) -> str:
    """A key of the pad that the phone draws; it rests for a moment when it asks for something else."""
    pad = f"/html[@data-on-phone and not(@data-resting)]//section[@aria-label='{section}']"
    return f"{pad}//button[normalize-space()='{label}']"


def tap_until(window: Window, path: str, holds: Callable[[], object]) -> None:
    """Tap, and again after a while, as people do: a tap is dropped when its page is replaced under the finger."""
    for _ in range(3):
        window.tap(path)
        for pause in pauses(TAP_AGAIN_AFTER):
            if holds():
                return
            time.sleep(pause / 1000)
    raise AssertionError(f"nothing happens after a tap of {path}")


def undo(window: Window, number: int) -> None:
    window.tap("/html[not(@data-resting)]//nav[@aria-label='Game']//button[contains(., 'Undo')]")
    window.sees(HEADING, f"Hand {number}")


def settled(window: Window) -> None:
    """The server has everything, or is not there: the page is not replaced by the server's any more."""
    window.wait(lambda: window.count(f"{SENT}{HEADING}") or window.count(NOTICE), "something is still on its way")


def all_recorded(window: Window) -> None:
    """The server has every tap of this browser."""
    window.wait(lambda: window.evaluate(WAITING) == 0, "taps wait")


def end_game(window: Window, game: str) -> None:
    """Opened before the server has the last hand, its page would be of the game before that."""
    settled(window)
    window.open(f"{game}/stop")
    window.tap("//main//button[normalize-space()='End game']")
    window.sees(HEADING, "Game over")


def events(window: Window, game: str) -> list[Entry]:
    """What the server has of a game."""
    address = f"{game.partition('?')[0]}/events"
    return _entries(window.evaluate(f"fetch({json.dumps(address)}).then(reply => reply.json())"))


def _entries(reply: dict[str, Any]) -> list[Entry]:
    return [
        (event["kind"], {name: value for name, value in event["payload"].items() if name != "table"}, event["reason"])
        for event in reply["events"]
    ]


def an_evening(window: Window, online: Callable[[], AbstractContextManager[str]], answered: Record) -> None:
    """Most taps are made without the server, which has in the end what it would have if it had `answered` each.

    `online` starts the server, at the same address each time, and stops it.
    """
    with online() as server:
        table = start_table(window, server)
        game = start_game(window, table)
        record_hand(window, 1)
        window.sees(f"{SENT}{HEADING}", "Hand 2")
        window.wait(lambda: window.evaluate(IN_CHARGE), "no worker")
        window.wait(lambda: window.evaluate(LOADED), "not all scripts are here")
    record_hand(window, 2)
    window.sees(f"{ON_PHONE}{HEADING}", "Hand 3")
    window.sees(NOTICE, "5 taps waiting")
    window.reload()
    window.sees(HEADING, "Hand 3")
    window.open("about:blank")
    window.open(game)
    window.sees(HEADING, "Hand 3")
    window.sees(NOTICE, "5 taps waiting")
    rematch, quick = go_on(window, server, game)
    with online():
        window.wait(lambda: window.url != quick, "the quick game has no address of the server")
        window.sees(f"{SENT}{HEADING}", "Hand 2")
        all_recorded(window)
        quick = window.url
        window.open(game)
        window.tap(REMATCH)
        window.sees(f"{SENT}{HEADING}", "Hand 2")  # a page that loads again would lose what it is asked
        rematch = window.url
        found = [events(window, each) for each in (game, rematch, quick)]
    assert found == answered
    assert [kind for kind, _payload, _reason in found[0]].count("hand") == 3


def answered_evening(phone: Phone) -> Record:
    """The same taps, each answered by the server."""
    game = at_table.start_game(phone, names=NAMES, dealer=NAMES[0], blind_nil="200")
    for _ in range(2):
        game.hand(", ".join(CALLS), 7)
    phone.tap("Undo")
    phone.tap("8")
    game.save()
    phone.open(f"{game.url}/stop")
    phone.tap("End game")
    phone.tap("Rematch")
    rematch = at_table.Pad(phone)
    rematch.hand(", ".join(CALLS), 7)
    phone.open("/")
    phone.tap("Quick game")
    quick = at_table.Pad(phone)
    quick.hand(", ".join(CALLS), 7)
    return [_entries(phone.client.get(f"{each.url}/events").get_json()) for each in (game, rematch, quick)]


def go_on(window: Window, server: str, game: str) -> tuple[str, str]:
    """After two hands: one again, the end, a hand of the rematch, and one of a quick game; the addresses of both."""
    undo(window, 2)
    count(window, "8", 2)
    end_game(window, game)
    window.tap(REMATCH)
    window.sees(HEADING, "Hand 1")
    settled(window)
    record_hand(window, 1)
    rematch = window.url
    window.open(f"{server}/")
    window.tap("//main//button[normalize-space()='Quick game']")
    window.sees(HEADING, "Hand 1")
    settled(window)
    record_hand(window, 1)
    return rematch, window.url
