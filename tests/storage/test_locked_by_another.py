"""Another program locks SQLite: all writers give up in time, and do not queue up."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from threading import Thread

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.errors import DatabaseBusy
from scorekeeper.storage.events import append, events_of
from tests.shared_app import file_of

pytestmark = pytest.mark.parametrize("kind", ["sqlite"])


@contextmanager
def another_program_writes(app: Flask) -> Iterator[None]:
    with closing(sqlite3.connect(file_of(app), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE").close()
        yield
        other.execute("COMMIT").close()


@contextmanager
def noted_waits(app: Flask) -> Iterator[list[int]]:
    """How many milliseconds each writer would wait for another program, according to SQLite."""
    waits: list[int] = []

    def trace(connection: sqlite3.Connection, *_more: object) -> None:
        (now,) = connection.execute("PRAGMA busy_timeout").fetchone()

        def note(statement: str) -> None:
            nonlocal now
            if statement.startswith("PRAGMA busy_timeout="):
                now = int(statement.partition("=")[2])
            elif statement == "BEGIN IMMEDIATE":
                waits.append(now)

        connection.set_trace_callback(note)

    def trace_no_more(connection: sqlite3.Connection, *_more: object) -> None:
        connection.set_trace_callback(None)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "checkout", trace)
    event.listen(engine, "checkin", trace_no_more)
    yield waits
    event.remove(engine, "checkout", trace)
    event.remove(engine, "checkin", trace_no_more)


def test_writer_gives_up_at_its_deadline(app: Flask, game_id: str) -> None:
    with noted_waits(app) as waits, another_program_writes(app), pytest.raises(DatabaseBusy), write_transaction(0):
        append(game_id, UnsavedEvent(kind="hand", payload={}))
    assert waits == [0]
    assert append(game_id, UnsavedEvent(kind="hand", payload={})).new


def test_deadline_covers_the_turn_and_the_lock(app: Flask) -> None:
    with write_transaction(deadline=3) as session:
        assert 0 < session.connection().exec_driver_sql("PRAGMA busy_timeout").scalar_one() <= 3000
    with db.engine.connect() as connection:
        connection.begin()
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one() == 1000


def test_waiting_writers_share_the_deadline(app: Flask, game_id: str) -> None:
    refused: list[str] = []

    def write() -> None:
        with app.app_context():
            try:
                with write_transaction(deadline=0.5):
                    append(game_id, UnsavedEvent(kind="hand", payload={}))
            except DatabaseBusy as busy:
                refused.append(str(busy))

    with noted_waits(app) as waits, another_program_writes(app):
        threads = [Thread(target=write) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(refused) == 20
    assert waits, "the first waits for the other program"
    assert all(wait < 500 for wait in waits), "the wait for the turn is a part of it"
    assert len(events_of(game_id)) == 1
