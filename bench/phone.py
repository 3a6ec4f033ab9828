"""A served game of twenty hands, open in Chromium with the size of a phone."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import CDPSession, Page, ViewportSize, sync_playwright

from bench.game import HANDS
from bench.serving import served
from bench.table import new_games, settings
from tests.conftest import NO_CHROMIUM, find_chromium

PHONE = ViewportSize(width=390, height=844)


@contextmanager
def open_phone() -> Iterator[tuple[Page, CDPSession, str]]:
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
        game = new_games(Path(folder), page.url.rpartition("/")[2], 1, HANDS)[0]
        yield page, context.new_cdp_session(page), f"/games/{game}"
        browser.close()
