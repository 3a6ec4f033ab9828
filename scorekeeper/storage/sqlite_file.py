"""The SQLite file: file locks, permissions, its schema revision, and a copy before an upgrade."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock

from scorekeeper.core.words.language import translate as _
from scorekeeper.storage.errors import DatabaseRefused


@contextmanager
def file_locked(path: Path) -> Iterator[None]:
    """Hold the lock file at `path`; the system frees it after a crash.

    Raises `OSError` if the file cannot be created, where the library would wait for ever.
    """
    path.open("a+b").close()
    with FileLock(path):
        yield


OWNER_ALONE = 0o600


def make_private(path: Path) -> None:
    """Create an empty file that only its owner may read and write; an existing one is left alone."""
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, OWNER_ALONE))


def revision_in(path: Path) -> str | None:
    """The schema revision in the file, None if the file is missing or empty; the file is not changed.

    Raises `DatabaseRefused` if the file is not a database, or another program's.
    """
    if not path.exists() or path.stat().st_size == 0:
        return None
    # Reading a file in WAL mode creates -wal and -shm, unless it is opened as immutable.
    in_use = path.with_name(f"{path.name}-wal").exists()
    address = f"{path.as_uri()}?{'mode=ro' if in_use else 'immutable=1'}"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
            if not names:
                return None
            found = []
            if "alembic_version" in names:
                found = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    except sqlite3.DatabaseError as problem:
        raise DatabaseRefused(
            _("{file} cannot be read as an SQLite database ({why})", file=str(path), why=str(problem))
        ) from problem
    if len(found) != 1:
        raise DatabaseRefused(_("{file} is not a Scorekeeper database. Nothing was changed", file=str(path)))
    return str(found[0][0])


def copy_before_upgrade(path: Path, revision: str) -> Path:
    """Copy the database, even while it is in use, next to itself; returns the copy's path."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    copy = path.with_name(f"{path.stem}-{revision}-{stamp}{path.suffix or '.sqlite'}")
    unfinished = copy.with_name(f"{copy.name}.part")  # an interrupted copy never looks complete
    make_private(unfinished)
    with (
        closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(unfinished)) as target,
    ):
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE").close()  # a single file, without -wal and -shm
    return unfinished.rename(copy)
