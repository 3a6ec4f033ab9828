"""Joins storage to the Flask app: reads the address of the database and sets up its connections."""

from __future__ import annotations

from typing import Any

from flask import Flask
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from scorekeeper.storage.base import db
from scorekeeper.storage.db_command import DbCommand
from scorekeeper.storage.engine import engine_options, tune
from scorekeeper.storage.errors import DatabaseRefused


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
