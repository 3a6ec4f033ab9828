"""Notices the commits of every process, for phones that wait for news."""

from __future__ import annotations

import time
from typing import Any, cast

from sqlalchemy import Engine, text
from sqlalchemy.orm import Session

from scorekeeper.storage.errors import DatabaseAway

CHANNEL = "scorekeeper"
LOOK_EVERY = 0.05
"""Seconds between looks at an SQLite file; they take half a percent of a core."""


class Commits:
    """A connection of its own that notices commits; `close` it in the end."""

    def __init__(self, engine: Engine) -> None:
        self._connection = engine.raw_connection()
        self._driver = cast(Any, self._connection.driver_connection)
        self._connection.detach()  # it never goes back to the pool
        self._errors = engine.dialect.loaded_dbapi.Error
        self._listens = engine.dialect.name == "postgresql"
        self._version = None
        if self._listens:
            self._driver.autocommit = True
            self._driver.execute(f"LISTEN {CHANNEL}")

    def wait(self, seconds: float) -> bool:
        """Wait at most this long for a commit, and say whether there was one. Raises `DatabaseAway`."""
        try:
            return self._notified(seconds) if self._listens else self._changed_within(seconds)
        except self._errors as problem:
            raise DatabaseAway from problem

    def _notified(self, seconds: float) -> bool:
        return any(True for _ in self._driver.notifies(timeout=seconds, stop_after=1))

    def _changed_within(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while not self._changed():
            if time.monotonic() >= until:
                return False
            time.sleep(LOOK_EVERY)
        return True

    def _changed(self) -> bool:
        before = self._version
        (self._version,) = self._driver.execute("PRAGMA data_version").fetchone()
        return self._version != before

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def announce(session: Session) -> None:
    """Let other processes notice the commit that follows. An SQLite file shows it by itself."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text(f"NOTIFY {CHANNEL}"))
