"""Which database is opened at startup: one of this version, or the reason why not."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from scorekeeper.storage import engine, upgrade
from scorekeeper.storage.database import db
from scorekeeper.storage.errors import DatabaseIsNewer, DatabaseRefused
from scorekeeper.storage.upgrade import Prepared, prepare_database, revision_in
from tests.databases import OpenApp
from tests.storage.test_upgrade import HEAD, file_of, migrations_run_each_time, sqlite_only

__all__ = ["migrations_run_each_time"]


def test_database_with_two_revisions_or_none_is_no_version_of_ours(new_database: str, open_app: OpenApp) -> None:
    """As on a server, where the revision is asked of the database, not read from a file."""
    app = open_app(new_database)
    with app.app_context():
        assert upgrade._revision_on(db.engine) == HEAD
        assert upgrade._prepare_server(db.engine) == Prepared(HEAD, HEAD)
        with db.engine.begin() as connection:
            connection.execute(text("INSERT INTO alembic_version VALUES ('0001')"))
        with pytest.raises(DatabaseRefused) as refused:
            upgrade._revision_on(db.engine)
        assert str(refused.value) == "The database has several schema revisions at once. Nothing was changed"
        with db.engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '9999' WHERE version_num = '0001'"))
            connection.execute(text("DELETE FROM alembic_version WHERE version_num <> '9999'"))
        with pytest.raises(DatabaseIsNewer) as newer:
            upgrade._prepare_server(db.engine)
        assert str(newer.value).startswith("The database was written by a newer version")
        assert newer.value.found == "9999"
        with db.engine.begin() as connection:
            connection.execute(text("DELETE FROM alembic_version"))
        assert upgrade._revision_on(db.engine) is None


def test_empty_database_on_a_server_gets_its_schema(empty_database: str, open_app: OpenApp) -> None:
    app = open_app(empty_database)
    if empty_database.startswith("sqlite"):
        file_of(empty_database).touch()
    with app.app_context():
        assert upgrade._prepare_server(db.engine) == Prepared(None, HEAD)
        assert upgrade._prepare_server(db.engine) == Prepared(HEAD, HEAD)


def test_revision_is_read_while_the_file_is_in_use(tmp_path: Path) -> None:
    """What a running server has just written is only in the journal beside the file."""
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as server:
        server.execute("PRAGMA journal_mode=WAL").close()
        server.execute("CREATE TABLE alembic_version (version_num TEXT)").close()
        server.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
        server.execute("INSERT INTO alembic_version VALUES ('0007')").close()
        assert revision_in(path) == "0007"


def test_an_empty_file_has_no_revision_and_gets_its_schema(tmp_path: Path, open_app: OpenApp) -> None:
    path = tmp_path / "games.sqlite"
    assert revision_in(path) is None
    path.touch()
    assert revision_in(path) is None
    assert path.stat().st_size == 0
    assert prepare_database(open_app(f"sqlite:///{path}")) == Prepared(None, HEAD)


def test_database_that_cannot_be_opened_is_named_with_the_reason(tmp_path: Path, open_app: OpenApp) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "games.sqlite"
    with pytest.raises(DatabaseRefused) as refused:
        prepare_database(open_app(f"sqlite:///{path}"))
    assert str(refused.value) == f"The database sqlite:///{path} cannot be opened (File exists)"


@sqlite_only
def test_database_that_another_program_locks_cannot_be_opened(
    empty_database: str, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "WRITE_TIMEOUT", 0)
    with closing(sqlite3.connect(file_of(empty_database), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE").close()
        with pytest.raises(DatabaseRefused) as refused:
            prepare_database(open_app(empty_database))
    assert str(refused.value).startswith(f"Another program keeps {file_of(empty_database)} locked; nothing is lost")
    assert "\n" not in str(refused.value)
