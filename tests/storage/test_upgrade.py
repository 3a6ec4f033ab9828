"""Startup upgrades an older database, after a backup, and leaves an unknown one alone."""

from __future__ import annotations

import hashlib
import re
import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage import upgrade
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.errors import DatabaseIsNewer, DatabaseRefused
from scorekeeper.storage.events import append, events_of
from scorekeeper.storage.games import create_table, tables
from scorekeeper.storage.new_game import Created
from scorekeeper.storage.upgrade import Prepared, copy_before_upgrade, prepare_database
from tests.databases import OpenApp
from tests.shared_app import migrate
from tests.storage.later_version import later_migrations

HEAD = upgrade.head_revision()
sqlite_only = pytest.mark.parametrize("kind", ["sqlite"])


@pytest.fixture
def database(new_database: str) -> str:
    """A database for this test alone: its schema changes."""
    return new_database


@pytest.fixture(autouse=True)
def migrations_run_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upgrade, "_upgrade", migrate)


def file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def fingerprint(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_an_empty_database_gets_its_schema(empty_database: str, open_app: OpenApp) -> None:
    app = open_app(empty_database)
    assert prepare_database(app) == Prepared(None, HEAD)
    assert prepare_database(app) == Prepared(HEAD, HEAD)
    with app.app_context():
        create_table("Friday")
        assert [table.name for table in tables()] == ["Friday"]


def test_older_database_is_upgraded_with_its_games(
    database: str, started: Created, open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db.session.remove()
    monkeypatch.setattr(upgrade, "MIGRATIONS", later_migrations(tmp_path))
    app = open_app(database)
    done = prepare_database(app)
    assert (done.found, done.now) == (HEAD, "9999")
    with app.app_context():
        assert db.session.scalar(text("SELECT motto FROM card_table")) == "Shuffle up"
        assert events_of(started.game.id) == started.events
        assert append(started.game.id, UnsavedEvent(kind="hand", payload={}), expected_seq=1).new


@sqlite_only
def test_older_file_is_copied_before_the_upgrade(
    database: str,
    started: Created,
    open_app: OpenApp,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Including what is still in the write-ahead log, since the file is in use."""
    with monkeypatch.context() as later:
        later.setattr(upgrade, "MIGRATIONS", later_migrations(tmp_path))
        copy = prepare_database(open_app(database)).copy
    assert copy is not None
    assert copy.parent == tmp_path
    assert re.fullmatch(rf"games-{HEAD}-\d{{8}}T\d{{12}}\.sqlite", copy.name), copy.name
    assert copy.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.glob("*.part")) == []
    line = f"Upgrading {file_of(database)} from schema {HEAD} to 9999; a copy is at {copy}"
    assert [record.getMessage() for record in caplog.records if record.name == upgrade.__name__] == [line]
    app = open_app(f"sqlite:///{copy}")
    assert prepare_database(app) == Prepared(HEAD, HEAD)
    with app.app_context():
        assert events_of(started.game.id) == started.events


@pytest.mark.parametrize("stamp", [HEAD, "0006"], ids=["said to be new", "said to be old"])
def test_half_upgraded_database_is_said(
    database: str, started: Created, open_app: OpenApp, tmp_path: Path, stamp: str
) -> None:
    """Somebody has changed it by hand: what it says about itself is not what is in it."""
    app = open_app(database)
    with app.app_context(), write_transaction() as session:
        if stamp == HEAD:
            session.execute(text("ALTER TABLE season RENAME TO season_away"))
        session.execute(text("UPDATE alembic_version SET version_num = :stamp"), {"stamp": stamp})
    db.session.remove()
    for _start in range(2):
        with pytest.raises(DatabaseRefused, match=r"^The database is half upgraded, as after a change by hand \("):
            prepare_database(open_app(database))
    assert len(list(tmp_path.glob("*.sqlite"))) <= 1, "no copy is left by each start"


@sqlite_only
def test_current_file_is_not_copied(database: str, open_app: OpenApp, tmp_path: Path) -> None:
    before = fingerprint(file_of(database))
    assert prepare_database(open_app(database)) == Prepared(HEAD, HEAD)
    assert fingerprint(file_of(database)) == before
    assert len(list(tmp_path.glob("*.sqlite"))) == 1


def test_failed_upgrade_changes_nothing(
    database: str, started: Created, open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db.session.remove()
    with monkeypatch.context() as later:
        later.setattr(upgrade, "MIGRATIONS", later_migrations(tmp_path, then="raise KeyError('no motto')"))
        with pytest.raises(KeyError, match="no motto"):
            prepare_database(open_app(database))
    app = open_app(database)
    assert prepare_database(app) == Prepared(HEAD, HEAD)
    with app.app_context():
        assert events_of(started.game.id) == started.events


@sqlite_only
def test_an_upgrade_that_would_break_references_is_undone(
    database: str, started: Created, open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db.session.remove()
    with monkeypatch.context() as later:
        later.setattr(upgrade, "MIGRATIONS", later_migrations(tmp_path, then="op.execute('DELETE FROM card_table')"))
        with pytest.raises(RuntimeError, match="broken references"):
            prepare_database(open_app(database))
    assert prepare_database(open_app(database)) == Prepared(HEAD, HEAD)


def test_newer_database_is_refused_unchanged(
    database: str, open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as later:
        later.setattr(upgrade, "MIGRATIONS", later_migrations(tmp_path))
        prepare_database(open_app(database))
    with pytest.raises(DatabaseIsNewer, match="newer version of Scorekeeper") as caught:
        prepare_database(open_app(database))
    assert (caught.value.found, caught.value.head) == ("9999", HEAD)


@sqlite_only
def test_newer_file_keeps_every_byte(database: str, open_app: OpenApp) -> None:
    path = file_of(database)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'").close()
        connection.commit()
    before = fingerprint(path), sorted(path.parent.iterdir())
    with pytest.raises(DatabaseIsNewer, match=r"games\.sqlite was written by a newer version"):
        prepare_database(open_app(database))
    assert (fingerprint(path), sorted(path.parent.iterdir())) == before


def someone_else_s(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)").close()


@pytest.mark.parametrize("write", [someone_else_s, lambda path: path.write_bytes(b"not a database at all" * 99)])
def test_file_of_another_program_is_refused_unchanged(
    tmp_path: Path, open_app: OpenApp, write: Callable[[Path], object]
) -> None:
    path = tmp_path / "other.sqlite"
    write(path)
    before = fingerprint(path)
    with pytest.raises(DatabaseRefused) as refused:
        prepare_database(open_app(f"sqlite:///{path}"))
    assert str(refused.value) in (
        f"{path} is not a Scorekeeper database. Nothing was changed",
        f"{path} cannot be read as an SQLite database (file is not a database)",
    )
    assert fingerprint(path) == before
    assert list(tmp_path.iterdir()) == [path]


def test_simultaneous_starts_create_one_schema(empty_database: str, open_app: OpenApp) -> None:
    apps = [open_app(empty_database) for _ in range(4)]
    with ThreadPoolExecutor(4) as starts:
        done = list(starts.map(prepare_database, apps))
    assert {prepared.now for prepared in done} == {HEAD}
    with apps[0].app_context():
        assert db.session.scalar(text("SELECT count(*) FROM alembic_version")) == 1


def test_missing_folder_is_created(tmp_path: Path, open_app: OpenApp) -> None:
    path = tmp_path / "srv" / "instance" / "games.sqlite"
    assert prepare_database(open_app(f"sqlite:///{path}")).now == HEAD
    assert path.exists()


@pytest.mark.parametrize("kind", ["sqlite"])
def test_copy_keeps_the_suffix_of_the_file(database: str, tmp_path: Path) -> None:
    for name, suffix in (("table.db", ".db"), ("table", ".sqlite")):
        file = shutil.copy(str(make_url(database).database), tmp_path / name)
        assert copy_before_upgrade(Path(file), "0001").suffix == suffix
