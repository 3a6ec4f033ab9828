"""A game of twenty hands on a poor connection: the bytes transferred, and their origin."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from bench.first_load import fetched, visit
from tests.screens.setting import Setting

pytestmark = pytest.mark.browser

FIRST, AGAIN = 16_100, 6 * 1024  # bytes, compressed
REQUESTS = 4


def test_game_page_is_small(browser: Browser, setting: Setting) -> None:
    context = browser.new_context(
        base_url=setting.url, storage_state=setting.devices["keeper"], service_workers="block"
    )
    page = context.new_page()
    page.add_init_script("window.requestIdleCallback = () => 0")  # what the page loads when idle comes later
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    line = context.new_cdp_session(page)
    line.send("Network.enable")

    first, again = (fetched(line, lambda: visit(page, f"/games/{setting.places['long']}")) for _ in range(2))
    context.close()
    assert first["body_bytes"] <= FIRST
    assert first["requests"] <= REQUESTS
    assert again["body_bytes"] <= AGAIN
    assert [url for url in asked if not url.startswith(setting.url)] == [], "nothing from a third party"
    assert not [url for url in asked if "/hand.css" in url or "/pages.css" in url or "/later.js" in url], "for later"
