"""How each connection behaves: safe on power loss, strict on references, a snapshot for each reader."""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy import Connection, Engine, event

BUSY_MILLISECONDS = 10_000  # how long to wait for another program before giving up

# recursive_triggers lets the triggers that guard entries see INSERT OR REPLACE as the removal it is.
PRAGMAS = (
    f"busy_timeout={BUSY_MILLISECONDS}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "recursive_triggers=ON",
)


def engine_options(backend: str) -> dict[str, Any]:
    """Options of the engine and its pool, by kind of database. No error shows what a statement was given."""
    hidden = {"hide_parameters": True}
    if backend == "sqlite":
        return hidden | {"pool_size": 16, "max_overflow": 48}  # threads that read at once; a connection is a few pages
    return hidden | {"pool_size": 8, "max_overflow": 8, "pool_pre_ping": True}  # the server's connections are few


def tune(engine: Engine) -> None:
    """Set up every connection that `engine` will open."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_pragmas)
        event.listen(engine, "begin", _begin)


def _set_pragmas(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # the module's own BEGIN comes too late to protect a read before a write
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Connection) -> None:
    immediate = connection.get_execution_options().get("immediate", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")
