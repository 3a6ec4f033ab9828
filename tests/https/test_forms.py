"""Behind a TLS proxy every form works: a table, a game, bids, a count, a saved hand, in Chromium through nginx."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import opening
from tests.browser.pad import start_game, start_table
from tests.https.proxy import Port, proxied
from tests.served import served

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("proxies", [0, 1])
def test_a_hand_is_recorded_through_a_tls_proxy(browser: Browser, tmp_path: Path, proxies: int) -> None:
    port = Port()
    settings = {"SCOREKEEPER_PROXIES": str(proxies)}
    with (
        served(tmp_path / "instance", "--host", "127.0.0.1", settings=settings) as app,
        proxied(tmp_path / "nginx", port, app.url) as url,
        opening(browser, url) as open_page,
    ):
        page = open_page(ignore_https_errors=True)
        start_table(page)
        pad = start_game(page)
        for player, call in {"Ann": "4", "Ben": "3", "Cal": "3", "Dee": "2"}.items():
            pad.bid(player, call)
        pad.took("Ann & Cal", 7)
        pad.save()
        pad.expect_totals(70, 51)
        pad.undo()
        pad.expect_hand(1)
        page.screenshot(path="/tmp/https-shot.png")
        cookies = page.context.cookies()
    assert len(cookies) == 2, "the device's and the session's"
    assert [cookie["name"] for cookie in cookies if cookie["secure"] is not bool(proxies)] == []
