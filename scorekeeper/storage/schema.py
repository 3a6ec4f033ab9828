"""The schema: its revisions, and changing it in one transaction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, text

from scorekeeper.storage.database import IMMEDIATE

MIGRATIONS = Path(__file__).resolve().parent.parent / "migrations"


def known_revisions() -> tuple[str, ...]:
    """Every revision that this version knows, oldest first: 0001 for 0001_first.py, and so on."""
    return tuple(sorted(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py")))


def head_revision() -> str:
    """The schema that this version's models are written for."""
    return known_revisions()[-1]


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
