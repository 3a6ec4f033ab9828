"""Sets up storage when the app starts, and checks whether the database accepts writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from flask import Flask
from sqlalchemy import URL, Text, func, make_url, select, text, type_coerce
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from scorekeeper.core.words.language import fill, translatable, translate as _
from scorekeeper.extras import how_to_install
from scorekeeper.found_rooms import rooms

# Every module with a model, since a foreign key is only found if both are imported. Rooms import theirs.
from scorekeeper.storage import upgrade
from scorekeeper.storage.columns import JsonColumn, is_readable
from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.engine import engine_options, keep_temporary_files, tune
from scorekeeper.storage.errors import (
    CannotStore,
    DatabaseAway,
    DatabaseBusy,
    DatabaseGone,
    DatabaseReadOnly,
    DatabaseRefused,
    DiskFull,
)
from scorekeeper.storage.models import EventRow
from scorekeeper.storage.upgrade import head_revision
from scorekeeper.storage.visits import KeepsScore, init_visits

WORDS: dict[type[Exception], str] = {
    DatabaseBusy: translatable("Another program or writer keeps the database locked"),
    DatabaseAway: translatable("The database server does not answer"),
    DatabaseGone: translatable("The database file was moved, deleted or replaced"),
    DatabaseReadOnly: translatable("The database cannot be written: its disk, its folder or the rights are in the way"),
    DiskFull: translatable("The disk is full"),
}


class NotReady(Exception):
    """The app cannot store events now, and why: one line without secrets, in English for monitors and logs."""

    def __init__(self, message: str, **args: str) -> None:
        super().__init__(fill(message, args))
        self.text = _(message, **args)  # in the reader's language


def is_postgres(app: Flask) -> bool:
    """Whether the app stores games in PostgreSQL."""
    return make_url(app.config["SQLALCHEMY_DATABASE_URI"]).get_backend_name() == "postgresql"


def check_ready(deadline: float) -> None:
    """Begin a write transaction within `deadline` seconds and check the schema; writes nothing. Raises `NotReady`."""
    try:
        with write_transaction(deadline) as session:
            connection = session.connection()
            if connection.dialect.name == "postgresql":
                connection.execute(text(f"SET LOCAL statement_timeout = {int(deadline * 1000)}"))
                if connection.execute(text("SHOW transaction_read_only")).scalar_one() == "on":
                    raise NotReady(translatable("The database is read-only"))
            revisions = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    except (DatabaseBusy, CannotStore) as problem:
        raise NotReady(WORDS[type(problem)]) from problem
    except SQLAlchemyError as problem:
        raise NotReady(translatable("The database cannot be read or written")) from problem
    if revisions != [head_revision()]:
        raise NotReady(
            translatable("The database has schema {found}; this version needs {needed}"),
            found=", ".join(revisions) or "–",
            needed=head_revision(),
        )


def damaged_columns() -> Iterator[tuple[str, str, int]]:
    """The columns with JSON that cannot be read, by table and name, and in how many rows."""
    connection = db.session.connection()
    for table in Base.metadata.sorted_tables:
        for column in table.columns:
            if isinstance(column.type, JsonColumn):
                own = column.type
                texts = connection.execution_options(yield_per=1000).execute(select(type_coerce(column, Text)))
                count = sum(1 for (text,) in texts if not is_readable(own, text))
                if count:
                    yield table.name, column.name, count


def newest_event() -> datetime | None:
    """When the newest event was recorded; None if there is none."""
    return db.session.scalar(select(func.max(EventRow.at)))


class DbCommand(click.Command):
    """A stand-in for Flask-Migrate's command, whose import of Alembic takes longer than starting the server."""

    def __init__(self, app: Flask) -> None:
        super().__init__("db", help="Show or change the database schema.")
        self._app = app

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Load the real command, and let it parse the rest of the line."""
        from flask_migrate import Migrate  # noqa: PLC0415 - imports Alembic, which is slow

        Migrate(self._app, db, directory=str(upgrade.MIGRATIONS))  # replaces this command by its own
        return self._app.cli.commands["db"].make_context(info_name, args, parent, **extra)


def init_storage(app: Flask, keeps_score: Sequence[KeepsScore] = ()) -> None:
    """Configure the app for the database of `SQLALCHEMY_DATABASE_URI`; opens nothing yet.

    `keeps_score` are the columns of rooms that say which phone keeps the score of a game.

    Raises `DatabaseRefused` for another kind of database, or if its driver is not installed.
    """
    url = _checked(app.config["SQLALCHEMY_DATABASE_URI"])
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    rooms()  # their models
    given: dict[str, Any] = app.config.get("SQLALCHEMY_ENGINE_OPTIONS", {})
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = engine_options(url.get_backend_name()) | given
    try:
        db.init_app(app)
    except ModuleNotFoundError as missing:
        raise DatabaseRefused(
            _("PostgreSQL needs its driver. Run {command}", command=how_to_install("postgres"))
        ) from missing
    keep_temporary_files(Path(app.instance_path))
    with app.app_context():
        tune(db.engine)
        init_visits(app, keeps_score)
    app.cli.add_command(DbCommand(app))


def close_storage(app: Flask) -> None:
    """Close all idle connections, before a server forks or when the app is done."""
    with app.app_context():
        db.engine.dispose()


def _checked(address: str | URL) -> URL:
    if isinstance(address, str) and address.startswith("postgres://"):  # hosting services still use this scheme
        address = address.replace("postgres://", "postgresql://", 1)
    try:
        url = make_url(address)
    except ArgumentError:
        raise DatabaseRefused(
            _(
                "The address of the database cannot be read. Give {sqlite} or {postgresql}",
                sqlite="sqlite:////folder/file",
                postgresql="postgresql://user@host/name",
            )
        ) from None  # the address may contain a password
    if url.get_backend_name() not in {"sqlite", "postgresql"}:
        raise DatabaseRefused(
            _("Scorekeeper stores games in SQLite or PostgreSQL, not in {other}", other=url.drivername)
        )
    if url.get_backend_name() == "sqlite" and url.database in {None, "", ":memory:"}:
        raise DatabaseRefused(
            _("Scorekeeper stores games in a file. Name one, such as {address}", address="sqlite:////srv/games.sqlite")
        )
    return url
