"""The database's file while the server runs: never made anew, and never taken for another one in its place.

A file that is deleted stays open in a program that has it open; what is written to it goes with the program. So each
write looks whether the file is still where it was.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event

from scorekeeper.storage.errors import DatabaseGone


class OwnFile:
    """The file that an engine began with."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._began_with: tuple[int, int] | None = None

    def watch(self, engine: Engine) -> None:
        """Look before every write begins and before it is kept, and open what exists alone."""
        event.listen(engine, "do_connect", self._open_existing)
        event.listen(engine, "connect", self._remember)
        event.listen(engine, "begin", self._look)
        event.listen(engine, "commit", self._look)
        event.listen(engine, "engine_disposed", self._forget)

    def _open_existing(self, _dialect: object, _record: object, words: list[Any], parts: dict[str, Any]) -> None:
        words[:] = [f"{self._path.as_uri()}?mode=rw"]
        parts["uri"] = True

    def _remember(self, _connection: object, _record: object) -> None:
        if self._began_with is None:
            self._began_with = self._present()

    def _look(self, connection: Connection) -> None:
        """Raises `DatabaseGone` in a transaction that writes, where the file is not the one that was opened."""
        if connection.get_execution_options().get("immediate") and self._present() != self._began_with:
            raise DatabaseGone

    def _forget(self, _engine: Engine) -> None:
        """All is closed: whoever opens it next takes what is there."""
        self._began_with = None

    def _present(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino
