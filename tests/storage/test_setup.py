"""Which database URLs are accepted, and how connections are set up."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage.backups import damage
from scorekeeper.storage.database import db
from scorekeeper.storage.errors import DatabaseRefused
from scorekeeper.storage.events import append
from scorekeeper.storage.setup import NotReady, check_ready, init_storage, newest_event
from scorekeeper.storage.upgrade import head_revision, revision_in
from tests.cli.runs import damage_database
from tests.databases import OpenApp
from tests.shared_app import file_of

IN_A_FILE = "Scorekeeper stores games in a file. Name one, such as sqlite:////srv/games.sqlite"


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("sqlite://", IN_A_FILE),
        ("sqlite:///", IN_A_FILE),
        ("sqlite:///:memory:", IN_A_FILE),
        ("mysql+pymysql://host/games", "Scorekeeper stores games in SQLite or PostgreSQL, not in mysql+pymysql"),
        (
            "games.sqlite",
            "The address of the database cannot be read. Give sqlite:////folder/file or postgresql://user@host/name",
        ),
    ],
)
def test_database_that_would_lose_games_is_refused(url: str, why: str) -> None:
    app = Flask("scorekeeper")
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    with pytest.raises(DatabaseRefused) as refused:
        init_storage(app)
    assert str(refused.value) == why


def test_missing_driver_of_postgresql_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def init_app(_app: Flask) -> None:
        raise ModuleNotFoundError("psycopg")

    monkeypatch.setattr(db, "init_app", init_app)
    app = Flask("scorekeeper")
    app.config["SQLALCHEMY_DATABASE_URI"] = "postgresql://localhost/games"
    with pytest.raises(DatabaseRefused) as refused:
        init_storage(app)
    assert str(refused.value) == "PostgreSQL needs its driver. Run pip install 'spades-scorekeeper[postgres]'"


def test_old_scheme_of_postgresql_is_accepted() -> None:
    app = Flask("scorekeeper")
    app.config["SQLALCHEMY_DATABASE_URI"] = "postgres://localhost/games"
    init_storage(app)
    with app.app_context():
        assert db.engine.dialect.name == "postgresql"


def test_pool_options_can_be_overridden() -> None:
    app = Flask("scorekeeper")
    app.config.update(
        SQLALCHEMY_DATABASE_URI="sqlite:////tmp/never-opened.sqlite", SQLALCHEMY_ENGINE_OPTIONS={"pool_size": 3}
    )
    init_storage(app)
    with app.app_context():
        assert db.engine.pool.size() == 3  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", ["sqlite"])
@pytest.mark.parametrize(
    ("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 1000)]
)
def test_every_sqlite_connection_has_its_pragmas(app: Flask, pragma: str, value: object) -> None:
    with db.engine.connect() as one, db.engine.connect() as another:
        for connection in (one, another):
            assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one() == value


def test_postgresql_has_few_connections_and_notices_a_lost_server() -> None:
    app = Flask("scorekeeper")
    app.config["SQLALCHEMY_DATABASE_URI"] = "postgres://ann@host/games"
    init_storage(app)
    with app.app_context():
        pool: Any = db.engine.pool
        assert db.engine.url.render_as_string() == "postgresql://ann@host/games"
        assert (pool.size(), pool._max_overflow, pool._pre_ping) == (8, 8, True)
    given = app.config["SQLALCHEMY_ENGINE_OPTIONS"]["connect_args"]
    assert given["tcp_user_timeout"] == 1000 * given["keepalives_idle"], "one in milliseconds, the other in seconds"
    assert 0 < given["connect_timeout"] < given["keepalives_idle"]


@pytest.mark.parametrize("kind", ["sqlite"])
def test_file_has_room_for_many_readers(app: Flask) -> None:
    pool: Any = db.engine.pool
    assert (pool.size(), pool._max_overflow) == (16, 48)


def test_newest_event_is_the_last_one_of_any_game(app: Flask, table: object, game_id: str) -> None:
    later = datetime.now(UTC) + timedelta(hours=1)
    append(game_id, UnsavedEvent(kind="hand", payload={}, at=later))
    assert newest_event() == later


def test_empty_database_has_no_newest_event(app: Flask) -> None:
    assert newest_event() is None


@pytest.mark.parametrize("kind", ["sqlite"])
def test_database_is_ready_with_its_own_schema(app: Flask) -> None:
    check_ready(1)
    for written, found in ((["9998", "9999"], "9998, 9999"), ([], "–")):
        with closing(sqlite3.connect(file_of(app))) as opened, opened:
            opened.execute("DELETE FROM alembic_version").close()
            opened.executemany("INSERT INTO alembic_version VALUES (?)", [(each,) for each in written]).close()
        with pytest.raises(NotReady) as refused:
            check_ready(1)
        why = f"The database has schema {found}; this version needs {head_revision()}"
        assert (str(refused.value), refused.value.text) == (why, why)


@pytest.mark.parametrize("kind", ["sqlite"])
def test_database_without_a_schema_is_not_ready(app: Flask) -> None:
    with closing(sqlite3.connect(file_of(app))) as opened, opened:
        opened.execute("ALTER TABLE alembic_version RENAME TO another").close()
    with pytest.raises(NotReady, match=r"^The database cannot be read or written$"):
        check_ready(1)


@pytest.mark.parametrize("kind", ["sqlite"])
def test_damage_to_a_file_is_named_in_one_line(app: Flask, game_id: str, tmp_path: Path) -> None:
    file = file_of(app)
    assert damage(file) is None
    with closing(sqlite3.connect(file)) as opened, opened:
        opened.execute("INSERT INTO player (table_id, name) VALUES ('nowhere', 'Ann')").close()
    assert damage(file) == "1 row refers to a missing row"
    with closing(sqlite3.connect(file)) as opened, opened:
        opened.execute("INSERT INTO player (table_id, name) VALUES ('nowhere', 'Ben')").close()
    assert damage(file) == "2 rows refer to missing rows"
    db.session.remove()
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
    damage_database(file)
    found = damage(file)
    assert found is not None
    assert "\n" not in found
    assert "page" in found.lower()
    other = tmp_path / "letter.sqlite"
    other.write_text("This is a letter to my aunt.\n" * 50, "utf-8")
    assert damage(other) == "file is not a database"


@pytest.mark.parametrize("kind", ["sqlite"])
def test_command_for_the_schema_is_loaded_when_asked_for(new_database: str, open_app: OpenApp) -> None:
    app = open_app(new_database)
    usage = open_app(new_database).test_cli_runner().invoke(args=["db", "stamp", "--help"]).output.splitlines()[0]
    assert " db stamp " in usage
    done = app.test_cli_runner().invoke(args=["db", "stamp", "0001"])
    assert done.exit_code == 0, done.output
    assert revision_in(file_of(app)) == "0001"
