"""Database connections: durable commits, foreign keys, a snapshot per reader, and bounded waits.

A process can keep writing to a deleted file, and loses those writes when it ends. So each write checks that the
database file is still the one that was opened.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, PoolProxiedConnection, QueuePool, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import TimeoutError as NoneFree

from scorekeeper.storage.errors import (
    DatabaseAway,
    DatabaseBusy,
    DatabaseGone,
    DatabaseReadOnly,
    DiskFull,
    StorageError,
)
from scorekeeper.storage.obstacles import BUSY, FULL, PRIMARY, obstacle

GONE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY_DBMOVED}
UNWRITABLE = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}
NOT_WRITTEN = {
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_DIR_FSYNC,
    sqlite3.SQLITE_IOERR_TRUNCATE,
    sqlite3.SQLITE_IOERR_DELETE,
    sqlite3.SQLITE_IOERR_SHMOPEN,
    sqlite3.SQLITE_IOERR_SHMMAP,
}
"""A disk that fails while the file is open; one that turns read-only then says `FULL` at a write."""

# PostgreSQL: lock not available, statement canceled, deadlock, serialization failure.
BUSY_STATES = {"55P03", "57014", "40P01", "40001"}
FULL_STATES = {"53100"}


def storage_error_of(context: ExceptionContext) -> StorageError | None:
    """The storage error for a driver's exception; None for our own bugs, which are raised unchanged.

    Also None while the pool tests an idle connection, because it then opens another.
    """
    if context.is_pre_ping:
        return None
    problem = context.original_exception
    if isinstance(problem, sqlite3.OperationalError):
        engine = context.engine
        return sqlite_error(getattr(problem, "sqlite_errorcode", 0), None if engine is None else _file_of(engine))
    driver = context.dialect.loaded_dbapi
    if context.is_disconnect or isinstance(problem, driver.OperationalError):
        return _postgres_error(getattr(problem, "sqlstate", None))
    return None


def _file_of(engine: Engine) -> Path:
    return Path(str(engine.url.database)).absolute()


def sqlite_error(code: int, file: Path | None = None) -> StorageError | None:
    """The storage error for a code of SQLite, with what is in the way of this file; None for others."""
    cannot_write = code & PRIMARY in UNWRITABLE or code in NOT_WRITTEN
    if (cannot_write or code in FULL | {sqlite3.SQLITE_CANTOPEN}) and code not in GONE - {sqlite3.SQLITE_CANTOPEN}:
        found = None if file is None else obstacle(file)
        if found is not None or cannot_write:
            return DatabaseReadOnly(found.what if found else "")
    for codes, error in ((BUSY, DatabaseBusy), (FULL, DiskFull), (GONE, DatabaseGone)):
        if code in codes or code & PRIMARY in codes:
            return error()
    return None


def _postgres_error(state: str | None) -> StorageError:
    if state in BUSY_STATES:
        return DatabaseBusy()
    return DiskFull() if state in FULL_STATES else DatabaseAway()


class DatabaseFile:
    """The database file that an engine opened, to notice if it is moved, deleted or replaced."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opened: tuple[int, int] | None = None

    def watch(self, engine: Engine) -> None:
        """Check the file when a write transaction begins and commits; connect to an existing file only."""
        event.listen(engine, "do_connect", self._open_existing)
        event.listen(engine, "connect", self._remember)
        event.listen(engine, "begin", self._check_file)
        event.listen(engine, "commit", self._check_file)
        event.listen(engine, "engine_disposed", self._forget)

    def _open_existing(self, _dialect: object, _record: object, args: list[Any], kwargs: dict[str, Any]) -> None:
        args[:] = [f"{self._path.as_uri()}?mode=rw"]
        kwargs["uri"] = True

    def _remember(self, _connection: object, _record: object) -> None:
        if self._opened is None:
            self._opened = self._identity()

    def _check_file(self, connection: Connection) -> None:
        """Raise `DatabaseGone` in a write transaction if the file is not the one that was opened."""
        if connection.get_execution_options().get("immediate") and self._identity() != self._opened:
            raise DatabaseGone

    def _forget(self, _engine: Engine) -> None:
        """All connections are closed, so the next one may open any file at the path."""
        self._opened = None

    def _identity(self) -> tuple[int, int] | None:
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino


