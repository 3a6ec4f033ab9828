"""The database session, the base class of the models, write transactions, and news of their commits.

With the driver's default settings, a writer on SQLite could act on data that others have changed since it read them. So
a write transaction starts with BEGIN IMMEDIATE, and writers of this process take turns, which is fairer than SQLite's
own waiting. PostgreSQL needs neither, because unique keys settle conflicts; there a limit on writers leaves half of the
connections to readers. `Commits` notices the commits of every process, for phones that wait for news.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, cast

from blinker import Signal
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, MetaData, Select, bindparam, event, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import DeclarativeBase, ORMExecuteState, Session, UOWTransaction

from scorekeeper.storage.errors import DatabaseAway, DatabaseBusy

# Names of constraints follow from their tables and columns, so that a later migration can find them.
NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """The base class of all models."""

    metadata = MetaData(naming_convention=NAMES)


# Objects stay readable after a commit, without another query.
db = SQLAlchemy(metadata=Base.metadata, session_options={"expire_on_commit": False}, add_models_to_shell=False)


IMMEDIATE = {"immediate": True}  # an execution option that the engine reads when a transaction begins
WRITE_LOCK_TIMEOUT = 5.0  # seconds that a writer waits for its turn; after that a person would tap again anyway
GIVES_WAY_AFTER = 0.5  # seconds that a writer waits for a clean-up of the file before it has to stop
CLEANING_TIMEOUT = 60.0  # seconds that a writer waits for one that does not stop
WRITERS = 8  # concurrent write transactions on PostgreSQL
_WRITING = "writing"
_stop: Callable[[], None] | None = None  # stops a clean-up that has the turn
_committed = Signal("Sent after each commit of this process.")


@contextmanager
def write_transaction(deadline: float | None = None) -> Iterator[Session]:
    """A write transaction: commits at the end, or rolls back after an error.

    Inside another `write_transaction()` it joins that one. The session reloads what it read before. Raises
    `DatabaseBusy` if it cannot begin within `deadline` seconds (0: do not wait; None: `WRITE_LOCK_TIMEOUT`), or if
    another program locks the database; then nothing is written.
    """
    session = db.session()
    if is_writing(session):
        yield session
        return
    session.rollback()  # end the read transaction, which may not see recent writes
    with write_lock(session, WRITE_LOCK_TIMEOUT if deadline is None else deadline) as left:
        session.info[_WRITING] = True
        try:
            session.connection(execution_options=IMMEDIATE | {"waits": left})
            yield session
            announce(session)
            session.commit()
            _committed.send()
        except BaseException:
            session.rollback()
            raise
        finally:
            del session.info[_WRITING]


class Turns:
    """Some writers at a time, in the order in which they came: a lock would let others overtake who waits longest."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._waiting: deque[threading.Event] = deque()
        self._lock = threading.Lock()

    def take(self) -> threading.Event:
        """An event that is set once it is the caller's turn. It has to be given back with `leave`, also unused."""
        turn = threading.Event()
        with self._lock:
            if self._free:
                self._free -= 1
                turn.set()
            else:
                self._waiting.append(turn)
        return turn

    def leave(self, turn: threading.Event) -> None:
        """Give the turn to the next one, or wait for it no longer."""
        with self._lock:
            if not turn.is_set():
                self._waiting.remove(turn)
            elif self._waiting:
                self._waiting.popleft().set()
            else:
                self._free += 1


_turns, _writers = Turns(1), Turns(WRITERS)


@contextmanager
def write_lock(
    session: Session, deadline: float = WRITE_LOCK_TIMEOUT, *, stop: Callable[[], None] | None = None
) -> Iterator[float]:
    """Wait for the turn to write; yields the seconds left to wait for other programs. Raises `DatabaseBusy`.

    A clean-up gives `stop`, which is called if a writer waits for it; that one waits longer than for another writer.
    """
    global _stop  # noqa: PLW0603 - only who has the turn sets it
    turns = _turns if session.get_bind().dialect.name == "sqlite" else _writers
    began, turn = time.monotonic(), turns.take()
    try:
        if not _is_granted(turn, deadline):
            raise DatabaseBusy
        _stop = stop
        left = max(GIVES_WAY_AFTER if deadline >= WRITE_LOCK_TIMEOUT else 0.0, deadline - (time.monotonic() - began))
        try:
            yield left
        finally:
            _stop = None
    finally:
        turns.leave(turn)


