"""Behind a TLS proxy every form works: a table, a game, bids, a count, a saved hand, in Chromium through nginx."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.web.formatting import ZONE_COOKIE
from tests.browser.conftest import opening
from tests.browser.pad import Pad, start_table
from tests.browser.taps import draw_on_server, record_by_script
from tests.https.proxy import address, own_port, proxied
from tests.phone.conftest import add_module, module
from tests.sampled import sampled
from tests.served import served

__all__ = ["module"]

pytestmark = pytest.mark.browser


def play_a_hand(page: Page) -> None:
    """A game, bids, a count, a save, an undo: each a form, as until the phone draws its game itself."""
    draw_on_server(page)
    page.goto("/")
    page.get_by_role("button", name="Quick game").click()
    pad = Pad(page)
    pad.expect_hand(1)
    record_by_script(page, 7)
    pad.expect_totals(52, -70)
    pad.undo()
    pad.expect_hand(1)


@pytest.fixture
def folder(tmp_path: Path, module: list[str]) -> Path:
    """A folder for a server that was started before: its module for phones exists."""
    (tmp_path / "instance").mkdir(mode=0o700)
    add_module(tmp_path / "instance", module)
    return tmp_path


@contextmanager
def behind_proxy(browser: Browser, folder: Path, proxies: str, by_url: bool = False) -> Iterator[Page]:
    """A phone that opens the app through nginx; at the end its cookies are https-only, if the app knows of https."""
    with own_port() as port:
        settings = {"SCOREKEEPER_PROXIES": proxies} | ({"SCOREKEEPER_URL": address(port)} if by_url else {})
        with (
            served(folder / "instance", "--host", "127.0.0.1", settings=settings) as app,
            proxied(folder / "nginx", port, app.url) as url,
            opening(browser, url) as open_page,
        ):
            page = open_page(ignore_https_errors=True, cut=True)
            yield page
            cookies = [each for each in page.context.cookies() if each["name"] != ZONE_COOKIE]  # a script sets that one
    assert len(cookies) == 2, "the device's and the session's"
    knows_of_https = proxies == "1" or by_url
    assert [cookie["name"] for cookie in cookies if cookie["secure"] is not knows_of_https] == []
    assert all(cookie["httpOnly"] for cookie in cookies)


@pytest.mark.parametrize("proxies", sampled(["0", "1"], 2))
def test_hand_is_recorded_through_a_tls_proxy(browser: Browser, folder: Path, proxies: str) -> None:
    with behind_proxy(browser, folder, proxies) as page:
        play_a_hand(page)


def test_the_public_url_works_behind_a_proxy_that_is_not_counted(browser: Browser, folder: Path) -> None:
    with behind_proxy(browser, folder, "0", by_url=True) as page:
        start_table(page)
        address_shown = page.url.partition("/tables/")[0]
        page.get_by_role("link", name="Share").first.click()
        expect(page.get_by_role("textbox", name="Link")).to_have_value(re.compile(f"^{address_shown}/join/"))