# Timeouts in seconds. After five seconds people tap again, so longer waits would only block threads.
READ_TIMEOUT = 1.0  # on SQLite only an exclusive lock of another program delays readers
WRITE_TIMEOUT = 10.0  # for writes outside of `write_transaction()`, which sets its own
POOL_TIMEOUT = 5.0
LOCK_TIMEOUT = 3  # lock_timeout on PostgreSQL
STATEMENT_TIMEOUT = 30  # statement_timeout there; upgrades have none
CONNECT_TIMEOUT = 3  # of each server in the address: one that is gone must not keep others waiting
SILENCE = 10  # after which a server that acknowledges nothing has vanished, with its machine or its network

# recursive_triggers makes INSERT OR REPLACE fire the triggers that forbid deleting events.
PRAGMAS = (
    f"busy_timeout={int(READ_TIMEOUT * 1000)}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "recursive_triggers=ON",
)
POSTGRES_TIMEOUTS = (f"SET lock_timeout = '{LOCK_TIMEOUT}s'", f"SET statement_timeout = '{STATEMENT_TIMEOUT}s'")
NO_TRANSACTION = {"no_transaction": True}
"""An execution option for a connection on SQLite whose statements are each a transaction of their own."""
_WAITS = "waits"  # in a connection's info: its busy timeout in milliseconds


class Pool(QueuePool):
    """A connection pool that raises `DatabaseBusy` if no connection is free in time."""

    def connect(self) -> PoolProxiedConnection:
        """Open a connection. Raises `DatabaseBusy`."""
        try:
            return super().connect()
        except NoneFree as waited:
            raise DatabaseBusy from waited


def engine_options(backend: str) -> dict[str, Any]:
    """Engine and pool options by kind of database. Errors never show a statement's values."""
    common = {"hide_parameters": True, "poolclass": Pool, "pool_timeout": POOL_TIMEOUT}
    if backend == "sqlite":
        return common | {"pool_size": 16, "max_overflow": 48}  # for many readers; each costs little
    # PostgreSQL has few connections. Keepalives and tcp_user_timeout detect a server that vanished.
    connect_args = {
        "connect_timeout": CONNECT_TIMEOUT,
        "keepalives_idle": SILENCE,
        "keepalives_interval": SILENCE // 3,
        "tcp_user_timeout": SILENCE * 1000,
    }
    return common | {"pool_size": 8, "max_overflow": 8, "pool_pre_ping": True, "connect_args": connect_args}


def keep_temporary_files(folder: Path) -> None:
    """Let SQLite write what it needs for a moment into this folder, where there is room for games: `/tmp` may be full.

    It reads its variable for that before any of our code runs, so this is said to all connections of the process. It
    refuses a folder that cannot be written.
    """
    if "SQLITE_TMPDIR" in os.environ:
        return
    quoted = str(folder).replace("'", "''")
    with closing(sqlite3.connect(":memory:")) as connection, suppress(sqlite3.OperationalError):
        if connection.execute("PRAGMA temp_store_directory").fetchone() != (str(folder),):
            connection.execute(f"PRAGMA temp_store_directory = '{quoted}'")


def tune(engine: Engine) -> None:
    """Set up every connection that `engine` will open."""
    event.listen(engine, "handle_error", storage_error_of)
    if engine.dialect.name == "sqlite":
        DatabaseFile(Path(str(engine.url.database)).absolute()).watch(engine)
        event.listen(engine, "connect", _set_pragmas)
        event.listen(engine, "begin", _begin)
    else:
        event.listen(engine, "connect", _set_deadlines)


def _set_pragmas(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # sqlite3's implicit BEGIN comes only with the first write, after the reads
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").close()


def _set_deadlines(connection: Any, _record: object) -> None:
    for deadline in POSTGRES_TIMEOUTS:
        connection.execute(deadline).close()
    connection.commit()


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    if NO_TRANSACTION.items() <= options.items():
        return
    immediate = options.get("immediate", False)
    waits = int(1000 * (options.get("waits", WRITE_TIMEOUT) if immediate else READ_TIMEOUT))
    sqlite: Any = connection.connection.driver_connection  # alone, it takes a tenth of the time
    if connection.info.get(_WAITS) != waits:  # each write changes it and each page changes it back
        sqlite.execute(f"PRAGMA busy_timeout={waits}").close()
        connection.info[_WAITS] = waits
    try:
        sqlite.execute("BEGIN IMMEDIATE" if immediate else "BEGIN").close()
    except sqlite3.Error as problem:
        our_error = sqlite_error(getattr(problem, "sqlite_errorcode", 0), _file_of(connection.engine))
        if our_error is None:
            raise
        raise our_error from problem
