"""What a driver's error means: wait, make room, put the file back, or our own mistake."""

from __future__ import annotations

import sqlite3
from types import SimpleNamespace
from typing import Any, cast

import psycopg
from flask import Flask
from sqlalchemy.engine import ExceptionContext

from scorekeeper.storage.database import db
from scorekeeper.storage.engine import Pool, _set_deadlines, storage_error_of
from scorekeeper.storage.errors import (
    DatabaseAway,
    DatabaseBusy,
    DatabaseGone,
    DatabaseReadOnly,
    DiskFull,
    StorageError,
)
from tests.each_case import each_case


def meaning(problem: BaseException, *, idle: bool = False, lost: bool = False) -> type[StorageError] | None:
    """The storage error for this error of a driver; `idle`: while testing a connection, `lost`: it is broken."""
    driver = sqlite3 if isinstance(problem, sqlite3.Error) else psycopg
    context = SimpleNamespace(
        is_pre_ping=idle,
        original_exception=problem,
        dialect=SimpleNamespace(loaded_dbapi=driver),
        is_disconnect=lost,
        engine=None,
    )
    found = storage_error_of(cast(ExceptionContext, context))
    return None if found is None else type(found)


def of_sqlite(code: int) -> sqlite3.OperationalError:
    problem = sqlite3.OperationalError("it says")
    problem.sqlite_errorcode = code
    return problem


@each_case(
    ("code", "meant"),
    [
        (sqlite3.SQLITE_BUSY, DatabaseBusy),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, DatabaseBusy),
        (sqlite3.SQLITE_LOCKED, DatabaseBusy),
        (sqlite3.SQLITE_FULL, DiskFull),
        (sqlite3.SQLITE_IOERR_WRITE, DiskFull),
        (sqlite3.SQLITE_IOERR_SHMSIZE, DiskFull),
        (sqlite3.SQLITE_CANTOPEN, DatabaseGone),
        (sqlite3.SQLITE_READONLY_DBMOVED, DatabaseGone),
        (sqlite3.SQLITE_READONLY, DatabaseReadOnly),
        (sqlite3.SQLITE_READONLY_DIRECTORY, DatabaseReadOnly),
        (sqlite3.SQLITE_PERM, DatabaseReadOnly),
        (sqlite3.SQLITE_ERROR, None),
        (0, None),
    ],
)
def test_error_of_sqlite_by_its_code(code: int, meant: type[StorageError] | None) -> None:
    assert meaning(of_sqlite(code)) is meant
    assert meaning(of_sqlite(code), idle=True) is None, "the pool opens another connection"


@each_case(
    ("state", "meant"),
    [
        ("55P03", DatabaseBusy),
        ("57014", DatabaseBusy),
        ("40P01", DatabaseBusy),
        ("40001", DatabaseBusy),
        ("53100", DiskFull),
        ("57P01", DatabaseAway),
        (None, DatabaseAway),
    ],
)
def test_error_of_postgresql_by_its_state(state: str | None, meant: type[StorageError]) -> None:
    problem = psycopg.OperationalError("it says")
    problem.sqlstate = state
    assert meaning(problem) is meant


def test_other_errors_are_our_own_unless_the_connection_is_lost() -> None:
    assert meaning(sqlite3.OperationalError("without a code")) is None
    assert meaning(sqlite3.IntegrityError("taken")) is None
    assert meaning(psycopg.ProgrammingError("no such column")) is None
    assert meaning(psycopg.InterfaceError("closed"), lost=True) is DatabaseAway


def test_connections_of_a_server_have_deadlines() -> None:
    statements: list[str] = []

    def execute(statement: str) -> Any:
        statements.append(statement)
        return SimpleNamespace(close=lambda: None)

    _set_deadlines(SimpleNamespace(execute=execute, commit=lambda: statements.append("COMMIT")), None)
    assert statements == ["SET lock_timeout = '3s'", "SET statement_timeout = '30s'", "COMMIT"]


def test_errors_hide_values_and_nobody_waits_long_for_a_connection(app: Flask) -> None:
    pool: Any = db.engine.pool
    assert (db.engine.hide_parameters, type(pool), pool._timeout) == (True, Pool, 5.0)
