"""An evening in Firefox: a hand, what another phone records, hands without the server, a reload and a closed page.

One walk, because a browser and a server take longer to start than everything in it.
"""

from __future__ import annotations

import re
import signal
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
    record_hand,
    start_game,
    start_table,
)
from tests.firefox.window import firefox, wait_until
from tests.phone.conftest import add_module, module
from tests.served import reserved_port, served

__all__ = ["module"]

pytestmark = pytest.mark.browser


def test_an_evening_in_firefox(tmp_path: Path, module: list[str]) -> None:
    instance = tmp_path / "instance"
    instance.mkdir()
    add_module(instance, module)
    here = ("--host", "127.0.0.1")
    with firefox(tmp_path / "home") as window, reserved_port() as port:
        with served(instance, *here, "--port", port) as server:
            table = start_table(window, server.url)
            window.open(f"{table}/share?role=scorer")
            token = str(window.evaluate("document.querySelector('#link').value")).rsplit("/", 1)[-1]
            game = start_game(window, table)
            record_hand(window, 1)
            window.sees(f"{SENT}{HEADING}", "Hand 2")
            program = Scorekeeper(server.url, token)
            program.record(game.rsplit("/", 1)[-1], "hand", hand=2, **EVEN)
            window.sees(f"{ON_PHONE}{HEADING}", "Hand 3")
            wait_until(lambda: window.evaluate(IN_CHARGE), "no worker")
            wait_until(lambda: window.evaluate(LOADED), "not all scripts are here")
            server.end(signal.SIGINT)
        record_hand(window, 3)
        window.sees(f"{ON_PHONE}{HEADING}", "Hand 4")
        window.sees(NOTICE, "5 taps waiting")
        window.reload()
        window.sees(HEADING, "Hand 4")
        window.open("about:blank")
        window.open(game)
        window.sees(HEADING, "Hand 4")
        window.sees(NOTICE, "5 taps waiting")
        with served(instance, *here, "--port", port):
            window.sees(f"{SENT}{HEADING}", "Hand 4")
            entries = program.call("GET", f"/games/{re.split('/', game)[-1]}/entries")["entries"]
            assert [entry["kind"] for entry in entries] == [
                "start",
                *(["bids"] * 4 + ["hand"]),
                "hand",
                *(["bids"] * 4 + ["hand"]),
            ]
        assert window.errors == []
