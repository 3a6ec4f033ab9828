"""Scrubbing: after an erasure the database keeps no copy of the old rows in its free space or its write-ahead log."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from sqlalchemy.orm import Session

from scorekeeper.storage.base import db
from scorekeeper.storage.writing import turn_of


def scrub() -> bool:
    """Rewrite an SQLite file without what was deleted; False where another program reads it, so that some stays.

    On PostgreSQL the space is freed to be written over; copies and its own log are its keeper's to clear.
    """
    session: Session = db.session()
    session.rollback()
    engine = db.engine
    if engine.dialect.name != "sqlite":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as server:
            server.exec_driver_sql("VACUUM")
        return True
    with turn_of(session), closing(engine.raw_connection()) as file, closing(file.cursor()) as cursor:
        try:
            cursor.execute("VACUUM")
            busy, _pages, _moved = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.OperationalError:
            return False
        return not busy
