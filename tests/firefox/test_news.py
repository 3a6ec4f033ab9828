"""In Firefox, a page shows what another phone records. Its evenings without the server are in `tests/evenings`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.api.calling import EVEN
from tests.api.client import Scorekeeper
from tests.evenings.evening import HEADING, ON_PHONE, SENT, record_hand, start_game, start_table
from tests.firefox.window import firefox
from tests.phone.conftest import add_module, module
from tests.served import served

__all__ = ["module"]

pytestmark = pytest.mark.browser


def test_hand_of_another_phone_is_shown(tmp_path: Path, module: list[str]) -> None:
    instance = tmp_path / "instance"
    instance.mkdir()
    add_module(instance, module)
    with firefox(tmp_path / "home") as window, served(instance, "--host", "127.0.0.1") as server:
        table = start_table(window, server.url)
        window.open(f"{table}/share?role=scorer")
        token = str(window.evaluate("document.querySelector('#link').value")).rsplit("/", 1)[-1]
        game = start_game(window, table)
        record_hand(window, 1)
        window.sees(f"{SENT}{HEADING}", "Hand 2")
        Scorekeeper(server.url, token).record(game.rsplit("/", 1)[-1], "hand", hand=2, **EVEN)
        window.sees(f"{ON_PHONE}{HEADING}", "Hand 3")
        assert window.errors == []
