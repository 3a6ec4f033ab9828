"""The table for the pictures, created without a screen: with its own custom game, a link for watchers and a code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, StorageState

from tests.browser.ready import Unseen
from tests.rooms import rooms_with
from tests.screens.games import play_evening, play_samples
from tests.web.at_table import start_table
from tests.web.browsing import Phone


@dataclass(frozen=True)
class Setting:
    """The roles: what each device remembers (None: nothing), and the values of the URLs."""

    url: str
    instance: Path
    devices: Mapping[str, StorageState | None]
    places: Mapping[str, str]


def set_table(browser: Browser, url: str, instance: Path) -> Setting:
    """A table with all sample games, a keeper's phone, a watcher's and a player's. No page of it is shown."""
    with closing(browser.new_context(base_url=url)) as context:
        places, link = begin_table(_unseen(context), "Thursday table", "Sunday")
        keeper = context.storage_state()  # each table that it starts or joins gives it a new cookie
    with closing(browser.new_context(base_url=url)) as context:
        _unseen(context).open(link)
        watcher = context.storage_state()
    places |= play_samples(instance, places["table"])
    play_evening(instance, places["club"])
    devices = {"keeper": keeper, "watcher": watcher, "player": _players_phone(browser, url, link), "stranger": None}
    return Setting(url, instance, devices, places)


def _unseen(context: BrowserContext) -> Unseen:
    """A device that shows nothing; it gets the name of this browser's machine."""
    phone = Unseen(context.new_page())
    phone.opener.addheaders = [("User-Agent", phone.shown.evaluate("navigator.userAgent"))]
    return phone


def begin_table(keeper: Phone, name: str, empty: str) -> tuple[dict[str, str], str]:
    """A table with a custom game of its own, and one without a game; the values of the URLs, and a watcher's link."""
    without_game, table = (start_table(keeper, each).rpartition("/")[2] for each in (empty, name))
    keeper.open(f"/tables/{table}/scripted-games/short-fuse")
    copy = next(form for form in keeper.page.forms if form.action.endswith("/copy"))
    night = keeper.submit(copy).url.rpartition("/")[2]
    keeper.open(f"/tables/{table}/share?role=watcher")
    link = _shared_link(keeper)
    keeper.submit(keeper.page.form_with("uses"))  # a second link, for one device
    places = {"table": table, "night": night, "join": _shared_link(keeper), "empty": without_game}
    club = start_table(keeper, "Harbour club").rpartition("/")[2]
    for room in rooms_with("setting"):
        room.begin(keeper, club)
    return places | {"club": club}, link


def _shared_link(keeper: Phone) -> str:
    """The link on the share page, without its host."""
    found = re.search(r'id="link"[^>]* value="https?://[^/]+([^"]+)"', keeper.page.html)
    assert found
    return found[1]


def _players_phone(browser: Browser, url: str, link: str) -> StorageState:
    """Another watcher, who says that she is Cal."""
    with closing(browser.new_context(base_url=url)) as context:
        cal = _unseen(context)
        cal.open(link)
        cal.tap("Cal")
        return context.storage_state()
