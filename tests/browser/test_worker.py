"""With a service worker, a closed game opens without the server, and the app can be installed."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import OpenPage, opening
from tests.browser.pad import Pad
from tests.browser.ready import start_game
from tests.browser.taps import all_loaded, all_sent, arrived, draw_on_phone, moved_on, record_by_script, wait_for_rows
from tests.browser.test_no_server import HERE, SETTINGS
from tests.browser.test_offline import record_hand, tap_link
from tests.browsers import until
from tests.https.proxy import own_port, proxied
from tests.https.worker_routes import ROUTES
from tests.phone.conftest import add_module
from tests.sampled import sampled
from tests.served import reserved_port, served

pytestmark = pytest.mark.browser

COLOURS = "button => { const { color, backgroundColor } = getComputedStyle(button); return [color, backgroundColor]; }"

IN_CHARGE = "navigator.serviceWorker.ready.then(() => true)"
# By the end of each address: "network" if the browser did not ask the worker about its last request.
SOURCES = """() => Object.fromEntries(performance.getEntriesByType("resource").map(
    ({ name, workerFinalSourceType }) => [name.slice(name.lastIndexOf("/")), workerFinalSourceType]))"""


def cannot_install(page: Page) -> list[str]:
    """Why Chromium would not install the app."""
    found = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")
    wrong = [error["errorId"] for error in found["installabilityErrors"]]
    return [error for error in wrong if error != "in-incognito"]  # every page in a test is


def test_games_without_the_server(browser: Browser, module: list[str], tmp_path: Path) -> None:
    """A closed game is opened again and ended. A quick game is started, and its rematch; another one is started from a
    page that the server drew. The next server gets all.
    """
    add_module(tmp_path, module)
    with (
        reserved_port() as port,
        served(tmp_path, *HERE, "--port", port, settings=SETTINGS) as server,
        opening(browser, server.url) as open_page,
    ):
        page = open_page(cut=True, service_workers="allow", reduced_motion="reduce")
        game = start_game(page).page.url
        draw_on_phone(page)
        record_by_script(page, 7, "4 3 5 2")
        all_sent(page)
        assert page.evaluate(IN_CHARGE)
        wait_for_rows(page, "pages", lambda rows: rows > 1)
        assert cannot_install(page) == []
        home = page.context.new_page()
        home.goto("/")
        server.end(signal.SIGINT)
        Pad(page).bid("Ben", "4")
        page = open_closed(page, game)
        quick = start_quick_game(page)
        end_game(page.context.new_page(), game)
        home.get_by_role("button", name="Quick game").click()
        Pad(home).bid("East", "3")
        begun = moved_on(home, f"{server.url}/")
        with served(tmp_path, *HERE, "--port", port, settings=SETTINGS):
            page.wait_for_url(lambda url: "/games/" in url and url != quick)
            all_sent(page)
            page.reload()
            Pad(page).expect_bidder("West")
            page.get_by_role("banner").get_by_role("link").first.click()
            expect(page.get_by_role("link", name="East & West beat")).to_have_count(1)
            page.goto("/rules")
            expect(page.get_by_role("heading", name="Rules")).to_be_visible()
            page.goto(game)
            all_sent(page)
            page.reload()
            expect(page.get_by_role("heading", level=1)).to_have_text("Game over")
            expect(page.locator("#hand-2")).to_be_visible()
            home.wait_for_url(lambda url: "/games/" in url and url != begun)
            all_sent(home)
            home.reload()
            Pad(home).expect_bidder("South")
            home.goto("/")
            expect(home.get_by_role("link", name="Resume")).to_have_count(1)


def end_game(page: Page, game: str) -> None:
    """End a game without the server; the page to end it then opens the game."""
    page.goto(f"{game}/stop")
    page.get_by_role("button", name="End game").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Game over")
    page.goto(f"{game}/stop")
    expect(page.get_by_role("heading", level=1)).to_have_text("Game over")
    expect(page.get_by_text("The game is over.", exact=True)).to_be_visible()
    page.close()


def test_taps_and_news_do_not_wait_for_the_worker(open_page: OpenPage) -> None:
    page = open_page(service_workers="allow", used_up=True)
    pad = bid_with_worker(page)
    other = open_page(storage_state=page.context.storage_state())
    other.goto(page.url)
    Pad(other).bid("Ben", "3")
    all_sent(other)
    pad.expect_bidder("Cal")
    until(page, f"() => Object.keys(({SOURCES})()).some(each => each.startsWith('/events?after=2&'))")
    came_from = page.evaluate(SOURCES)
    news = {source for address, source in came_from.items() if address.startswith("/events?after=2&")}
    assert (came_from["/events"], news) == ("network", {"network"})


@pytest.mark.parametrize("routes", sampled([name for name in ROUTES if name != "none"], 2))  # so it is in WebKit
def test_worker_is_installed_whatever_the_browser_makes_of_its_routes(
    browser: Browser, server: str, tmp_path: Path, routes: str
) -> None:
    with (
        own_port() as port,
        proxied(tmp_path, port, server, ROUTES[routes], scheme="http") as url,
        opening(browser, url.replace("localhost", "127.0.0.1")) as open_page,
    ):
        page = open_page(service_workers="allow")
        bid_with_worker(page)
        assert page.evaluate(SOURCES)["/events"] != "network", "the proxy changes nothing"


def bid_with_worker(page: Page) -> Pad:
    """A new game in which Ann has bid, once the service worker has the page."""
    pad = start_game(page)
    draw_on_phone(page)
    until(page, "() => navigator.serviceWorker.controller")
    pad.bid("Ann", "4")
    all_sent(page)
    return pad


def open_closed(page: Page, game: str) -> Page:
    """Close the page of a game, and open it in another tab: it has the last bid, and a hand is recorded there."""
    context = page.context
    page.close()
    page = context.new_page()
    page.goto(game)
    pad = Pad(page)
    pad.expect_totals(-90, 51)
    pad.expect_bidder("Cal")
    record_hand(pad, "Cal Dee Ann", 7, "3 3 2")
    page.goto(f"{game}/history")
    expect(page.get_by_text("Hand 2: Ann & Cal took 7, Ben & Dee 6")).to_be_visible()
    page.goto("/")
    score = re.compile("Ann & Cal\\W+−38 · \\W*Ben & Dee\\W+−19")
    expect(page.get_by_role("link", name=re.compile("Resume game"))).to_contain_text(score)
    quick, other = page.get_by_role("button", name="Quick game"), page.get_by_role("link", name="Try again")
    assert quick.evaluate(COLOURS) == other.evaluate(COLOURS), "one button is dark"
    expect(page.get_by_role("heading", level=1)).to_have_text("Offline")
    expect(page.get_by_role("heading", name="Needs a connection")).to_have_count(0)
    page.goto("/rules")
    expect(page.get_by_role("heading", name="Needs a connection")).to_be_visible()
    page.locator("[data-kept]").get_by_role("link", name=re.compile("Ann’s phone|Thursday|table")).click()
    Pad(page).expect_hand(3)
    return page


def start_quick_game(page: Page) -> str:
    """Start a quick game from the home page, record a hand, end it, and bid once in its rematch; the rematch's URL."""
    page.goto("/")
    page.get_by_role("button", name="Quick game").click()
    pad = Pad(page)
    pad.expect_bidder("East")
    record_by_script(page, 6)
    pad.expect_totals(51, 70)
    page.reload()
    pad.expect_totals(51, 70)
    tap_link(page, "End game now")
    page.get_by_role("button", name="End game").click()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    before = page.url
    page.get_by_role("button", name="Rematch").click()
    pad.expect_hand(1)
    pad.bid("South", "3")
    here = moved_on(page, before)
    page.goto(before)
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
    page.get_by_role("link", name="Rematch").click()
    page.wait_for_url(here)
    pad.expect_bidder("West")
    return here


