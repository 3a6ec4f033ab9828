"""PostgreSQL stops, or holds a lock: pages say so in time, others keep working, and everything recovers by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import psycopg
import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper import create_app
from scorekeeper.storage import engine
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import DiskFull
from scorekeeper.storage.setup import close_storage
from tests.api.calling import EVEN, Program
from tests.databases import own_postgres
from tests.web.at_table import Pad, start_game
from tests.web.browsing import Phone

pytestmark = pytest.mark.postgres
SAVERS = 20  # more than there are connections


@pytest.fixture(scope="module")
def own_server() -> Iterator[Any]:
    """A PostgreSQL server that can be stopped."""
    with own_postgres() as server:
        yield server


@pytest.fixture
def app(own_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setattr(engine, "POSTGRES_TIMEOUTS", ("SET lock_timeout = '300ms'", "SET statement_timeout = '20s'"))
    app = create_app({"SQLALCHEMY_DATABASE_URI": own_server.get_uri(), "TESTING": True, "RATE_LIMITS": False})
    yield app
    close_storage(app)


@pytest.fixture
def pad(app: Flask) -> Pad:
    return start_game(Phone(app.test_client()))


def test_stopped_database_is_reported_and_a_retry_is_recorded_once(own_server: Any, app: Flask, pad: Pad) -> None:
    program = Program(app)
    game = program.start()
    entry = {"id": "4f0e7a52-8d0e-4d5c-9b1a-0d3f6c1b2a77", "kind": "hand", "hand": 1, **EVEN}
    own_server.stop()
    try:
        page = pad.phone.submit(pad.page.form_with("seat"), None, 503, call="4")
        called = program.call("POST", f"/games/{game}/entries", entry)
    finally:
        own_server.start()
    assert page.heading == "The database doesn’t answer"
    assert "Nothing is saved twice" in page.text
    assert (called.status_code, called.headers["Retry-After"]) == (503, "5")
    assert program.error(called.get_json())["code"] == "database-away"
    for status in (201, 200):
        assert program.call("POST", f"/games/{game}/entries", entry).status_code == status
    assert [one["kind"] for one in program.entries(game)] == ["start", "hand"]
    pad.reload()
    pad.bid("Ann", "4")
    assert pad.bidder == "Ben"


def test_full_disk_of_the_database_server_is_reported(app: Flask) -> None:
    full = text("DO $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$")
    with app.app_context(), pytest.raises(DiskFull), write_transaction() as session:
        session.execute(full)


def test_closed_connection_is_replaced(own_server: Any, app: Flask) -> None:
    program = Program(app)
    game = program.start()
    with psycopg.connect(own_server.get_uri(), autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    assert program.hand(game, 1)


def test_held_lock_gives_busy_and_leaves_connections_to_readers(own_server: Any, app: Flask, pad: Pad) -> None:
    program = Program(app)
    games = [program.start() for _ in range(SAVERS)]
    answers: list[int] = []

    def save(game: str) -> None:
        answers.append(program.call("POST", f"/games/{game}/entries", {"kind": "hand", "hand": 1, **EVEN}).status_code)

    savers = [Thread(target=save, args=(game,)) for game in games]
    with psycopg.connect(own_server.get_uri()) as other:
        other.execute("LOCK TABLE entry IN SHARE ROW EXCLUSIVE MODE")
        for saver in savers:
            saver.start()
        pad.reload()
        for saver in savers:
            saver.join()
        other.rollback()
    assert set(answers) == {503}
    assert program.hand(games[0], 1)


def test_locked_database_table_does_not_hang_the_page(own_server: Any, pad: Pad) -> None:
    with psycopg.connect(own_server.get_uri()) as other:
        other.execute("LOCK TABLE entry, game IN ACCESS EXCLUSIVE MODE")
        page = pad.phone.open(pad.url, 503)
        other.rollback()
    assert page.heading == "Not saved yet"
    pad.reload()
