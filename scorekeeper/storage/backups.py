"""Backups: copies a database to a file, even while a server uses it, and restores one while no server runs."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import URL, make_url

from scorekeeper.clock import utc_now
from scorekeeper.core.words.language import translate as _, translate_plural as _n
from scorekeeper.durable_files import make_folder, replace_file, sync_folder
from scorekeeper.storage.database import db
from scorekeeper.storage.errors import DatabaseIsNewer, DatabaseRefused
from scorekeeper.storage.obstacles import FULL, opened_to_read, passing
from scorekeeper.storage.upgrade import head_revision, known_revisions, make_private, revision_in

PAGES_AT_ONCE = 256
PAUSE = 0.01  # seconds between two steps, for writers


def back_up(target: Path) -> int:
    """Copy the app's database to `target` in one snapshot; returns its size. Raises `DatabaseRefused`, `OSError`."""
    url = db.engine.url
    source = _file_of(url, _("The database is on a PostgreSQL server. Nothing was copied. Use pg_dump"))
    unfinished = target.with_name(f"{target.name}.part")  # an interrupted copy never looks complete
    try:
        _copy(source, unfinished)
        why = damage(unfinished, references=False)
        if why is not None:
            raise DatabaseRefused(
                _(
                    "The database {file} is damaged ({why}). No copy was made, and {target} is as it was. Stop the "
                    "server and restore the last good copy with scorekeeper restore",
                    file=str(source),
                    why=why,
                    target=str(target),
                )
            )
        replace_file(unfinished, target)
    finally:
        unfinished.unlink(missing_ok=True)
    return target.stat().st_size


def move_into_file(file: Path) -> None:
    """Move what SQLite's log has to the file itself, so that the file alone is whole, unless it is in use."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True)) as opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()


def check_file(address: str | URL) -> None:
    """Raise `DatabaseRefused` if the database file at `address` is damaged; writing to it would lose more.

    Reads the whole file. One that is missing or empty is not damaged, and a PostgreSQL server checks its own.
    """
    url = make_url(address)
    file = Path(str(url.database)).absolute()
    if url.get_backend_name() != "sqlite" or not file.is_file():
        return
    revision_in(file)  # raises unless it is a database of ours
    why = damage(file, references=False)
    if why is not None:
        raise DatabaseRefused(
            _(
                "The database {file} is damaged ({why}). Nothing was changed. Restore the last good copy with "
                "scorekeeper restore",
                file=str(file),
                why=why,
            )
        )


def restore_backup(copy: Path, address: str | URL, *, force: bool = False) -> Path | None:
    """Replace the database at `address` with `copy`; returns where the old one was moved, if there was one.

    Raises `DatabaseRefused` if the copy is not a Scorekeeper database, if a program has the database open, or if the
    database has games and the caller did not allow replacing them.
    """
    target = _file_of(address, _("The database is on a PostgreSQL server. Nothing was changed. Use pg_restore"))
    revision = revision_in(copy.absolute())
    if revision is None:
        raise DatabaseRefused(_("{file} is empty. Give a copy that scorekeeper backup made", file=str(copy)))
    if revision not in known_revisions():
        raise DatabaseIsNewer(str(copy), revision, head_revision())
    why = damage(copy, references=False)
    if why is not None:
        raise DatabaseRefused(_("{file} is damaged ({why}). Nothing was changed", file=str(copy), why=why))
    aside = _move_aside(target, force=force)
    make_folder(target.parent)
    unfinished = target.with_name(f"{target.name}.part")
    _copy(copy, unfinished)
    replace_file(unfinished, target)
    return aside


def _file_of(address: str | URL, otherwise: str) -> Path:
    url = make_url(address)
    if url.get_backend_name() != "sqlite":
        raise DatabaseRefused(otherwise)
    return Path(str(url.database)).absolute()


def _copy(source: Path, target: Path) -> None:
    """Copy the database; raises `DatabaseRefused` for a lock, a full disk and the like, `OSError`."""
    target.unlink(missing_ok=True)
    make_private(target)
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new, pages=PAGES_AT_ONCE, sleep=PAUSE)
            new.execute("PRAGMA journal_mode=DELETE").close()  # a single file, without -wal and -shm
    except sqlite3.OperationalError as problem:
        found = passing(target if problem.sqlite_errorcode in FULL else source, problem)
        if found is None:
            raise
        raise DatabaseRefused(found.text) from problem


def damage(path: Path, *, references: bool = True) -> str | None:
    """What is broken in a database file, None if it is intact. Reads the whole file. Raises `DatabaseRefused`.

    With `references`, also its indexes, and rows that refer to a missing one, which takes longer.
    """
    check = "integrity_check" if references else "quick_check"
    try:
        with opened_to_read(path.absolute()) as opened:
            (report,) = opened.execute(f"PRAGMA {check}(1)").fetchone()
            if report != "ok":
                return " ".join(str(report).split())  # the message has several lines
            broken = len(opened.execute("PRAGMA foreign_key_check").fetchall()) if references else 0
            return _n(broken, "1 row refers to a missing row", "{count} rows refer to missing rows") if broken else None
    except sqlite3.DatabaseError as problem:
        return str(problem)


def _move_aside(target: Path, *, force: bool) -> Path | None:
    """Move the database and its journal files aside. Raises `DatabaseRefused` if it is in use or must be kept."""
    if not target.exists():
        return None
    with closing(sqlite3.connect(target, timeout=0, isolation_level=None)) as opened:
        try:
            opened.execute("PRAGMA locking_mode=EXCLUSIVE").close()
            opened.execute("BEGIN EXCLUSIVE").close()
            games = _games_in(opened)
            opened.execute("ROLLBACK").close()
            opened.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
        except sqlite3.OperationalError as problem:
            raise DatabaseRefused(
                _("{file} is in use. Nothing was changed. Stop the server first", file=str(target))
            ) from problem
    if games and not force:
        raise DatabaseRefused(
            _n(
                games,
                "{file} has 1 game. Nothing was changed. Use --force to move it aside and restore the copy",
                "{file} has {count} games. Nothing was changed. Use --force to move it aside and restore the copy",
                file=str(target),
            )
        )
    stamp = utc_now().strftime("%Y%m%dT%H%M%S%f")
    aside = target.with_name(f"{target.stem}-before-{stamp}{target.suffix or '.sqlite'}")
    target.replace(aside)
    for companion in ("-wal", "-shm"):
        target.with_name(f"{target.name}{companion}").unlink(missing_ok=True)
    sync_folder(target.parent)  # SQLite would apply an old log that comes back to the new database
    return aside


def _games_in(opened: sqlite3.Connection) -> int:
    names = {name for (name,) in opened.execute("SELECT name FROM sqlite_schema")}
    return int(opened.execute("SELECT COUNT(*) FROM game").fetchone()[0]) if "game" in names else 0