def _is_granted(turn: threading.Event, deadline: float) -> bool:
    if turn.wait(min(deadline, GIVES_WAY_AFTER)):
        return True
    stop = _stop
    if stop is None or deadline < WRITE_LOCK_TIMEOUT:
        return turn.wait(max(0.0, deadline - GIVES_WAY_AFTER))
    stop()
    return turn.wait(CLEANING_TIMEOUT)


def is_writing(session: Session) -> bool:
    """Whether the session is in a write transaction."""
    return _WRITING in session.info


@event.listens_for(db.session, "before_flush")
def _flush_only_while_writing(session: Session, _work: UOWTransaction, _objects: object) -> None:
    _require_write_transaction(session)


@event.listens_for(db.session, "do_orm_execute")
def _change_only_while_writing(state: ORMExecuteState) -> None:
    if state.is_insert or state.is_update or state.is_delete:
        _require_write_transaction(state.session)


def _require_write_transaction(session: Session) -> None:
    if not is_writing(session):
        raise RuntimeError("a write outside of write_transaction() would lose what others write at the same time")


def insert_unless_taken(
    connection: Connection, model: type[Base], row: Mapping[str, Any], needed: Select[Any] | None = None
) -> bool:
    """Insert `row`; False if its unique key is already taken by a committed row, or if `needed` finds nothing.

    `needed` may use the row's columns as parameters; without it, the row need not have all columns.
    """
    added = _statement(model, connection.dialect.name, needed)
    return connection.execute(added, row).rowcount == 1


def insert_missing(connection: Connection, model: type[Base], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert those of these rows whose unique key is not taken yet."""
    if rows:
        connection.execute(_statement(model, connection.dialect.name, None), rows)


@cache  # building the statement takes longer than running it
def _statement(model: type[Base], dialect: str, needed: Select[Any] | None) -> sqlite.Insert | postgresql.Insert:
    table = Base.metadata.tables[model.__tablename__]
    added = postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
    if needed is not None:
        values = [bindparam(column.name, type_=column.type) for column in table.c]
        added = added.from_select(list(table.c), select(*values).where(needed.exists()))
    # Without this option, SQLAlchemy does not report the number of inserted rows.
    return added.on_conflict_do_nothing().execution_options(preserve_rowcount=True)


CHANNEL = "scorekeeper"
LOOK_EVERY = 0.05
"""Seconds between looks at an SQLite file for commits of other processes; they take half a percent of a core."""

ANSWER_FIRST = 0.001
"""Seconds in which the answer to whoever committed is usually sent, before this process turns to those who follow."""


class Commits:
    """A connection of its own that notices commits; `close` it in the end. Raises `DatabaseAway`."""

    def __init__(self, engine: Engine) -> None:
        self._errors = engine.dialect.loaded_dbapi.Error
        self._listens = engine.dialect.name == "postgresql"
        self._version = None
        self._own = threading.Event()  # a commit of this process
        try:
            self._connection = engine.raw_connection()
            self._driver = cast(Any, self._connection.driver_connection)
            self._connection.detach()  # it never goes back to the pool
            if self._listens:
                self._driver.autocommit = True
                self._driver.execute(f"LISTEN {CHANNEL}")
        except self._errors as problem:  # a raw connection raises what its driver raises
            raise DatabaseAway from problem
        _committed.connect(self._wake)

    def wait(self, seconds: float) -> bool:
        """Wait at most this long for a commit, and say whether there was one. Raises `DatabaseAway`."""
        try:
            return self._notified(seconds) if self._listens else self._changed_within(seconds)
        except self._errors as problem:
            raise DatabaseAway from problem

    def _notified(self, seconds: float) -> bool:
        return any(True for _ in self._driver.notifies(timeout=seconds, stop_after=1))

    def _changed_within(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while not self._changed():
            if time.monotonic() >= until:
                return False
            if self._own.wait(LOOK_EVERY):
                time.sleep(ANSWER_FIRST)
        return True

    def _wake(self, _sender: object) -> None:
        self._own.set()

    def _changed(self) -> bool:
        self._own.clear()
        before = self._version
        (self._version,) = self._driver.execute("PRAGMA data_version").fetchone()
        return self._version != before

    def close(self) -> None:
        """Close the connection, which may be lost: so without a rollback before, as the pool would do it."""
        self._driver.close()


def announce(session: Session) -> None:
    """Let other processes notice the commit that follows. An SQLite file shows it by itself."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text(f"NOTIFY {CHANNEL}"))
