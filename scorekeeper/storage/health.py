"""The health of the database: whether it takes writes, has this version's schema, and is whole."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from sqlalchemy import func, select, text
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.errors import CannotStore, DatabaseAway, DatabaseBusy, DatabaseGone, DiskFull
from scorekeeper.storage.models import EventRow
from scorekeeper.storage.upgrade import head_revision

WORDS: dict[type[Exception], str] = {
    DatabaseBusy: "another program or writer keeps the database busy",
    DatabaseAway: "the database server does not answer",
    DatabaseGone: "the database file was moved, deleted or replaced",
    DiskFull: "the disk is full",
}


class NotReady(Exception):
    """The app cannot keep what a table would write now; the message is one line, without secrets."""


def check_ready(deadline: float) -> None:
    """Begin a write within `deadline` seconds and look at the schema; nothing is written. Raises `NotReady`."""
    try:
        with write_transaction(deadline) as session:
            connection = session.connection()
            if connection.dialect.name == "postgresql":
                connection.execute(text(f"SET LOCAL statement_timeout = {int(deadline * 1000)}"))
                if connection.execute(text("SHOW transaction_read_only")).scalar_one() == "on":
                    raise NotReady("the database is read-only")
            found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    except (DatabaseBusy, CannotStore) as problem:
        raise NotReady(WORDS[type(problem)]) from problem
    except SQLAlchemyError as problem:
        raise NotReady("the database cannot be read and written") from problem
    if found != [head_revision()]:
        raise NotReady(f"the database has schema {' and '.join(found) or 'none'}, this version needs {head_revision()}")


def damage(path: Path) -> str | None:
    """What is broken in a database file, None where it is whole. It is read from its first page to its last."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as opened:
            (found,) = opened.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                return " ".join(str(found).split())  # it has several lines
            broken = len(opened.execute("PRAGMA foreign_key_check").fetchall())
            return f"{broken} rows refer to rows that are not there" if broken else None
    except sqlite3.DatabaseError as problem:
        return str(problem)


def newest_event() -> datetime | None:
    """When the newest event was recorded; None where there is none."""
    return db.session.scalar(select(func.max(EventRow.at)))
