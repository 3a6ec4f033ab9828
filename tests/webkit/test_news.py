"""WebKit hears by the live stream what other phones do: here, that the rematch has begun."""

from __future__ import annotations

import re
from pathlib import Path

from tests.https.proxy import own_port, proxied
from tests.phone.conftest import add_module, module
from tests.served import served
from tests.webkit.test_hand import Hands, bid, count, pytestmark, start_game
from tests.webkit.window import webkit

__all__ = ["module", "pytestmark"]

GAME = re.compile(r"/games/\w+")
REMATCH = "//*[@id='rematch']"
FOCUS = "const [control, top] = arguments; scrollTo(0, top); control.focus({ preventScroll: true })"
# The page that shows the end does not know of this request: it is as good as another phone's.
START = """
const { form } = document.getElementById("rematch"), body = new URLSearchParams(new FormData(form));
fetch(form.action, { method: "POST", body });
"""


def test_rematch_shows_by_itself(tmp_path: Path, module: list[str]) -> None:
    (tmp_path / "instance").mkdir()
    add_module(tmp_path / "instance", module)
    with (
        webkit(tmp_path / "home") as window,
        own_port() as port,
        served(tmp_path / "instance", "--host", "127.0.0.1", settings={"SCOREKEEPER_PROXIES": "1"}) as app,
        proxied(tmp_path / "nginx", port, app.url) as url,
    ):
        hands = Hands(window, url)
        start_game(hands)
        bid(hands)
        count(hands, 1)
        hands.sees("/html[@data-on-phone and not(@data-sending)]//h1", "Hand 2")  # the server has the first one
        game = GAME.search(hands.window.current_url)  # the query of the counts may still be there for a moment
        assert game is not None
        hands.open(f"{game[0]}/stop")
        hands.tap("//main//button[normalize-space()='End game']")
        hands.sees("/html[@data-on-phone and not(@data-sending)]//h1", "Game over")
        window.execute_script(FOCUS, hands.find(REMATCH), 30)
        window.execute_script(START)
        hands.sees(REMATCH, "Rematch: game 2")
        assert window.execute_script("return [document.activeElement.id, scrollY]") == ["rematch", 30]
