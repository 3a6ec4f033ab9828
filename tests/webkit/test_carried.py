"""A game that another phone hands over, in WebKit: its text opens, and one that would unpack to 50 MB is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.carried_texts import BOMB, FOUND, GAME, TOO_LARGE, WRONG
from tests.phone.conftest import add_module, module
from tests.served import served
from tests.webkit.window import Hands, webkit

__all__ = ["module"]

pytestmark = [
    pytest.mark.browser,
    # selenium's WebKit driver uses a way to connect that selenium has deprecated.
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
]


def test_carried_text_opens_and_one_that_unpacks_to_too_much_is_refused(tmp_path: Path, module: list[str]) -> None:
    instance = tmp_path / "instance"
    instance.mkdir()
    add_module(instance, module)
    with webkit(tmp_path / "home") as window, served(instance, "--host", "127.0.0.1") as server:
        hands = Hands(window, server.url)
        hands.open(f"/take#{GAME}")
        hands.sees(FOUND, "Ann & Cal 0")
        window.get("about:blank")
        hands.open(f"/take#{BOMB}")
        hands.sees(WRONG, TOO_LARGE)