def test_back_arrow_is_no_dead_link_without_a_connection(open_page: OpenPage) -> None:
    """The service worker shows the games of this phone there; what it cannot show is dim, and says so."""
    page = open_page(cut=True, service_workers="allow", used_up=True)
    page.goto("/")
    page.get_by_role("button", name="Quick game").click()
    draw_on_phone(page)
    all_loaded(page)
    until(page, "() => navigator.serviceWorker.controller")
    page.context.set_offline(True)
    page.locator("[data-key][value='4']").first.click()
    share = page.get_by_role("navigation").get_by_role("link", name="Share")
    expect(share).to_have_attribute("aria-disabled", "true")
    arrow = page.get_by_role("banner").get_by_role("link").first
    expect(arrow).not_to_have_attribute("aria-disabled", "true")
    arrow.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Offline")
    expect(page.get_by_role("link", name="Resume game")).to_be_visible()


def test_back_arrow_leads_on_from_a_tap_that_gets_no_answer(open_page: OpenPage) -> None:
    """Where it leads begins with the score as it is here; once the line is back, the server's page has it by itself."""
    page = open_page(cut=True, service_workers="allow", used_up=True)
    page.goto("/")
    page.get_by_role("button", name="Quick game").click()
    draw_on_phone(page)
    all_loaded(page)
    until(page, "() => navigator.serviceWorker.controller")
    record_by_script(page, 7, "3 4 3 2")
    all_sent(page)
    held: list[Route] = []
    page.route("**/events", lambda route: held.insert(0, route))
    record_by_script(page, 6, "4 3 3 2")
    arrived(page, held)
    page.get_by_role("banner").get_by_role("link").first.click()
    page.wait_for_timeout(100)  # nothing opens while the server may answer
    Pad(page).expect_hand(3)
    page.context.set_offline(True)
    for each in held:
        each.abort()
    expect(page.get_by_role("heading", level=1)).to_have_text("Offline")
    score = page.get_by_role("link", name="Resume game")
    expect(score).to_contain_text(re.compile("\\d"))
    shown = re.findall(r"−?\d+", score.inner_text())
    page.unroute_all(behavior="ignoreErrors")
    page.context.set_offline(False)
    stands = page.get_by_role("region", name="In progress")
    for total in shown:
        expect(stands).to_contain_text(total)
    wait_for_rows(page, "taps", lambda rows: rows == 0)
