"""The table for the pictures: created as people do it, with its own scripted game, a link for watchers and a code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, StorageState

from tests.screens.games import play_samples

ANY_TABLE = re.compile("/tables/(?!new$)[^/]+$")


@dataclass(frozen=True)
class Setting:
    """The roles: what each device remembers (None: nothing), and the values of the URLs."""

    url: str
    instance: Path
    devices: Mapping[str, StorageState | None]
    places: Mapping[str, str]


def set_table(browser: Browser, url: str, instance: Path) -> Setting:
    """A table with all sample games, a keeper's phone, a watcher's and a player's."""
    with closing(browser.new_context(base_url=url)) as context:
        page = context.new_page()
        page.goto("/tables/new")
        page.get_by_label("Name of the table").fill("Thursday table")
        page.get_by_role("button", name="Create table").click()
        page.wait_for_url(ANY_TABLE)
        table = page.url.rpartition("/")[2]
        night = _own_scripted_game(page, table)
        link, for_one = _links(page, table)
        empty = _empty_table(page)
        keeper = context.storage_state()  # each table that it starts or joins gives it a new cookie
    with closing(browser.new_context(base_url=url)) as context:
        page = context.new_page()
        page.goto(link)
        watcher = context.storage_state()
    places = {"table": table, "night": night, "join": for_one, "empty": empty} | play_samples(instance, table)
    devices = {"keeper": keeper, "watcher": watcher, "player": _players_phone(browser, url, link), "stranger": None}
    return Setting(url, instance, devices, places)


def _players_phone(browser: Browser, url: str, link: str) -> StorageState:
    """Another watcher, who says that she is Cal."""
    with closing(browser.new_context(base_url=url)) as context:
        page = context.new_page()
        page.goto(link)
        page.get_by_role("button", name="Cal").click()
        page.wait_for_url("**/games/*")
        return context.storage_state()


def _own_scripted_game(page: Page, table: str) -> str:
    """A copy of a shipped scripted game, as the table's own."""
    page.goto(f"/tables/{table}/scripted-games/short-fuse")
    with page.expect_navigation():
        page.get_by_role("button", name="Copy and edit").click()
    return page.url.partition("?")[0].rpartition("/")[2]


def _links(page: Page, table: str) -> tuple[str, str]:
    """The link for watchers, and one for a single device."""
    page.goto(f"/tables/{table}/share?role=watcher")
    score = page.get_by_label("Link", exact=True).input_value()
    page.locator("details", has_text="Create link").locator("summary").click()
    page.get_by_role("button", name="Create link").click()
    page.wait_for_url("**/share?*link=*")
    return score, page.get_by_label("Link", exact=True).input_value()


def _empty_table(page: Page) -> str:
    """A second table, without a game."""
    page.goto("/tables/new")
    page.get_by_label("Name of the table").fill("Sunday")
    page.get_by_role("button", name="Create table").click()
    page.wait_for_url(ANY_TABLE)
    return page.url.rpartition("/")[2]
