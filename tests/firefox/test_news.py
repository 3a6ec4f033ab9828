"""A walk in Firefox: a page shows what another phone records, and a hand is recorded without the server.

Its evenings, which are drawn for some commits, are in `tests/evenings`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.api.calling import EVEN
from tests.api.client import Scorekeeper
from tests.evenings.evening import (
    HEADING,
    IN_CHARGE,
    LOADED,
    NOTICE,
    ON_PHONE,
    SENT,
    all_recorded,
    events,
    record_hand,
    start_game,
    start_table,
)
from tests.firefox.window import Window, firefox
from tests.phone.conftest import add_module, module
from tests.served import reserved_port, served

__all__ = ["module"]

pytestmark = pytest.mark.browser


def test_hand_of_another_phone_is_shown_and_one_is_recorded_without_the_server(
    tmp_path: Path, module: list[str]
) -> None:
    instance = tmp_path / "instance"
    instance.mkdir()
    add_module(instance, module)
    with firefox(tmp_path / "home") as window, reserved_port() as port:
        here = ("--host", "127.0.0.1", "--port", port)
        with served(instance, *here) as server:
            game = hear_of_a_hand(window, server.url)
        record_hand(window, 3)
        window.sees(f"{ON_PHONE}{HEADING}", "Hand 4")
        window.sees(NOTICE, "5 taps waiting")
        window.open("about:blank")
        window.open(game)
        window.sees(HEADING, "Hand 4")
        window.sees(NOTICE, "5 taps waiting")
        with served(instance, *here):
            all_recorded(window)
            assert [kind for kind, _payload, _reason in events(window, game)].count("hand") == 3
        assert window.errors == []


def hear_of_a_hand(window: Window, server: str) -> str:
    """A hand is recorded here, and another one elsewhere; the game's address, once it needs no server any more."""
    table = start_table(window, server)
    window.open(f"{table}/share?role=scorer")
    token = str(window.evaluate("document.querySelector('#link').value")).rsplit("/", 1)[-1]
    game = start_game(window, table)
    record_hand(window, 1)
    window.sees(f"{SENT}{HEADING}", "Hand 2")
    Scorekeeper(server, token).record(game.rsplit("/", 1)[-1], "hand", hand=2, **EVEN)
    window.sees(f"{ON_PHONE}{HEADING}", "Hand 3")
    window.wait(lambda: window.evaluate(IN_CHARGE), "no worker")
    window.wait(lambda: window.evaluate(LOADED), "not all scripts are here")
    return game
