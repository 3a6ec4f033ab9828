"""An evening with the pad as files below a path of a plain web server, which is then stopped, in three browsers."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.evenings.evening import HEADING, IN_CHARGE, ON_PHONE, REMATCH, Window, count, end_game, record_hand, undo
from tests.evenings.test_evening import chromium, safari
from tests.firefox.window import firefox
from tests.sampled import sampled
from tests.served import reserved_port
from tests.static_folder import BELOW, hosted, static_folder

__all__ = ["static_folder"]

pytestmark = [
    pytest.mark.browser,
    # selenium's WebKit driver uses a way to connect that selenium has deprecated.
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
]

QUICK_GAME = "//main//a[starts-with(normalize-space(), 'Quick game')]"
NEW_GAME = "//main//a[normalize-space()='New game']"
ROWS = "//*[@data-kept]//li"
FILES = "caches.keys().then(async (names) => (await (await caches.open(names.at(-1))).keys()).length)"
STORED = """new Promise(found => {
    const opening = indexedDB.open("scorekeeper/pad/");
    opening.onsuccess = () => {
        const asked = opening.result.transaction("taps").objectStore("taps").count();
        asked.onsuccess = () => { opening.result.close(); found(asked.result); };
    };
})"""


def an_evening_alone(window: Window, folder: Path, port: str) -> None:
    """A quick game online, then without the network: its end, a rematch, and a game of other rules; nothing is lost."""
    with hosted(folder, port) as pad:
        window.open(pad)
        window.wait(lambda: window.evaluate("document.readyState") == "complete", "Home is still loading")
        window.tap(QUICK_GAME)
        window.sees(HEADING, "Hand 1")
        game = window.url
        record_hand(window, 1)
        window.wait(lambda: window.evaluate(IN_CHARGE), "no worker")
        window.wait(lambda: window.evaluate(FILES) > 100, "not all files are here")
    record_hand(window, 2)
    undo(window, 2)
    count(window, "8", 2)
    window.wait(lambda: window.evaluate(STORED) == 0, "taps are no events yet")
    window.reload()
    window.sees(f"{ON_PHONE}{HEADING}", "Hand 3")
    end_game(window, game)
    window.tap(REMATCH)
    window.sees(f"{ON_PHONE}{HEADING}", "Hand 1")
    record_hand(window, 1)
    assert window.url != game
    window.wait(lambda: window.evaluate(STORED) == 0, "taps are no events yet")
    window.open(f"{pad}en/")
    window.sees(f"{ROWS}[1]", "North & South *6[01]")
    window.tap(NEW_GAME)
    window.tap("//main//a[contains(., 'Miser')]")
    window.tap("//main//form//button[@data-main-button]")
    window.sees(f"{ON_PHONE}{HEADING}", "Hand 1")
    window.open(f"{pad}en/")
    window.wait(lambda: window.count(ROWS) == 3, "not three games")
    window.open(game)
    window.sees(HEADING, "Game over")
    window.sees("//*[@id='sheet']", "on this phone alone")


@contextmanager
def below_a_path(folder: Path, here: Path) -> Iterator[Path]:
    """A folder in which the pad is below a path; the copy goes when the server has stopped."""
    shutil.copytree(folder, here / BELOW)
    yield here


def play(window: AbstractContextManager[Window], static_folder: Path, here: Path) -> None:
    with below_a_path(static_folder, here) as folder, reserved_port() as port, window as tab:
        an_evening_alone(tab, folder, port)


@pytest.mark.parametrize("name", sampled(("chromium", "firefox"), 2))
def test_an_evening_without_a_server(name: str, browser: Browser, tmp_path: Path, static_folder: Path) -> None:
    window = chromium(browser) if name == "chromium" else firefox(tmp_path / "home")
    play(window, static_folder, tmp_path / "www")


def test_an_evening_without_a_server_in_webkit(tmp_path: Path, static_folder: Path) -> None:
    play(safari(tmp_path / "home"), static_folder, tmp_path / "www")
