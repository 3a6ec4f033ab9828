"""The service worker in WebKit, without static routes: it opens a game anyway. Chromium tries what else they may be."""

from __future__ import annotations

from pathlib import Path

from tests.https.proxy import own_port, proxied
from tests.https.worker_routes import ROUTES
from tests.phone.conftest import add_module, module
from tests.served import served
from tests.webkit.test_hand import Hands, pytestmark
from tests.webkit.window import webkit

__all__ = ["module", "pytestmark"]

IN_CHARGE = "return Boolean(navigator.serviceWorker.controller)"
BIDDING = "//section[@aria-label='Bidding']"


def test_worker_opens_a_game_without_the_server(tmp_path: Path, module: list[str]) -> None:
    (tmp_path / "instance").mkdir()
    add_module(tmp_path / "instance", module)
    settings = {"SCOREKEEPER_PROXIES": "1"}
    with (
        webkit(tmp_path / "home") as window,
        own_port() as port,
        served(tmp_path / "instance", "--host", "127.0.0.1", settings=settings) as app,
    ):
        with proxied(tmp_path / "nginx", port, app.url, ROUTES["none"]) as url:
            hands = Hands(window, url)
            hands.open("/")
            hands.tap("//button[normalize-space()='Quick game']")
            hands.sees("/html[@data-on-phone]//h1", "Hand 1")
            hands.wait.until(lambda window: window.execute_script(IN_CHARGE), "no worker")
            hands.tap_key("Bidding", "4")
            hands.sees(f"{BIDDING}//h2", "South bids")
            hands.find("/html[not(@data-sending)]")
            game = window.current_url
        hands.tap_key("Bidding", "3")
        hands.sees("//*[@id='connection']", "1 tap saved on this phone")
        window.get("about:blank")
        window.get(game)
        hands.sees(f"{BIDDING}//h2", "West bids")
        hands.sees("//*[@id='connection']", "1 tap saved on this phone")
