"""A server under other conditions than on a developer's machine: `served(…, first=partial(hurry, file))`."""

import time
from pathlib import Path
from types import SimpleNamespace

from scorekeeper.server.connections import connection, worker

FASTER = 1000


def hurry(since: Path) -> None:
    """Let the deadlines of connections pass faster, from the moment that this file was made."""

    def monotonic() -> float:
        now = time.monotonic()
        return now + FASTER * (time.time() - since.stat().st_mtime) if since.exists() else now

    for module in (connection, worker):
        vars(module)["time"] = SimpleNamespace(monotonic=monotonic)


def count_everyone() -> None:
    """Count this machine's connections too."""
    vars(connection)["on_this_machine"] = lambda _address: False
