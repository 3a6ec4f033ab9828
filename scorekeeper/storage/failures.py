"""What a database says when it cannot, told by its codes and in our words."""

from __future__ import annotations

import sqlite3

from sqlalchemy.engine import ExceptionContext

from scorekeeper.storage.errors import DatabaseAway, DatabaseBusy, DatabaseGone, DiskFull, StorageError

BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE}  # the second where a quota or a limit of the process is met
GONE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY_DBMOVED}
PRIMARY = 0xFF  # the byte of a code that says what kind it is

# Of PostgreSQL: a lock that did not come free, a statement past its deadline, two that waited for each other.
BUSY_STATES = {"55P03", "57014", "40P01", "40001"}
FULL_STATES = {"53100"}


def in_our_words(context: ExceptionContext) -> StorageError | None:
    """The storage error that stands for what the driver raised; None for a mistake of ours, which stays as it is.

    None too where a connection that lay idle is tried out: another takes its place.
    """
    if context.is_pre_ping:
        return None
    problem = context.original_exception
    if isinstance(problem, sqlite3.OperationalError):
        return _of_file(getattr(problem, "sqlite_errorcode", 0))
    driver = context.dialect.loaded_dbapi
    if context.is_disconnect or isinstance(problem, driver.OperationalError):
        return _of_server(getattr(problem, "sqlstate", None))
    return None


def _of_file(code: int) -> StorageError | None:
    for codes, error in ((BUSY, DatabaseBusy), (FULL, DiskFull), (GONE, DatabaseGone)):
        if code in codes or code & PRIMARY in codes:
            return error()
    return None


def _of_server(state: str | None) -> StorageError:
    if state in BUSY_STATES:
        return DatabaseBusy()
    return DiskFull() if state in FULL_STATES else DatabaseAway()
