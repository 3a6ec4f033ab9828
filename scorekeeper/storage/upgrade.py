"""Creates or upgrades the schema before the server starts, in one transaction; locks and copies the SQLite file."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock
from flask import Flask
from sqlalchemy import Connection, Engine, Table, inspect, text
from sqlalchemy.exc import DBAPIError

from scorekeeper.clock import utc_now
from scorekeeper.core.words.language import translate as _
from scorekeeper.durable_files import OWNER_ALONE, make_folder, replace_file
from scorekeeper.storage.database import IMMEDIATE, Base, db
from scorekeeper.storage.errors import CannotStore, DatabaseBusy, DatabaseIsNewer, DatabaseRefused
from scorekeeper.storage.obstacles import LOG, obstacle, opened_to_read, passing


@contextmanager
def file_locked(path: Path) -> Iterator[None]:
    """Hold the lock file at `path`; the system frees it after a crash.

    Raises `OSError` if the file cannot be created, where the library would wait for ever.
    """
    path.open("a+b").close()
    with FileLock(path):
        yield


def make_private(path: Path) -> None:
    """Create an empty file that only its owner may read and write; an existing one is left alone."""
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, OWNER_ALONE))


def revision_in(path: Path) -> str | None:
    """The schema revision in the file, None if the file is missing or empty; the file is not changed.

    Raises `DatabaseRefused` if the file is not a database, or another program's.
    """
    if not path.exists():
        return None
    # Reading a file in WAL mode creates -wal and -shm, unless it is opened as immutable.
    mode = "mode=ro" if path.with_name(f"{path.name}{LOG}").exists() else "immutable=1"
    try:
        with opened_to_read(path, mode) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
            if not names:
                return None
            revisions = []
            if "alembic_version" in names:
                revisions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    except sqlite3.DatabaseError as problem:
        raise DatabaseRefused(
            _("{file} cannot be read as an SQLite database ({why})", file=str(path), why=str(problem))
        ) from problem
    if len(revisions) != 1:
        raise DatabaseRefused(_("{file} is not a Scorekeeper database. Nothing was changed", file=str(path)))
    return str(revisions[0][0])


def copy_before_upgrade(path: Path, revision: str) -> Path:
    """Copy the database, even while it is in use, next to itself; returns the copy's path."""
    stamp = utc_now().strftime("%Y%m%dT%H%M%S%f")
    copy = path.with_name(f"{path.stem}-{revision}-{stamp}{path.suffix or '.sqlite'}")
    unfinished = copy.with_name(f"{copy.name}.part")  # an interrupted copy never looks complete
    try:
        make_private(unfinished)
        with (
            closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(unfinished)) as target,
        ):
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE").close()  # a single file, without -wal and -shm
        replace_file(unfinished, copy)
    finally:
        unfinished.unlink(missing_ok=True)  # on a full disk, each attempt would leave one
    return copy


MIGRATIONS = Path(__file__).resolve().parent.parent / "migrations"


