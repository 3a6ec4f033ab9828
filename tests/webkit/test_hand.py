"""An evening in WebKit through a TLS proxy: hands, news, an undo; hands without the server. No script fails.

One walk, because a window, a proxy and a server take longer to start than everything in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.https.proxy import own_port, proxied
from tests.https.worker_routes import ROUTES
from tests.phone.conftest import add_module, module
from tests.served import served
from tests.webkit.window import BY_XPATH, Hands, webkit

if TYPE_CHECKING:
    from selenium.webdriver import WebKitGTK

__all__ = ["module"]

pytestmark = [
    pytest.mark.browser,
    # selenium's WebKit driver uses a way to connect that selenium has deprecated.
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
]

NARROWEST = (447, 800)

# The proxy adds a script before the page's own, to collect their errors: the driver has no console.
WATCH = """
const note = what => {
    const heard = JSON.parse(sessionStorage.getItem("wrong") ?? "[]");
    sessionStorage.setItem("wrong", JSON.stringify([...heard, what]));
};
addEventListener("error", event => note(event.message ?? `not loaded: ${event.target.src ?? event.target.href}`), true);
addEventListener("unhandledrejection", event => note(String(event.reason)));
addEventListener("securitypolicyviolation", event => note(`refused: ${event.blockedURI}`));
"""
# The service worker has no static routes here, even in a WebKit that knows them; Chromium tries what else they may be.
PER_PAGE = f"""
{ROUTES["none"]}
sub_filter "<head>" '<head><script src="/watch.js"></script>';
"""
BESIDE = "location = /watch.js { default_type text/javascript; root watch; }"


LOADED = "return performance.getEntriesByType('resource').some(({ name }) => name.includes('/pages.js'))"
"""The phone has what it needs without the server; WebKit lists what has arrived."""

CALLS = ("4", "3", "2", "3")
"""No key is tapped twice in a row: the second tap would be a bounce."""


GAME = re.compile(r"/games/\w+")
HEADING = "/html[@data-on-phone and not(@data-sending)]//h1"
"""Of a page that the phone draws, once the server has every tap."""
NOTICE = "//*[@id='connection']"
IN_CHARGE = "return Boolean(navigator.serviceWorker.controller)"
"""Whether the page has a service worker."""

REMATCH = "//*[@id='rematch']"
FOCUS = "const [control, top] = arguments; scrollTo(0, top); control.focus({ preventScroll: true })"
# The page that shows the end does not know of this request: it is as good as another phone's.
START = """
const { form } = document.getElementById("rematch"), body = new URLSearchParams(new FormData(form));
fetch(form.action, { method: "POST", body }).catch(() => {}); // the page may be left before the answer
"""


def test_an_evening_in_webkit(tmp_path: Path, module: list[str]) -> None:
    (tmp_path / "instance").mkdir()
    add_module(tmp_path / "instance", module)
    (tmp_path / "nginx" / "watch").mkdir(parents=True)
    (tmp_path / "nginx" / "watch" / "watch.js").write_text(WATCH)
    settings = {"SCOREKEEPER_PROXIES": "1"}
    with (
        webkit(tmp_path / "home") as window,
        own_port() as port,
        served(tmp_path / "instance", "--host", "127.0.0.1", settings=settings) as app,
    ):
        window.set_window_size(*NARROWEST)
        with proxied(tmp_path / "nginx", port, app.url, PER_PAGE, BESIDE) as url:
            hands = Hands(window, url)
            start_game(hands)
            bid(hands)
            count(hands, 1)
            hear_of_a_rematch(hands)
            record_and_undo(hands)
            assert wrong(window) is None
            hands.sees(HEADING, "Hand 1")  # it would wait on the phone, too
            hands.until(lambda window: window.execute_script(IN_CHARGE), "no worker")
            hands.until(lambda window: window.execute_script(LOADED), "not all scripts are here")
            game = GAME.search(window.current_url)
        count(hands, 1)
        bid(hands)
        count(hands, 2)
        hands.sees(NOTICE, "6 taps waiting")
        window.execute_script("setTimeout(() => { throw new Error('on purpose') })")
        hands.until(lambda window: "on purpose" in (wrong(window) or ""), "the script of the proxy hears nothing")
        assert window.execute_script("return isSecureContext")
        window.get("about:blank")
        assert game is not None
        hands.open(game[0])
        hands.sees("//h1", "Hand 3")
        hands.sees(NOTICE, "6 taps waiting")


def wrong(window: WebKitGTK) -> str | None:
    """The errors in the scripts of all pages so far."""
    found: str | None = window.execute_script("return sessionStorage.getItem('wrong')")
    return found


def start_game(hands: Hands) -> None:
    hands.open("/tables/new")
    hands.type("name", "Thursday")
    hands.tap("//main//form//button")
    hands.sees("//h1", "Thursday")
    hands.open(re.sub(f"^{hands.server}", "", hands.window.current_url) + "/games/new?rules=partnership")
    hands.tap("//*[@data-place='0']//button")
    for seat, name in enumerate(("Ann", "Ben", "Cal", "Dee")):
        hands.sees(
            f"//*[@data-place='{seat}' and contains(@class, 'current')]//bdi", ("North", "East", "South", "West")[seat]
        )
        hands.type("name", name)
        hands.tap("//main//button[@name='add' and not(@aria-hidden)]")
    hands.sees("//*[@data-place='3']//bdi", "Dee")
    hands.tap("//main//form//button[@data-main-button]")
    hands.sees(HEADING, "Hand 1")  # the keys of a page that has just come rest, which a tap may not meet


def hear_of_a_rematch(hands: Hands) -> None:
    """The end shows by the live stream that another phone has started the rematch, which is opened."""
    hands.sees(HEADING, "Hand 2")  # the server has the first one
    game = GAME.search(hands.window.current_url)  # the query of the counts may still be there for a moment
    assert game is not None
    hands.open(f"{game[0]}/stop")
    hands.tap("//main//button[normalize-space()='End game']")
    hands.sees(HEADING, "Game over")
    hands.window.execute_script(FOCUS, hands.find(REMATCH), 30)
    hands.window.execute_script(START)
    hands.sees(REMATCH, "Rematch: game 2")
    assert hands.window.execute_script("return [document.activeElement.id, scrollY]") == ["rematch", 30]
    hands.tap(REMATCH)
    hands.sees(HEADING, "Hand 1")


def record_and_undo(hands: Hands) -> None:
    """A hand, and then its count again."""
    bid(hands)
    count(hands, 1)
    hands.sees("//section[@aria-label='Score']", r"61\D[\s\S]*60\D")
    hands.tap("//nav[@aria-label='Game']//button[contains(., 'Undo')]")
    hands.sees("//h1", "Hand 1")
    hands.sees("//section[@aria-label='Score']", "–")


def count(hands: Hands, number: int) -> None:
    """One side takes seven tricks, the other the rest."""
    hands.tap_key("Tricks", "7")
    hands.tap("//section[@aria-label='Tricks']//button[starts-with(normalize-space(), 'Save hand')]")
    hands.sees("//h1", f"Hand {number + 1}")


def bid(hands: Hands) -> None:
    """Each side bids six."""
    for call in CALLS:
        bids = len(
            hands.window.find_elements(
                BY_XPATH, "//section[@aria-label='Bidding']//*[@class='seat-bid' and not(@data-unbid)]"
            )
        )
        hands.tap_key("Bidding", call)
        hands.until(has_moved_on(bids))


def has_moved_on(bids: int) -> Callable[[WebKitGTK], bool]:
    """Whether one more bid is shown, or all are in."""

    def moved(window: WebKitGTK) -> bool:
        shown = window.find_elements(
            BY_XPATH, "//section[@aria-label='Bidding']//*[@class='seat-bid' and not(@data-unbid)]"
        )
        return len(shown) > bids or bool(window.find_elements(BY_XPATH, "//section[@aria-label='Tricks']"))

    return moved
