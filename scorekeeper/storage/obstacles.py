"""What keeps a database file from being read or written, without being damage; each with advice that loses nothing.

A full disk is no obstacle to a start: games can still be read.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from scorekeeper.core.words.language import translate as _
from scorekeeper.storage.errors import NO_ROOM, DatabaseRefused

PRIMARY = 0xFF
"""Mask for the primary part of an extended error code of SQLite."""
BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE}
"""The second at a disk quota or a limit of the process, the third where there is no room for the file to read with."""
UNREADABLE = {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY}
LOCK_WAIT = 5.0
"""Seconds to wait for another program that keeps the file locked."""

LOG = "-wal"
"""How the name of the file ends that has what SQLite has not moved to its own file yet."""


class Obstacle(NamedTuple):
    """What is in the way, and what to do: sentences without a full stop."""

    what: str
    advice: str

    @property
    def text(self) -> str:
        """Both in one line."""
        return f"{self.what}. {self.advice}"


def obstacle(file: Path) -> Obstacle | None:
    """Why this database file or folder cannot be written; None if nothing is in the way, or if it is missing."""
    if not file.exists():
        return None
    folder = file if file.is_dir() else file.parent
    if sys.platform != "win32" and os.statvfs(file).f_flag & os.ST_RDONLY:
        return Obstacle(
            _("{file} is on a disk that can only be read, as a worn SD card becomes; nothing is lost", file=str(file)),
            _(
                "Copy the folder {folder} to another disk, and set SCOREKEEPER_INSTANCE to the copy; or make the disk "
                "writable again. Scorekeeper can still export, check and backup",
                folder=str(folder),
            ),
        )
    for path in dict.fromkeys((file, folder)):
        if not os.access(path, os.R_OK | os.W_OK | (os.X_OK if path.is_dir() else 0)):
            return Obstacle(*_no_rights(path))
    return None


def _no_rights(path: Path) -> tuple[str, str]:
    advice = _("Run the command as the account that started the server, or give this one the right to write there")
    if sys.platform != "win32" and path.stat().st_uid != os.geteuid():
        return _("{path} belongs to another account; nothing is lost", path=str(path)), advice
    return _("This account may not write {path}; nothing is lost", path=str(path)), _(
        "Run {command}", command=f"chmod u+rwX '{path}'"
    )


def passing(file: Path, problem: Exception) -> Obstacle | None:
    """What an error says that has nothing to do with what the file contains; None for damage and for our own bugs."""
    if isinstance(problem, OSError) and problem.errno in NO_ROOM:
        return _no_room(file)
    code = getattr(problem, "sqlite_errorcode", 0)
    if code & PRIMARY in BUSY:
        return Obstacle(
            _("Another program keeps {file} locked; nothing is lost", file=str(file)),
            _("Stop that program, then try again"),
        )
    if code in FULL:
        return _no_room(file)
    if code & PRIMARY not in UNREADABLE:
        return None
    return obstacle(file) or Obstacle(
        _("{file} cannot be read ({why})", file=str(file), why=str(problem)),
        _(
            "Nothing was changed. Copy the folder {folder} to another disk, and try with the copy",
            folder=str(file.parent),
        ),
    )


def _no_room(file: Path) -> Obstacle:
    return Obstacle(
        _("The disk with {file} is full; nothing is lost", file=str(file)), _("Make room there, then try again")
    )


@contextmanager
def opened_to_read(path: Path, mode: str = "mode=ro") -> Iterator[sqlite3.Connection]:
    """The database, opened to be read in this mode.

    Raises `DatabaseRefused` for what is in the way, and sqlite3's errors for a file that is damaged or no database.
    """
    try:
        with (
            readable(path) as file,
            closing(sqlite3.connect(f"{file.as_uri()}?{mode}", uri=True, timeout=LOCK_WAIT)) as opened,
        ):
            yield opened
    except OSError as problem:
        raise DatabaseRefused(
            _("{file} cannot be read ({why})", file=str(path), why=str(problem.strerror or problem))
        ) from problem
    except sqlite3.DatabaseError as problem:
        found = passing(path, problem)
        if found is not None:
            raise DatabaseRefused(found.text) from problem
        raise


@contextmanager
def readable(file: Path, *, always: bool = False) -> Iterator[Path]:
    """The file if SQLite can write beside it, else a copy for the time of the block; a copy `always`, if so asked."""
    if obstacle(file) is None:
        if not always:
            yield file
            return
        with TemporaryDirectory(prefix=".scorekeeper-", dir=file.parent) as folder:
            copy = Path(folder) / file.name
            with (
                closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as there,
                closing(sqlite3.connect(copy)) as here,
            ):
                there.backup(here)
            yield copy
        return
    with TemporaryDirectory(prefix="scorekeeper-") as folder:
        copy = Path(folder) / file.name
        for ending in ("", LOG):
            source = file.with_name(f"{file.name}{ending}")
            if source.exists():
                shutil.copyfile(source, copy.with_name(source.name))
        yield copy
