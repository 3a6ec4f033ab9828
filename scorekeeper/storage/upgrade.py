"""Brings the database to this version's schema, once, in one process, before the server starts."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from sqlalchemy import Engine, inspect, text

from scorekeeper.storage import schema
from scorekeeper.storage.database import db
from scorekeeper.storage.errors import CannotStore, DatabaseBusy, DatabaseIsNewer, DatabaseRefused
from scorekeeper.storage.file_lock import file_locked
from scorekeeper.storage.schema import changing_schema, head_revision, known_revisions
from scorekeeper.storage.sqlite_file import make_private, put_copy_aside, revision_in

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Prepared:
    """What was found (None: an empty database), what it is now, and where the copy of the old file is."""

    found: str | None
    now: str
    copy: Path | None = None


def prepare_database(app: Flask) -> Prepared:
    """Create or upgrade the schema; does nothing, in a few milliseconds, where it is current.

    An older SQLite file is copied aside first. Raises `DatabaseIsNewer` or `DatabaseRefused`, and then leaves
    the database as it was. Leaves no connection open, so that a server may fork afterwards.
    """
    with app.app_context():
        engine = db.engine
        try:
            if engine.dialect.name == "sqlite":
                return _prepare_file(engine, Path(str(engine.url.database)).absolute())
            return _prepare_server(engine)
        except (OSError, CannotStore, DatabaseBusy) as problem:
            raise DatabaseRefused(_cannot_open(engine, problem)) from problem
        finally:
            engine.dispose()


def _cannot_open(engine: Engine, problem: Exception) -> str:
    said = problem.strerror if isinstance(problem, OSError) else None
    reason = said or str(problem.__cause__ or problem).splitlines()[0]
    return f"the database {engine.url.render_as_string()} cannot be opened: {reason}"


def _prepare_file(engine: Engine, path: Path) -> Prepared:
    if _is_current(revision_in(path), str(path)):
        return Prepared(head_revision(), head_revision())
    path.parent.mkdir(parents=True, exist_ok=True)
    with file_locked(path.with_name(f"{path.name}.lock")):
        found = revision_in(path)  # another start may have been quicker
        if _is_current(found, str(path)):
            return Prepared(found, head_revision())
        copy = put_copy_aside(path, found) if found else None
        if copy:
            log.warning("Upgrading %s from schema %s to %s; a copy is at %s", path, found, head_revision(), copy)
        make_private(path)  # nothing but this makes the file: an engine opens what exists
        _upgrade(engine)
        return Prepared(found, head_revision(), copy)


def _prepare_server(engine: Engine) -> Prepared:
    found = _revision_on(engine)
    if not _is_current(found, "The database"):
        _upgrade(engine)  # a second start waits inside, and then finds nothing to do
    return Prepared(found, head_revision())


def _is_current(found: str | None, where: str) -> bool:
    if found is not None and found not in known_revisions():
        raise DatabaseIsNewer(where, found, head_revision())
    return found == head_revision()


def _revision_on(engine: Engine) -> str | None:
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found = connection.scalars(text("SELECT version_num FROM alembic_version")).all()
    if len(found) > 1:
        raise DatabaseRefused("The database has several schema versions at once. Nothing was changed.")
    return str(found[0]) if found else None


def _upgrade(engine: Engine) -> None:
    from alembic import command  # noqa: PLC0415 - a start that has nothing to upgrade does not wait for it
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(schema.MIGRATIONS).replace("%", "%%"))
    with changing_schema(engine) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
