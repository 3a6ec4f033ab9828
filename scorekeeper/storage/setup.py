"""Joins storage to the Flask app: the address of the database, its connections, and `flask db`."""

from __future__ import annotations

from typing import Any

import click
from flask import Flask
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from scorekeeper.storage import upgrade
from scorekeeper.storage.database import db
from scorekeeper.storage.engine import engine_options, tune
from scorekeeper.storage.errors import DatabaseRefused


class DbCommand(click.Command):
    """Stands for Flask-Migrate's command, which with Alembic takes longer to load than a server to start."""

    def __init__(self, app: Flask) -> None:
        super().__init__("db", help="Look at the database's schema, or change it.")
        self._app = app

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Let the real command read the words that follow."""
        from flask_migrate import Migrate  # noqa: PLC0415 - no start waits for Alembic

        Migrate(self._app, db, directory=str(upgrade.MIGRATIONS))  # puts its own command in this one's place
        return self._app.cli.commands["db"].make_context(info_name, args, parent, **extra)


def init_storage(app: Flask) -> None:
    """Let `app` keep its games in the database of `SQLALCHEMY_DATABASE_URI`; opens nothing yet.

    Raises `DatabaseRefused` where the address is of another kind of database, or its driver is not installed.
    """
    url = _checked(app.config["SQLALCHEMY_DATABASE_URI"])
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    given: dict[str, Any] = app.config.get("SQLALCHEMY_ENGINE_OPTIONS", {})
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = engine_options(url.get_backend_name()) | given
    try:
        db.init_app(app)
    except ModuleNotFoundError as missing:
        raise DatabaseRefused("PostgreSQL needs its driver: pip install 'scorekeeper[postgres]'") from missing
    with app.app_context():
        tune(db.engine)
    app.cli.add_command(DbCommand(app))


def close_storage(app: Flask) -> None:
    """Close every connection that is not in use: before a server forks, and when the app is done with."""
    with app.app_context():
        db.engine.dispose()


def _checked(address: str | URL) -> URL:
    if isinstance(address, str) and address.startswith("postgres://"):  # as hosts still print it
        address = address.replace("postgres://", "postgresql://", 1)
    try:
        url = make_url(address)
    except ArgumentError:
        raise DatabaseRefused(
            "the address of the database cannot be read: it is sqlite:////folder/file or postgresql://user@host/name"
        ) from None  # the address may hold a password
    if url.get_backend_name() not in {"sqlite", "postgresql"}:
        raise DatabaseRefused(f"Scorekeeper keeps games in SQLite or PostgreSQL, not in {url.drivername}")
    if url.get_backend_name() == "sqlite" and url.database in {None, "", ":memory:"}:
        raise DatabaseRefused("Scorekeeper keeps games in a file: give one, as in sqlite:////srv/games.sqlite")
    return url
