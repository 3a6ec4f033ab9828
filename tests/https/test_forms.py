"""Behind a TLS proxy every form works: a table, a game, bids, a count, a saved hand, in Chromium through nginx."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import opening
from tests.browser.pad import start_game, start_table
from tests.https.proxy import address, own_port, proxied
from tests.served import served

pytestmark = pytest.mark.browser


def play_a_hand(page: Page) -> None:
    """All that takes a form: a table, a game, bids, a count, a save, an undo."""
    start_table(page)
    pad = start_game(page)
    for player, call in {"Ann": "4", "Ben": "3", "Cal": "3", "Dee": "2"}.items():
        pad.bid(player, call)
    pad.took("Ann & Cal", 7)
    pad.save()
    pad.expect_totals(70, 51)
    pad.undo()
    pad.expect_hand(1)


@pytest.mark.parametrize(
    ("proxies", "by_url", "javascript"),
    [("0", False, True), ("1", False, True), ("0", True, False)],
    ids=["the app sees http", "the proxy says https", "the URL says https, without JavaScript"],
)
def test_a_hand_is_recorded_through_a_tls_proxy(
    browser: Browser, tmp_path: Path, proxies: str, by_url: bool, javascript: bool
) -> None:
    with own_port() as port:
        settings = {"SCOREKEEPER_PROXIES": proxies} | ({"SCOREKEEPER_URL": address(port)} if by_url else {})
        with (
            served(tmp_path / "instance", "--host", "127.0.0.1", settings=settings) as app,
            proxied(tmp_path / "nginx", port, app.url) as url,
            opening(browser, url) as open_page,
        ):
            page = open_page(ignore_https_errors=True, java_script_enabled=javascript)
            play_a_hand(page)
            cookies = page.context.cookies()
    assert len(cookies) == 2, "the device's and the session's"
    is_seen_as_https = proxies == "1" or by_url
    assert [cookie["name"] for cookie in cookies if cookie["secure"] is not is_seen_as_https] == []
    assert all(cookie["httpOnly"] for cookie in cookies)
