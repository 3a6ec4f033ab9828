"""Another program keeps SQLite to itself: whoever writes gives up in time, not one after another."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from threading import Thread

import pytest
from flask import Flask

from scorekeeper.storage import DatabaseBusy, UnsavedEvent, append, db, entries_of, write_transaction
from tests.one_app import file_of

pytestmark = pytest.mark.parametrize("kind", ["sqlite"])
LONG = 8  # seconds: what must not wait takes far less, also on a machine with other work


@contextmanager
def another_program_writes(app: Flask) -> Iterator[None]:
    with closing(sqlite3.connect(file_of(app), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE").close()
        yield
        other.execute("COMMIT").close()


def test_a_writer_gives_up_after_what_it_said(app: Flask, game_id: str) -> None:
    began = time.monotonic()
    with another_program_writes(app), pytest.raises(DatabaseBusy), write_transaction(deadline=0):
        append(game_id, UnsavedEvent(kind="hand", payload={}))
    assert time.monotonic() - began < LONG
    assert append(game_id, UnsavedEvent(kind="hand", payload={})).new


def test_the_wait_for_the_turn_and_for_the_other_program_are_one(app: Flask) -> None:
    with write_transaction(deadline=3) as session:
        assert 0 < session.connection().exec_driver_sql("PRAGMA busy_timeout").scalar_one() <= 3000
    with db.engine.connect() as connection:
        connection.begin()
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one() == 1000


def test_writers_do_not_wait_one_after_another(app: Flask, game_id: str) -> None:
    told: list[str] = []

    def write() -> None:
        with app.app_context():
            try:
                with write_transaction(deadline=0.5):
                    append(game_id, UnsavedEvent(kind="hand", payload={}))
            except DatabaseBusy as busy:
                told.append(str(busy))

    began = time.monotonic()
    with another_program_writes(app):
        threads = [Thread(target=write) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(told) == 20
    assert time.monotonic() - began < LONG, "one after another takes ten seconds"
    assert len(entries_of(game_id)) == 1
