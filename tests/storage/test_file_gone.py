"""The database file is deleted, replaced or full while the server runs: no response claims that a hand was saved."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage import engine
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.errors import DatabaseGone, DatabaseReadOnly, DiskFull
from scorekeeper.storage.events import append, events_of
from scorekeeper.storage.obstacles import Obstacle
from scorekeeper.storage.setup import close_storage
from scorekeeper.storage.upgrade import prepare_database
from tests.databases import OpenApp
from tests.shared_app import file_of


@pytest.fixture
def kind() -> str:
    return "sqlite"


@pytest.fixture
def file(app: Flask, game_id: str) -> Path:
    append(game_id, UnsavedEvent(kind="hand", payload={}))
    return file_of(app)


def write(game_id: str) -> bool:
    return append(game_id, UnsavedEvent(kind="hand", payload={})).new


def remove(file: Path) -> None:
    for one in file.parent.glob(f"{file.name}*"):
        one.unlink()


def test_write_to_a_deleted_file_is_refused(file: Path, game_id: str) -> None:
    remove(file)
    with pytest.raises(DatabaseGone):
        write(game_id)
    assert not file.exists(), "no empty one takes its place"
    assert len(events_of(game_id)) == 2, "what was there can still be read and exported"


def test_file_deleted_during_a_write_is_noticed(file: Path) -> None:
    with pytest.raises(DatabaseGone):
        write_meanwhile(file)


def write_meanwhile(file: Path) -> None:
    with write_transaction() as session:
        session.execute(text("UPDATE game SET last_seq = last_seq"))
        remove(file)


def test_new_connection_creates_no_file(file: Path, app: Flask) -> None:
    db.session.remove()
    close_storage(app)
    remove(file)
    with pytest.raises(DatabaseGone):
        db.session.execute(text("SELECT 1"))
    assert not file.exists()


def test_replaced_file_is_refused(file: Path, game_id: str) -> None:
    copy = file.with_name("copy.sqlite")
    shutil.copy(file, copy)
    copy.replace(file)
    with pytest.raises(DatabaseGone):
        write(game_id)


def test_same_file_put_back_works_again(file: Path, game_id: str) -> None:
    away = file.with_name("away.sqlite")
    file.rename(away)
    with pytest.raises(DatabaseGone):
        write(game_id)
    away.rename(file)
    assert write(game_id)


@pytest.fixture
def full(file: Path, game_id: str) -> Iterator[str]:
    """A game in a database without room for another page."""
    with db.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        connection.rollback()
    yield game_id
    db.session.remove()


def test_full_disk_is_reported(full: str) -> None:
    before = len(events_of(full))
    with pytest.raises(DiskFull):
        append(full, UnsavedEvent(kind="hand", payload={"note": "x" * 100_000}))
    assert len(events_of(full)) == before


def test_database_is_created_only_if_missing(tmp_path: Path, open_app: OpenApp) -> None:
    url = f"sqlite:///{tmp_path / 'new.sqlite'}"
    assert prepare_database(open_app(url)).found is None
    assert prepare_database(open_app(url)).found is not None


@pytest.mark.parametrize(
    ("code", "is_in_the_way", "error"),
    [
        (sqlite3.SQLITE_IOERR_WRITE, False, DiskFull),
        (sqlite3.SQLITE_IOERR_WRITE, True, DatabaseReadOnly),
        (sqlite3.SQLITE_IOERR_FSYNC, False, DatabaseReadOnly),
        (sqlite3.SQLITE_IOERR_TRUNCATE, False, DatabaseReadOnly),
        (sqlite3.SQLITE_CANTOPEN, False, DatabaseGone),
        (sqlite3.SQLITE_CANTOPEN, True, DatabaseReadOnly),
        (sqlite3.SQLITE_READONLY_DBMOVED, True, DatabaseGone),
    ],
)
def test_disk_that_fails_while_the_file_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, is_in_the_way: bool, error: type[Exception]
) -> None:
    """SQLite says the same of a write to a full disk and to one that turned read-only."""
    found = Obstacle("The disk can only be read", "Make it writable") if is_in_the_way else None
    monkeypatch.setattr(engine, "obstacle", lambda _file: found)
    assert type(engine.sqlite_error(code, tmp_path / "scorekeeper.sqlite")) is error
