"""Cleans the database's file of what was erased, and lets writers go first.

Overwriting erased rows is not enough: where SQLite has moved rows to other pages, copies stay in the unused middle of
the old ones, also with `secure_delete`. Only VACUUM writes a file without them, and nobody can write meanwhile. So a
clean-up stops for a writer who waits, and begins again; after a few attempts it goes on, and writers wait longer than
for each other.

An erasure marks the file in its own transaction, so that a clean-up that was killed is made up for at the next start.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any

from flask import Flask
from sqlalchemy import text
from sqlalchemy.orm import Session

from scorekeeper.storage.database import db, write_lock
from scorekeeper.storage.errors import DatabaseBusy

GIVING_WAY = 4
"""How often a clean-up stops for a writer."""
PAUSE = 0.5
"""Seconds in which those who waited can write before it begins again."""
PRAGMAS = ("busy_timeout=1000", "wal_autocheckpoint=0", "synchronous=NORMAL")
"""VACUUM ends sooner if it does not wait for the disk: the checkpoint does that, while others write."""


def mark_unclean(session: Session) -> None:
    """Note, in the caller's transaction, that the file has erased text; only SQLite's needs it."""
    if session.get_bind().dialect.name == "sqlite":
        mark = session.scalar(text("PRAGMA user_version"))
        session.execute(text(f"PRAGMA user_version = {int(mark or 0) + 1}"))


def finish_cleaning(app: Flask) -> None:
    """Clean the file if a program ended after an erasure and before it could; leaves no connection open."""
    with app.app_context():
        try:
            if db.engine.dialect.name == "sqlite" and db.session.scalar(text("PRAGMA user_version")):
                clean_file()
        finally:
            db.session.remove()
            db.engine.dispose()


def clean_file() -> bool:
    """Rewrite an SQLite file without its deleted data; False if another program has it open and data may remain.

    On PostgreSQL it only frees the space for reuse; backups and the write-ahead log are up to the administrator.
    """
    session: Session = db.session()
    session.rollback()
    if db.engine.dialect.name != "sqlite":
        with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as server:
            server.exec_driver_sql("SET statement_timeout = 0")  # it keeps nobody waiting
            try:
                server.exec_driver_sql("VACUUM")
            finally:
                server.invalidate()  # its timeout is not for others
        return True
    try:
        with _own_connection() as file:
            return _cleaned(session, file)
    except (sqlite3.OperationalError, DatabaseBusy):
        return False


@contextmanager
def _own_connection() -> Iterator[sqlite3.Connection]:
    """A connection that no request gets, so that a writer may interrupt it."""
    connection = db.engine.raw_connection()
    file: Any = connection.driver_connection
    connection.detach()
    for pragma in PRAGMAS:
        file.execute(f"PRAGMA {pragma}").close()
    with closing(connection):
        yield file


def _cleaned(session: Session, file: sqlite3.Connection) -> bool:
    _empty_log(session, file)  # what was erased goes from the log at once
    mark = _mark_in(file)
    for _ in range(GIVING_WAY):
        if _rewritten(session, file, gives_way=True):
            break
        time.sleep(PAUSE)
    else:
        _rewritten(session, file, gives_way=False)
    if not _empty_log(session, file):
        return False
    _unmark(session, file, mark)
    return True


def _rewritten(session: Session, file: sqlite3.Connection, *, gives_way: bool) -> bool:
    """Whether VACUUM came to its end."""

    def stop() -> None:
        with suppress(sqlite3.ProgrammingError):  # it has just ended, and its connection is closed
            file.interrupt()

    with write_lock(session, stop=stop if gives_way else lambda: None):
        try:
            file.execute("VACUUM").close()
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
                raise
            return False
    return True


def _empty_log(session: Session, file: sqlite3.Connection) -> bool:
    """Copy the write-ahead log into the file and empty it; False if somebody still reads from it."""
    file.execute("PRAGMA wal_checkpoint(PASSIVE)").close()  # most of it, while others write
    with write_lock(session):
        busy, _pages, _moved = file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy


def _unmark(session: Session, file: sqlite3.Connection, mark: int) -> None:
    """Take the mark away, unless another erasure marked the file meanwhile: that one cleans it."""
    with write_lock(session):
        file.execute("BEGIN IMMEDIATE").close()
        if _mark_in(file) == mark:
            file.execute("PRAGMA user_version = 0").close()
        file.execute("COMMIT").close()


def _mark_in(file: sqlite3.Connection) -> int:
    return int(file.execute("PRAGMA user_version").fetchone()[0])
