"""What nearly every request reads first, read again only after somebody's commit.

SQLite says in a few microseconds whether another connection, of any process, has committed since it was last asked;
reading a row takes twenty times as long. PostgreSQL cannot say that: there a row is kept for its transaction.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Hashable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any, cast

from flask import Flask, current_app
from sqlalchemy import Connection, Engine, event
from sqlalchemy.orm import Session

from scorekeeper.storage.database import db, is_writing
from scorekeeper.storage.engine import NO_TRANSACTION, READ_TIMEOUT, sqlite_error
from scorekeeper.storage.errors import DatabaseBusy

Found = MutableMapping[Hashable, Any]
"""What was read, by the keys of its reader."""

MOST_FOUND = 1024
_EXTENSION = "scorekeeper-quick-reads"
_KEPT = "found in transaction"


class QuickReads:
    """An engine's connection for such reads and, with SQLite, what they found since the last commit. Thread-safe."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.keeps = engine.dialect.name == "sqlite"
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._version: object = None
        self._found: dict[Hashable, Any] = {}
        event.listen(engine, "engine_disposed", self._close)

    @contextmanager
    def since_commit(self) -> Iterator[tuple[Connection, Found]]:
        """A connection, and what was found since the last commit.

        Only short reads by a key belong here: other threads wait for them. Raises `DatabaseBusy`.
        """
        if not self.keeps:
            with self._engine.connect() as connection:
                yield connection, {}
            return
        if not self._lock.acquire(timeout=READ_TIMEOUT):
            raise DatabaseBusy
        try:
            connection = self._connection or self._opened()
            version = _version_seen_by(connection)
            if version is None:
                connection = self._opened()
            if version is None or version != self._version or len(self._found) >= MOST_FOUND:
                self._found.clear()
                self._version = version
            yield connection, self._found  # a commit from now on shows in the next version
        finally:
            self._lock.release()

    def _opened(self) -> Connection:
        connection = self._engine.connect().execution_options(**NO_TRANSACTION)
        connection.detach()  # it never goes back to the pool
        self._connection = connection
        return connection

    def _close(self, _engine: Engine) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = self._version = None


def _version_seen_by(connection: Connection) -> object:
    """Another value than before if anyone else has committed; None if it cannot be read. Raises `DatabaseBusy`."""
    sqlite = cast(sqlite3.Connection, connection.connection.dbapi_connection)
    try:
        return sqlite.execute("PRAGMA data_version").fetchone()
    except sqlite3.Error as problem:
        known = sqlite_error(getattr(problem, "sqlite_errorcode", 0))
        if known is not None:
            raise known from problem
        return None  # a new connection works, or says why not


def init_quick_reads(app: Flask) -> None:
    """Open nothing yet; needs an app context."""
    app.extensions[_EXTENSION] = QuickReads(db.engine)


def quick_reads_of(app: Flask) -> QuickReads:
    """Those of this app."""
    found: QuickReads = app.extensions[_EXTENSION]
    return found


@contextmanager
def latest() -> Iterator[tuple[Connection, Found]]:
    """A connection to read rows by their keys, and what was found before and is still true.

    A session that has begun to read goes on in its transaction, so that all it reads is of the same moment.
    """
    reads = quick_reads_of(current_app)
    if reads.keeps and not (db.session.registry.has() and db.session().in_transaction()):
        with reads.since_commit() as found:
            yield found
    else:
        session = db.session()
        yield session.connection(), _found_in(session)


def _found_in(session: Session) -> Found:
    """What was found in the session's transaction; in one that writes, rows do not stay as they were read."""
    if is_writing(session):
        return {}
    transaction, kept = session.info.get(_KEPT, (None, None))
    if transaction is not session.get_transaction():
        kept = {}
        session.info[_KEPT] = session.get_transaction(), kept
    found: Found = kept
    return found
