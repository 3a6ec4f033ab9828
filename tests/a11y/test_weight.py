"""A game of twenty hands on a poor connection: the bytes transferred, and their origin."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from bench.first_load import fetched, visit
from tests.screens.setting import Setting

pytestmark = pytest.mark.browser

FIRST, AGAIN = 15_350, 6 * 1024
"""Bytes, compressed. The random ids of a page make ten more or fewer of about 15,290."""
REQUESTS = 4
MORE = 1_200
"""Bytes of a file more, for a game of more than two sides."""
LATER = ("hand.css", "pages.css", "later.js")


@pytest.mark.parametrize(("game", "most", "more"), [("long", FIRST, 0), ("rows", FIRST + MORE, 1)])
def test_game_page_is_small(browser: Browser, setting: Setting, game: str, most: int, more: int) -> None:
    context = browser.new_context(
        base_url=setting.url, storage_state=setting.devices["keeper"], service_workers="block"
    )
    page = context.new_page()
    page.add_init_script("window.requestIdleCallback = () => 0")  # what the page loads when idle comes later
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    line = context.new_cdp_session(page)
    line.send("Network.enable")

    first, again = (fetched(line, lambda: visit(page, f"/games/{setting.places[game]}")) for _ in range(2))
    context.close()
    assert first["body_bytes"] <= most
    assert first["requests"] <= REQUESTS + more
    assert again["body_bytes"] <= AGAIN
    assert [url for url in asked if not url.startswith(setting.url)] == [], "nothing from a third party"
    assert not [url for url in asked if any(f"/{name}" in url for name in LATER)], "for later"
    assert len({url for url in asked if "/rows.css" in url}) == more, "for more than two sides"