def known_revisions() -> tuple[str, ...]:
    """Every revision of this version, oldest first: 0001 for 0001_first.py, and so on."""
    return tuple(sorted(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py")))


def has_model(name: str | None, kind: str, _parents: object) -> bool:
    """Whether Alembic compares what has this name; not the tables of a room whose folder was deleted, which stay."""
    return kind != "table" or name in Base.metadata.tables


def head_revision() -> str:
    """The schema revision that this version's models need."""
    return known_revisions()[-1]


_ADVISORY_LOCK = 7_265_730  # an arbitrary number of this program


@contextmanager
def changing_schema(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction that makes other processes wait with their upgrade.

    SQLite checks foreign keys only at the end, since rebuilding a table drops it for a moment.
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


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Prepared:
    """The revision before (None: an empty database) and now, and the path of the copy made before an upgrade."""

    found: str | None
    now: str
    copy: Path | None = None


def prepare_database(app: Flask) -> Prepared:
    """Create or upgrade the schema; takes a few milliseconds if it is current.

    Copies an older SQLite file first. Raises `DatabaseIsNewer` or `DatabaseRefused`, and then leaves
    the database unchanged. Leaves no connection open, so that a server may fork afterwards.
    """
    with app.app_context():
        engine = db.engine
        try:
            if engine.dialect.name == "sqlite":
                return _prepare_file(engine, Path(str(engine.url.database)).absolute())
            return _prepare_server(engine)
        except (OSError, sqlite3.OperationalError, CannotStore, DatabaseBusy) as problem:
            raise DatabaseRefused(_cannot_open(engine, problem)) from problem
        except DBAPIError as problem:
            raise _half_upgraded(str(problem.orig).splitlines()[0]) from problem
        finally:
            engine.dispose()


def _cannot_open(engine: Engine, problem: Exception) -> str:
    if engine.dialect.name == "sqlite":
        cause = problem.__cause__ if isinstance(problem.__cause__, sqlite3.Error) else problem
        found = passing(Path(str(engine.url.database)).absolute(), cause)
        if found is not None:
            return found.text
    os_message = problem.strerror if isinstance(problem, OSError) else None
    reason = os_message or str(problem.__cause__ or problem).splitlines()[0]
    return _("The database {address} cannot be opened ({why})", address=engine.url.render_as_string(), why=reason)


def _prepare_file(engine: Engine, path: Path) -> Prepared:
    found = obstacle(path)
    if found is not None:
        raise DatabaseRefused(found.text)
    if _is_current(revision_in(path), str(path)):
        refuse_half_upgraded(engine)
        return Prepared(head_revision(), head_revision())
    make_folder(path.parent)
    with file_locked(path.with_name(f"{path.name}.lock")):
        revision = revision_in(path)  # another process may have been faster
        if _is_current(revision, str(path)):
            return Prepared(revision, head_revision())
        copy = copy_before_upgrade(path, revision) if revision else None
        if copy:
            log.warning("Upgrading %s from schema %s to %s; a copy is at %s", path, revision, head_revision(), copy)
        make_private(path)  # the engine only opens an existing file
        try:
            _upgrade(engine)
        except DBAPIError:
            if copy:
                copy.unlink()  # nothing was changed, and each start would leave one more
            raise
        return Prepared(revision, head_revision(), copy)


def refuse_older(app: Flask) -> None:
    """Raise `DatabaseRefused` for a database on a server that a start would upgrade."""
    with app.app_context():
        found = None if db.engine.dialect.name == "sqlite" else _revision_on(db.engine)
        db.engine.dispose()
    if found not in (None, head_revision()):
        raise DatabaseRefused(
            _(
                "The database has schema {found}; this version needs {needed}. Nothing was changed. Start the server, "
                "which upgrades it, or use the version that wrote it",
                found=found,
                needed=head_revision(),
            )
        )


def _prepare_server(engine: Engine) -> Prepared:
    revision = _revision_on(engine)
    if _is_current(revision, _("The database")):
        refuse_half_upgraded(engine)
    else:
        _upgrade(engine)  # a second process waits in here, and then has nothing to do
    return Prepared(revision, head_revision())


def _is_current(revision: str | None, where: str) -> bool:
    if revision is not None and revision not in known_revisions():
        raise DatabaseIsNewer(where, revision, head_revision())
    return revision == head_revision()


def _revision_on(engine: Engine) -> str | None:
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        revisions = connection.scalars(text("SELECT version_num FROM alembic_version")).all()
    if len(revisions) > 1:
        raise DatabaseRefused(_("The database has several schema revisions at once. Nothing was changed"))
    return str(revisions[0]) if revisions else None


def _upgrade(engine: Engine) -> None:
    from alembic import command  # noqa: PLC0415 - slow, and rarely needed
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with changing_schema(engine) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


COLUMNS = {
    "sqlite": "SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c WHERE t.type = 'table'",
    "postgresql": "SELECT table_name, column_name FROM information_schema.columns"
    " WHERE table_schema = current_schema()",
}


def refuse_half_upgraded(engine: Engine) -> None:
    """Raise `DatabaseRefused` if a table or column of the newest schema is missing; rooms of others have their own."""
    own = [each.local_table for each in Base.registry.mappers if each.class_.__module__.startswith("scorekeeper.")]
    needed = {(table.name, column.name) for table in own if isinstance(table, Table) for column in table.columns}
    with engine.connect() as connection:
        found = {(table, column) for table, column in connection.execute(text(COLUMNS[engine.dialect.name]))}
    missing = sorted(needed - found)
    if missing:
        raise _half_upgraded(_("{column} is missing", column=".".join(missing[0])))


def _half_upgraded(why: str) -> DatabaseRefused:
    return DatabaseRefused(
        _(
            "The database is half upgraded, as after a change by hand ({why}). Nothing was changed. Restore the copy "
            "that was made before the upgrade, or your latest backup: scorekeeper restore FILE",
            why=why,
        )
    )
