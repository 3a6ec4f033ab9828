"""How each connection behaves: safe on power loss, strict on references, a snapshot for each reader, never stuck."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, PoolProxiedConnection, QueuePool, event
from sqlalchemy.exc import TimeoutError as NoneFree

from scorekeeper.storage.errors import DatabaseBusy
from scorekeeper.storage.failures import in_our_words
from scorekeeper.storage.own_file import OwnFile

# Seconds. A person presses again after five, so nobody is kept waiting for longer, and no thread is kept for nothing.
READING_WAITS = 1.0  # on SQLite a reader waits for nobody but a program that keeps the whole file to itself
UPGRADE_WAITS = 10.0  # a write that does not say how long: `writing()` does
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
_WAITS = "waits"  # in a connection's info: the milliseconds that it was last told to wait for a lock


class Pool(QueuePool):
    """Connections in use again and again; where none comes free, the database is busy."""

    def connect(self) -> PoolProxiedConnection:
        """A connection. Raises `DatabaseBusy`."""
        try:
            return super().connect()
        except NoneFree as waited:
            raise DatabaseBusy from waited


def engine_options(backend: str) -> dict[str, Any]:
    """Options of the engine and its pool, by kind of database. No error shows what a statement was given."""
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
