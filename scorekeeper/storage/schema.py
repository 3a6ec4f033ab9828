"""Changing the schema, in one transaction: a failed upgrade leaves the database as it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, text

from scorekeeper.storage.writing import IMMEDIATE

_ADVISORY_LOCK = 7_265_730  # any number that only this program uses


@contextmanager
def changing_schema(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction that keeps other upgraders waiting.

    On SQLite references are checked at the end, not on the way: rebuilding a table drops it for a moment.
    """
    if engine.dialect.name == "sqlite":
        with _without_references(engine) as connection, connection.begin():
            yield connection
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
            if broken:
                raise RuntimeError(f"the upgrade would leave {len(broken)} broken references")
    else:
        with engine.begin() as connection:
            for deadline in ("lock_timeout", "statement_timeout"):
                connection.execute(text(f"SET LOCAL {deadline} = 0"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
            yield connection


@contextmanager
def _without_references(engine: Engine) -> Iterator[Connection]:
    with engine.connect().execution_options(**IMMEDIATE) as connection:
        # On the driver's connection, as SQLite ignores this pragma inside a transaction.
        _on_driver(connection, "PRAGMA foreign_keys=OFF")
        try:
            yield connection
        finally:
            _on_driver(connection, "PRAGMA foreign_keys=ON")


def _on_driver(connection: Connection, statement: str) -> None:
    cursor = connection.connection.cursor()
    cursor.execute(statement)
    cursor.close()
