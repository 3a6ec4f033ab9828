"""A game that another phone hands over, in Firefox: its text opens, and one that would unpack to 50 MB is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.carried_texts import BOMB, FOUND, GAME, TOO_LARGE, WRONG
from tests.firefox.window import firefox
from tests.phone.conftest import add_module, module
from tests.served import served

__all__ = ["module"]

pytestmark = pytest.mark.browser


def test_carried_text_opens_and_one_that_unpacks_to_too_much_is_refused(tmp_path: Path, module: list[str]) -> None:
    instance = tmp_path / "instance"
    instance.mkdir()
    add_module(instance, module)
    with firefox(tmp_path / "home") as window, served(instance, "--host", "127.0.0.1") as server:
        window.open(f"{server.url}/take#{GAME}")
        window.sees(FOUND, "Ann & Cal 0")
        window.open("about:blank")
        window.open(f"{server.url}/take#{BOMB}")
        window.sees(WRONG, TOO_LARGE)
        assert window.errors == []
