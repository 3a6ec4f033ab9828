"""The file is clean after an erasure, even one that was killed, and nobody is refused while it is cleaned."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from threading import Event, Thread
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.core.game import CORRECTION, ERASE
from scorekeeper.services import erasing
from scorekeeper.services.recording import record
from scorekeeper.services.starting import Started, start_game
from scorekeeper.services.verifying import verify_stored
from scorekeeper.storage import cleaning, database
from scorekeeper.storage.cleaning import finish_cleaning, mark_unclean
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.erasing import versions_of_games
from scorekeeper.storage.events import events_of
from scorekeeper.storage.models import Table
from tests.services.cast import BEN, BIG, EVEN, game_setup, hand_body
from tests.services.erasures import NAME, erase, everything_kept, file_bytes, finished_game, player_id
from tests.services.kills import erase_and_die
from tests.shared_app import file_of
from tests.warm import run_elsewhere


@pytest.fixture
def started(table: Table) -> Started:
    return finished_game(table)


@pytest.fixture
def large(app: Flask) -> None:
    """The database has 20,000 rows, so that cleaning it takes many steps."""
    with closing(sqlite3.connect(file_of(app))) as other, other:
        other.execute("CREATE TABLE filler (row TEXT PRIMARY KEY)")
        other.executemany("INSERT INTO filler VALUES (?)", ((f"{number:032}",) for number in range(20_000)))


def is_in_file(app: Flask) -> bool:
    db.session.remove()
    return NAME.lower().encode() in file_bytes(app).lower()


def mark() -> int:
    found = db.session.scalar(text("PRAGMA user_version"))
    db.session.rollback()
    return int(found or 0)


@contextmanager
def hands_recorded(app: Flask, table_id: str) -> Iterator[list[Exception]]:
    """Somebody records one hand after another meanwhile; yields what they are refused with."""
    refused: list[Exception] = []
    over, first = Event(), Event()

    def play() -> None:
        with app.app_context():
            while not over.is_set():
                try:
                    game = start_game(table_id, game_setup(), author=BEN).game.id
                    record(game, "hand", hand_body(1, EVEN), author=BEN)
                except Exception as problem:
                    refused.append(problem)
                first.set()

    player = Thread(target=play)
    player.start()
    first.wait(20)
    try:
        yield refused
    finally:
        over.set()
        player.join()


@pytest.fixture
def attempts(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each attempt to rewrite the file came to its end; writers let it go on for a hundredth of a second.

    The first would take nine seconds or more: somebody comes to write meanwhile.
    """
    found: list[bool] = []
    rewritten: Callable[..., bool] = cleaning._rewritten

    def noted(session: Any, file: sqlite3.Connection, **more: Any) -> bool:
        file.set_progress_handler(None if found else lambda: time.sleep(0.005), 100)
        found.append(rewritten(session, file, **more))
        return found[-1]

    monkeypatch.setattr(cleaning, "_rewritten", noted)
    monkeypatch.setattr(cleaning, "PAUSE", 0.05)
    monkeypatch.setattr(database, "GIVES_WAY_AFTER", 0.01)
    return found


@pytest.mark.usefixtures("large", "started")
def test_nobody_is_refused_while_a_player_is_erased(app: Flask, table: Table, attempts: list[bool]) -> None:
    with hands_recorded(app, table.id) as refused:
        assert erase(table)
    assert refused == []
    assert attempts[0] is False, "it stops for who waits"
    assert attempts[-1] is True
    assert NAME not in everything_kept()
    assert not is_in_file(app)
    assert verify_stored().holds


@pytest.mark.usefixtures("started")
def test_erasure_killed_before_its_end_changes_nothing(app: Flask, table: Table, database: str) -> None:
    before = everything_kept()
    killed = run_elsewhere(erase_and_die, database, table.id, player_id(table), "_write_table")
    killed.join(60)
    assert killed.exitcode == -9
    assert everything_kept() == before
    assert mark() == 0


def test_erasure_killed_after_its_end_is_cleaned_at_the_next_start(
    app: Flask, table: Table, started: Started, database: str
) -> None:
    killed = run_elsewhere(erase_and_die, database, table.id, player_id(table), "_clean")
    killed.join(60)
    assert killed.exitcode == -9
    db.session.rollback()
    assert NAME not in everything_kept()
    assert events_of(started.game.id)[-1].kind == ERASE
    assert mark() == 1
    assert is_in_file(app), "otherwise this shows nothing"
    finish_cleaning(app)
    assert not is_in_file(app)
    assert mark() == 0
    assert verify_stored().holds


@pytest.mark.usefixtures("started")
def test_mark_of_another_erasure_stays(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    rewritten: Callable[..., bool] = cleaning._rewritten

    def then_another(*given: Any, **more: Any) -> bool:
        done = rewritten(*given, **more)
        with write_transaction() as session:
            mark_unclean(session)
        return done

    monkeypatch.setattr(cleaning, "_rewritten", then_another)
    assert erase(table)
    assert mark() == 2


@pytest.mark.usefixtures("started")
def test_file_that_another_program_reads_is_cleaned_later(app: Flask, table: Table) -> None:
    with closing(sqlite3.connect(file_of(app), isolation_level=None)) as other:
        other.execute("BEGIN").close()
        other.execute("SELECT * FROM player").fetchall()
        assert not erase(table)
        assert mark() == 1
    finish_cleaning(app)
    assert mark() == 0
    assert not is_in_file(app)


@pytest.mark.parametrize("kind", [pytest.param("postgresql", marks=pytest.mark.postgres)])
def test_event_recorded_at_the_same_moment_is_erased_too(
    app: Flask, table: Table, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On PostgreSQL others record while the erasure is written."""
    game, first = started.game.id, [True]

    def correct() -> None:
        with app.app_context():
            record(game, CORRECTION, {**hand_body(1, BIG), "reason": f"{NAME} again"}, author=BEN)

    def then_a_correction(table_id: str) -> frozenset[str]:
        found = versions_of_games(table_id)
        if first:
            first.clear()
            other = Thread(target=correct)
            other.start()
            other.join()
        return found

    monkeypatch.setattr(erasing, "versions_of_games", then_a_correction)
    assert erase(table)
    assert not first
    assert NAME not in everything_kept()
    assert [event.kind for event in events_of(game)][-2:] == [CORRECTION, ERASE]
    assert verify_stored().holds
