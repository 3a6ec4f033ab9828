"""Probes: the server answers, and is ready only while it could store a table's events."""

from __future__ import annotations

import shutil
import signal
import sqlite3
from collections import namedtuple
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event
from urllib.request import urlopen

import pytest
from flask import Flask

from scorekeeper.access.quotas import LEAST_FREE
from scorekeeper.server import monitoring
from scorekeeper.storage.errors import DatabaseRefused
from scorekeeper.storage.setup import close_storage
from scorekeeper.storage.upgrade import head_revision
from tests.databases import on_both
from tests.served import served
from tests.shared_app import file_of
from tests.web.conftest import MakeApp

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def checked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitoring, "REUSE_FOR", 0)


@pytest.fixture
def app(make_app: MakeApp) -> Iterator[Flask]:
    """A separate app: what these tests do to its database cannot be undone."""
    app = make_app()
    yield app
    close_storage(app)


def test_damage_that_the_daily_check_finds_is_said(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitoring, "A_DAY", 0)
    app.extensions[monitoring.Readiness.__qualname__] = monitoring.Readiness(app)
    assert ready(app) == (200, "ok")

    def check(_address: object) -> None:
        raise DatabaseRefused("damaged")

    monkeypatch.setattr(monitoring, "check_file", check)
    damaged = (503, "The database file is damaged. Restore the last good copy")
    assert any(ready(app) == damaged for _ in range(1000))


def ready(app: Flask) -> tuple[int, str]:
    """The response to a probe."""
    answer = app.test_client().get("/readyz")
    assert answer.mimetype == "text/plain"
    assert answer.headers["Cache-Control"] == "no-store, private"
    assert answer.text.count("\n") == 1, "one line"
    return answer.status_code, answer.text.strip()


@on_both
def test_server_that_can_write_is_ready(app: Flask) -> None:
    assert ready(app) == (200, "ok")
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")


def test_probe_sets_no_cookie_and_writes_nothing(app: Flask) -> None:
    ready(app)
    before = file_of(app).read_bytes()
    for path in ("/healthz", "/readyz"):
        assert "Set-Cookie" not in app.test_client().get(path).headers
    assert file_of(app).read_bytes() == before


def test_probe_is_answered_for_any_host(make_app: MakeApp) -> None:
    client = make_app(PUBLIC_URL="https://cards.example").test_client()
    assert client.get("/healthz", base_url="http://10.0.0.7:8000").status_code == 200
    assert client.get("/readyz", base_url="http://10.0.0.7:8000").status_code == 200
    assert client.get("/", base_url="http://10.0.0.7:8000").status_code == 400


def test_probes_have_no_rate_limit(app: Flask) -> None:
    client = app.test_client()
    assert {client.get("/readyz").status_code for _ in range(200)} == {200}


def test_lock_of_another_program_makes_it_unready(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitoring, "DEADLINE", 0.05)
    with closing(sqlite3.connect(file_of(app), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE").close()
        assert ready(app) == (503, "Another program or writer keeps the database locked")
    assert ready(app) == (200, "ok")


def test_missing_database_makes_it_unready_but_alive(app: Flask) -> None:
    assert ready(app) == (200, "ok")
    file_of(app).unlink()
    assert ready(app) == (503, "The database file was moved, deleted or replaced")
    assert app.test_client().get("/healthz").status_code == 200


def test_damaged_database_makes_it_unready(app: Flask) -> None:
    close_storage(app)
    file_of(app).write_bytes(b"no database" * 1000)
    assert ready(app) == (503, "The database cannot be read or written")


def test_another_schema_makes_it_unready(app: Flask) -> None:
    with closing(sqlite3.connect(file_of(app))) as other, other:
        other.execute("UPDATE alembic_version SET version_num = '9999'").close()
    assert ready(app) == (503, f"The database has schema 9999; this version needs {head_revision()}")


@pytest.mark.parametrize(("free", "status"), [(LEAST_FREE - 1, 503), (LEAST_FREE, 200)])
def test_nearly_full_disk_makes_it_unready(app: Flask, monkeypatch: pytest.MonkeyPatch, free: int, status: int) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(10**9, 10**9, free))
    assert ready(app) == (status, "ok" if status == 200 else "The disk is nearly full")


@pytest.mark.postgres
@pytest.mark.parametrize("kind", ["postgresql"])
def test_read_only_database_server_makes_it_unready(app: Flask, database: str) -> None:
    import psycopg

    close_storage(app)
    with psycopg.connect(database, autocommit=True) as other:
        name = other.info.dbname
        other.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on'.encode())
        try:
            assert ready(app) == (503, "The database is read-only")
        finally:
            other.execute("SET default_transaction_read_only = off")
            other.execute(f'ALTER DATABASE "{name}" RESET default_transaction_read_only'.encode())
            close_storage(app)


def test_hanging_database_is_checked_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, hangs, checks = Event(), Event(), []

    def check(_deadline: float) -> None:
        checks.append(1)
        begun.set()
        hangs.wait()

    monkeypatch.setattr(monitoring, "check_ready", check)
    monkeypatch.setattr(monitoring, "CHECK_TIMEOUT", 0.05)
    assert [ready(app)[0] for _ in range(3)] == [503] * 3
    begun.wait()
    hangs.set()
    assert len(checks) == 1


def test_probes_share_a_result_for_a_moment(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitoring, "REUSE_FOR", 60)
    assert ready(app) == (200, "ok")
    file_of(app).unlink()
    assert ready(app) == (200, "ok")


def test_probes_are_not_in_the_access_log(tmp_path: Path) -> None:
    with served(tmp_path, settings={"SCOREKEEPER_ACCESS_LOG": "on"}) as server:
        for path in ("/healthz", "/readyz", "/rules"):
            with urlopen(f"{server.url}{path}") as answer:
                assert answer.status == 200
        log = server.end(signal.SIGINT)[2]
    assert "GET /rules 200" in log
    assert "healthz" not in log
    assert "readyz" not in log
