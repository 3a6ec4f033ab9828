"""Below a path, through real proxies that take it away and that don't: a game on a phone, also without the server.

Two instances on one host don't mix. Every page of the server is walked in `tests/access/test_below_a_path.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import opening
from tests.browser.pad import Pad
from tests.browser.taps import all_loaded, all_sent, draw_on_phone, record_by_script, wait_for_rows
from tests.browser.test_offline import tap_link
from tests.browser.test_worker import cannot_install
from tests.browsers import until
from tests.docs.pages import blocks, page as page_of
from tests.https.caddy import caddy
from tests.https.proxy import address, own_port, proxied
from tests.phone.conftest import add_module, module
from tests.sampled import sampled
from tests.served import reserved_port, served

__all__ = ["module"]

pytestmark = pytest.mark.browser

ROOT = "/spades"
HERE = ("--host", "127.0.0.1")
SCOPE = "navigator.serviceWorker.ready.then(({ scope }) => scope)"
KEPT = """async () => ({
    stores: (await indexedDB.databases()).map(({ name }) => name).sort(),
    caches: (await caches.keys()).map(name => name.replace(/[0-9a-f]{16}$/, "…")).sort(),
    cookies: document.cookie.split("; ").map(each => each.split("=")[0]).sort(),
})"""


def nginx_location(app: str, strips: bool) -> str:
    """The lines of docs/hosting.md."""
    [shown] = [block for block in blocks(page_of("docs/hosting.md"), "nginx") if "location /spades/" in block]
    return shown.replace("http://127.0.0.1:8000;", f"{app}{'/' if strips else ''};")


def caddy_site(app: str, strips: bool) -> str:
    """The lines of docs/hosting.md."""
    [shown] = [block for block in blocks(page_of("docs/hosting.md"), "caddy") if "/spades" in block]
    shown = shown.partition("{\n")[2].rpartition("}")[0].replace("127.0.0.1:8000", app.removeprefix("http://"))
    return shown.replace("handle /spades*", "handle_path /spades*") if strips else shown


@contextmanager
def instance_behind(folder: Path, module: list[str], proxy: str, strips: bool) -> Iterator[str]:
    """The public URL of an app behind this proxy, which has nothing else."""
    add_module(folder / "instance", module)
    if proxy == "nginx":
        with own_port() as port:
            url = address(port, "http").replace("localhost", "127.0.0.1") + ROOT
            with served(folder / "instance", *HERE, settings=settings(url)) as app:
                beside = nginx_location(app.url, strips)
                with proxied(folder / "nginx", port, app.url, "return 404;", beside, "http"):
                    yield url
    else:
        with reserved_port() as number:
            url = f"http://127.0.0.1:{number}{ROOT}"
            with (
                served(folder / "instance", *HERE, settings=settings(url)) as app,
                caddy(folder / "caddy", number, caddy_site(app.url, strips)),
            ):
                yield url


def settings(url: str) -> dict[str, str]:
    return {"SCOREKEEPER_URL": url, "SCOREKEEPER_PROXIES": "1", "SCOREKEEPER_RATE_LIMITS": "off"}


def start_quick_game(page: Page, url: str) -> None:
    page.goto(f"{url}/")
    page.get_by_role("button", name="Quick game").click()
    Pad(page).expect_hand(1)
    draw_on_phone(page)


BEHIND = [("nginx", True), ("Caddy", False), ("nginx", False), ("Caddy", True)]
"""The proxies, and whether each takes the path away: one case is drawn for each commit."""


@pytest.mark.parametrize(("proxy", "strips"), sampled(BEHIND, 4))
def test_a_game_below_a_path(browser: Browser, module: list[str], tmp_path: Path, proxy: str, strips: bool) -> None:
    (tmp_path / "instance").mkdir(mode=0o700)
    with (
        instance_behind(tmp_path, module, proxy.lower(), strips) as url,
        opening(browser, url) as open_page,
    ):
        page = open_page(cut=True, service_workers="allow")
        asked: list[str] = []
        page.context.on("request", lambda request: asked.append(request.url))
        start_quick_game(page, url)
        game = page.url
        assert game.startswith(f"{url}/games/")
        record_by_script(page, 7)
        all_sent(page)
        all_loaded(page)
        assert page.evaluate(SCOPE) == f"{url}/"
        wait_for_rows(page, "pages", lambda rows: rows > 1)
        assert cannot_install(page) == []
        page.context.set_offline(True)
        page = reopened(page, game)
        record_by_script(page, 7)
        expect(page.get_by_role("heading", level=1)).to_have_text("Hand 3")
        page.goto(f"{game}/history")
        expect(page.get_by_text("Hand 2: North & South took 7")).to_be_visible()
        page.context.set_offline(False)
        page.goto(game)
        all_sent(page)
        page.reload()
        Pad(page).expect_hand(3)
        tap_link(page, "Share")
        expect(page.get_by_role("textbox", name="Link")).to_have_value(re.compile(f"^{url}/join/"))
        choose_dark(page, url)
        page.goto(url)
        expect(page.get_by_role("link", name="Resume")).to_be_visible()
        assert [each for each in asked if not each.startswith(f"{url}/") and each != url] == []
        assert {each["path"] for each in page.context.cookies()} == {ROOT}
        assert all(each["name"].endswith(".spades") for each in page.context.cookies())


def reopened(page: Page, game: str) -> Page:
    """The page in another tab: the service worker opens it."""
    context = page.context
    page.close()
    page = context.new_page()
    page.goto(game)
    Pad(page).expect_hand(2)
    draw_on_phone(page)
    all_loaded(page)
    return page


def choose_dark(page: Page, url: str) -> None:
    page.goto(f"{url}/settings")
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html[data-theme=dark]")).to_be_attached()


def test_two_instances_on_one_host_do_not_mix(browser: Browser, module: list[str], tmp_path: Path) -> None:
    """One has the whole host, the other a path: a phone plays at both, and has a tap that waits at the first."""
    for name in ("first", "second"):
        (tmp_path / name).mkdir(mode=0o700)
        add_module(tmp_path / name, module)
    with own_port() as port:
        host = address(port, "http").replace("localhost", "127.0.0.1")
        below = host + ROOT
        with (
            served(tmp_path / "first", *HERE, settings=settings(host)) as first,
            served(tmp_path / "second", *HERE, settings=settings(below)) as second,
            proxied(tmp_path / "nginx", port, first.url, beside=nginx_location(second.url, False), scheme="http"),
            opening(browser, host) as open_page,
        ):
            page = open_page(cut=True, service_workers="allow")
            start_quick_game(page, host)
            record_by_script(page, 7)
            all_sent(page)
            assert page.evaluate(SCOPE) == f"{host}/"
            game = page.url
            page.context.set_offline(True)
            record_by_script(page, 7)
            other = page.context.new_page()
            other.route(f"{host}/games/**", lambda route: route.abort())  # the first one's server stays away
            page.close()
            other.context.set_offline(False)
            start_quick_game(other, below)
            until(other, "() => navigator.serviceWorker.controller?.scriptURL.includes('/spades/')")
            expect(other.get_by_role("heading", level=1)).to_have_text("Hand 1")
            record_by_script(other, 6)
            all_sent(other)
            assert other.evaluate(SCOPE) == f"{below}/"
            wait_for_rows(other, "taps", lambda rows: rows == 0)
            choose_dark(other, below)
            kept = other.evaluate(KEPT)
            assert kept["stores"] == ["scorekeeper", "scorekeeper/spades"]
            assert kept["caches"] == ["/spades/…", "…"]
            assert kept["cookies"] == ["scorekeeper_zone", "scorekeeper_zone.spades"]
            other.unroute_all()
            other.goto(game)
            all_sent(other)
            wait_for_rows(other, "taps", lambda rows: rows == 0)
            other.reload()
            Pad(other).expect_hand(3)
            expect(other.locator("html[data-theme]")).to_have_count(0)
            other.goto(f"{host}/")
            expect(other.get_by_role("link", name="Resume")).to_have_count(1)
