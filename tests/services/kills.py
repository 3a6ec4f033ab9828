"""Work of another program that is killed in the middle of an erasure."""

from __future__ import annotations

import os
import signal
from typing import NoReturn

from scorekeeper.services import erasing
from scorekeeper.services.recording import Author
from tests.databases import app_on


def _die(*_given: object) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise SystemExit


def erase_and_die(url: str, table_id: str, player_id: int, step: str) -> None:
    """Erase a player, and be killed when the erasure comes to this function of `services.erasing`."""
    setattr(erasing, step, _die)
    with app_on(url).app_context():
        erasing.erase_player(table_id, player_id, Author())
