"""A database from before there were statistics has them after the upgrade, without another command."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from flask import Flask
from sqlalchemy import text

from scorekeeper.storage.database import db
from scorekeeper.storage.setup import init_storage
from scorekeeper.storage.upgrade import changing_schema
from tests.storage.test_migrations import config
from tests.web.browsing import Phone
from tests.web.conftest import MakeApp
from tests.web.record import between, table_with

BIG = "Ann 9 took 9, Ben 1 took 4"


def to_first_schema(database: str) -> None:
    """The state that an old version leaves: no salts, no statistics, no links."""
    file = Path(database.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(file)) as connection:
        (trigger,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'entry_refuses_UPDATE'").fetchone()
        connection.executescript(f"DROP TRIGGER entry_refuses_UPDATE; UPDATE entry SET salt = NULL; {trigger};")
    app = Flask("scorekeeper")
    app.config["SQLALCHEMY_DATABASE_URI"] = database
    init_storage(app)
    with app.app_context():
        with changing_schema(db.engine) as connection:
            settings = config()
            settings.attributes["connection"] = connection
            command.downgrade(settings, "0001")
        db.engine.dispose()


def test_players_have_their_figures_after_the_upgrade(make_app: MakeApp, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'old.sqlite'}"
    app = make_app(SQLALCHEMY_DATABASE_URI=database)
    table_with(app, Phone(app.test_client()), between("Ann", "Ben", BIG), between("Ann", "Ben"))
    with app.app_context():
        before = figures()
        db.engine.dispose()
    to_first_schema(database)
    with make_app(SQLALCHEMY_DATABASE_URI=database).app_context():
        assert figures() == before
        assert len(before) == 2
        assert db.session.scalar(text("SELECT count(*) FROM result")) == 4


def figures() -> list[tuple[object, ...]]:
    return [tuple(row) for row in db.session.execute(text("SELECT * FROM tally ORDER BY player_id"))]
