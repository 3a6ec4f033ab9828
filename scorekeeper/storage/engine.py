"""Database connections: durable after power loss, foreign keys enforced, a snapshot per reader, bounded waits.

A program keeps a deleted file open, and writes to it are lost with the program. So each write checks that the file is
still the one that was opened.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, PoolProxiedConnection, QueuePool, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import TimeoutError as NoneFree

from scorekeeper.storage.errors import DatabaseAway, DatabaseBusy, DatabaseGone, DiskFull, StorageError

BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE}  # the second where a quota or a limit of the process is met
GONE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY_DBMOVED}
PRIMARY = 0xFF  # the byte of a code that says what kind it is

# Of PostgreSQL: a lock that did not come free, a statement past its deadline, two that waited for each other.
BUSY_STATES = {"55P03", "57014", "40P01", "40001"}
FULL_STATES = {"53100"}


def in_our_words(context: ExceptionContext) -> StorageError | None:
    """The storage error for a driver's exception; None for a bug of ours, which is raised unchanged.

    Also None while an idle connection is tested: the pool then opens another.
    """
    if context.is_pre_ping:
        return None
    problem = context.original_exception
    if isinstance(problem, sqlite3.OperationalError):
        return _of_file(getattr(problem, "sqlite_errorcode", 0))
    driver = context.dialect.loaded_dbapi
    if context.is_disconnect or isinstance(problem, driver.OperationalError):
        return _of_server(getattr(problem, "sqlstate", None))
    return None


def _of_file(code: int) -> StorageError | None:
    for codes, error in ((BUSY, DatabaseBusy), (FULL, DiskFull), (GONE, DatabaseGone)):
        if code in codes or code & PRIMARY in codes:
            return error()
    return None


def _of_server(state: str | None) -> StorageError:
    if state in BUSY_STATES:
        return DatabaseBusy()
    return DiskFull() if state in FULL_STATES else DatabaseAway()


class OwnFile:
    """The file that an engine opened."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._began_with: tuple[int, int] | None = None

    def watch(self, engine: Engine) -> None:
        """Check the file before a write begins and before it commits; open existing files only."""
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
        """Raise `DatabaseGone` in a write transaction if the file is not the one that was opened."""
        if connection.get_execution_options().get("immediate") and self._present() != self._began_with:
            raise DatabaseGone

    def _forget(self, _engine: Engine) -> None:
        """All connections are closed: the next one may open whichever file is there."""
        self._began_with = None

    def _present(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino


# Seconds. A person presses again after five, so nobody is kept waiting for longer, and no thread is kept for nothing.
READING_WAITS = 1.0  # on SQLite a reader waits for nobody but a program that keeps the whole file to itself
UPGRADE_WAITS = 10.0  # a write that does not say how long: `write_transaction()` does
FREE_CONNECTION = 5.0
LOCK = 3  # on PostgreSQL: for what another session holds
STATEMENT = 30  # there, for anything; an upgrade has no such limit
CONNECT = 5

# recursive_triggers lets the triggers that guard entries see INSERT OR REPLACE as the removal it is.
PRAGMAS = (
    f"busy_timeout={int(READING_WAITS * 1000)}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "recursive_triggers=ON",
)
ON_SERVER = (f"SET lock_timeout = '{LOCK}s'", f"SET statement_timeout = '{STATEMENT}s'")
_WAITS = "waits"  # in a connection's info: the milliseconds that it last had to wait for a lock


class Pool(QueuePool):
    """A connection pool; if none is free in time, the database is busy."""

    def connect(self) -> PoolProxiedConnection:
        """Open a connection. Raises `DatabaseBusy`."""
        try:
            return super().connect()
        except NoneFree as waited:
            raise DatabaseBusy from waited


def engine_options(backend: str) -> dict[str, Any]:
    """Engine and pool options by kind of database. Errors never show a statement's values."""
    common = {"hide_parameters": True, "poolclass": Pool, "pool_timeout": FREE_CONNECTION}
    if backend == "sqlite":
        return common | {"pool_size": 16, "max_overflow": 48}  # threads that read at once; each is a few pages
    # The server's connections are few. A server that went without a word is noticed by what it does not confirm.
    unheard = {"connect_timeout": CONNECT, "keepalives_idle": STATEMENT, "tcp_user_timeout": STATEMENT * 1000}
    return common | {"pool_size": 8, "max_overflow": 8, "pool_pre_ping": True, "connect_args": unheard}


def tune(engine: Engine) -> None:
    """Set up every connection that `engine` will open."""
    event.listen(engine, "handle_error", in_our_words, retval=True)
    if engine.dialect.name == "sqlite":
        OwnFile(Path(str(engine.url.database)).absolute()).watch(engine)
        event.listen(engine, "connect", _set_pragmas)
        event.listen(engine, "begin", _begin)
    else:
        event.listen(engine, "connect", _set_deadlines)


def _set_pragmas(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # the module's own BEGIN comes too late to protect a read before a write
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").close()


def _set_deadlines(connection: Any, _record: object) -> None:
    for deadline in ON_SERVER:
        connection.execute(deadline).close()
    connection.commit()


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    immediate = options.get("immediate", False)
    waits = int(1000 * (options.get("waits", UPGRADE_WAITS) if immediate else READING_WAITS))
    if connection.info.get(_WAITS) != waits:
        connection.exec_driver_sql(f"PRAGMA busy_timeout={waits}").close()
        connection.info[_WAITS] = waits
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")
