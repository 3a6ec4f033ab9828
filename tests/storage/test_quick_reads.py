"""What requests read first is kept for its transaction, and for a 304 until somebody commits: it is never older."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Connection, create_engine, event, select, update

from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage import visits
from scorekeeper.storage.database import db
from scorekeeper.storage.errors import DatabaseBusy
from scorekeeper.storage.events import append
from scorekeeper.storage.members import Role, add_member
from scorekeeper.storage.models import Table
from scorekeeper.storage.setup import close_storage
from scorekeeper.storage.visits import game_and_device, game_row, quick_reads_of, table_and_device
from tests.shared_app import file_of

only_sqlite = pytest.mark.parametrize("kind", ["sqlite"])


@contextmanager
def statements() -> Iterator[list[str]]:
    """The statements that the app's own engine runs."""
    run: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        run.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    yield run
    event.remove(db.engine, "before_cursor_execute", note)


def another_program_renames(table_id: str, name: str) -> None:
    other = create_engine(db.engine.url)
    with other.begin() as connection:
        connection.execute(update(Table).where(Table.id == table_id).values(name=name))
    other.dispose()


def test_rows_are_read_once_in_a_transaction(table: Table, game_id: str) -> None:
    add_member(table.id, "ann", name="Ann", role=Role.SCORER)
    with statements() as run:
        for _ in range(2):
            row, device = game_and_device(game_id, "ann")
            assert game_row(game_id) is row
            assert device is not None
        assert len(run) == 1
        append(game_id, UnsavedEvent(kind="hand", payload={}))
        run.clear()
        assert game_row(game_id).last_seq == 2
        assert len(run) == 1


def test_commit_of_another_program_is_seen_at_once(table: Table, game_id: str) -> None:
    table_id = table.id
    for name in ("Sunday", "Monday"):
        another_program_renames(table_id, name)
        db.session.rollback()  # as between two requests
        assert game_row(game_id).table_name == name
        assert table_and_device(table_id, "a stranger")[0].name == name


def test_session_that_has_begun_to_read_stays_at_its_moment(table: Table, game_id: str, kind: str) -> None:
    table_id = table.id  # after a rollback, asking the object for it would begin to read
    assert db.session.execute(select(Table.stored_name)).scalar_one() == "Friday"
    if kind == "sqlite":  # where a transaction reads of one moment
        another_program_renames(table_id, "Sunday")
        assert game_row(game_id).table_name == "Friday"
    db.session.rollback()
    another_program_renames(table_id, "Monday")
    assert game_row(game_id).table_name == "Monday"


def last_seq(app: Flask, game_id: str) -> int | None:
    """The number of the game's last event, as a phone's version of its page needs it."""
    last = quick_reads_of(app).last_event_for(game_id, "ann")
    return None if last is None else last.last_seq


@pytest.fixture
def seen(table: Table, game_id: str) -> str:
    """A game at whose table Ann's phone is."""
    add_member(table.id, "ann", name="Ann", role=Role.SCORER)
    return game_id


@only_sqlite
def test_version_is_read_once_until_a_commit(app: Flask, seen: str) -> None:
    with statements() as run:
        assert [last_seq(app, seen) for _ in range(2)] == [1, 1]
        assert len(run) == 1
        append(seen, UnsavedEvent(kind="hand", payload={}))
        run.clear()
        assert last_seq(app, seen) == 2
        assert len(run) == 1


@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_NOTADB])
def test_version_that_cannot_be_read_is_another_one_or_the_database_is_busy(code: int) -> None:
    def refuse(_statement: str) -> None:
        problem = sqlite3.OperationalError()
        problem.sqlite_errorcode = code
        raise problem

    broken: Any = SimpleNamespace(connection=SimpleNamespace(dbapi_connection=SimpleNamespace(execute=refuse)))
    if code == sqlite3.SQLITE_BUSY:
        with pytest.raises(DatabaseBusy):
            visits._version_seen_by(broken)
    else:
        assert visits._version_seen_by(broken) is None


@only_sqlite
def test_another_reader_is_not_waited_for_long(app: Flask, seen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "READ_TIMEOUT", 0.01)
    refused: list[type[Exception]] = []

    def read() -> None:
        try:
            last_seq(app, seen)
        except DatabaseBusy as busy:
            refused.append(type(busy))

    with quick_reads_of(app).since_commit():
        other = Thread(target=read)
        other.start()
        other.join()
    assert refused == [DatabaseBusy]
    assert last_seq(app, seen) == 1


@only_sqlite
def test_connection_that_broke_is_replaced(app: Flask, seen: str) -> None:
    def broken(connection: Connection) -> None:
        opened = connection.connection.dbapi_connection
        assert opened is not None
        opened.close()

    assert last_seq(app, seen) == 1
    with quick_reads_of(app).since_commit() as (connection, _found):
        broken(connection)
    assert last_seq(app, seen) == 1


@only_sqlite
def test_closed_storage_holds_no_file_open(app: Flask, seen: str, tmp_path: Path) -> None:
    file, copy = file_of(app), tmp_path / "copy.sqlite"
    last_seq(app, seen)
    db.session.remove()
    close_storage(app)
    assert not [*file.parent.glob(f"{file.name}-*")], "the log was written back"
    shutil.copy(file, copy)
    append(seen, UnsavedEvent(kind="hand", payload={}))
    assert last_seq(app, seen) == 2
    db.session.remove()
    close_storage(app)
    shutil.copy(copy, file)
    assert last_seq(app, seen) == 1, "an older file was put back"
