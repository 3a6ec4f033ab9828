"""The database as the rest of storage sees it: models' base and session, transactions that write, guarded inserts.

SQLite, as drivers set it up, lets a writer decide on what it read before others wrote. So a write begins as
one (BEGIN IMMEDIATE), and waits in this process for its turn, which is fairer than SQLite's own waiting.
PostgreSQL needs neither: its unique keys decide. There half of the connections are left to those who read.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import MetaData, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import DeclarativeBase, ORMExecuteState, Session, UOWTransaction

from scorekeeper.storage.errors import DatabaseBusy

# Every constraint has a name that follows from what it holds, so that a later migration can find it.
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


# Objects stay readable after a commit: what a transaction wrote is what it knows.
db = SQLAlchemy(metadata=Base.metadata, session_options={"expire_on_commit": False}, add_models_to_shell=False)


IMMEDIATE = {"immediate": True}  # read by the engine when the transaction begins
PATIENCE = 5.0  # seconds that a writer waits for its turn: longer, and a person has pressed again
WRITERS = 8  # at once, on PostgreSQL
_WRITING = "writing"
_turn = threading.Lock()
_writers = threading.BoundedSemaphore(WRITERS)


@contextmanager
def write_transaction(deadline: float | None = None) -> Iterator[Session]:
    """A transaction that may write: it commits everything, or nothing after an error.

    Nested in another `write_transaction()` it joins that one. The session reloads what it read before. Raises
    `DatabaseBusy` if the turn does not come within `deadline` seconds (0: now or not at all; None: `PATIENCE`), or if
    another program holds the database; nothing was written then.
    """
    session = db.session()
    if _WRITING in session.info:
        yield session
        return
    session.rollback()  # ends the reading transaction: it may be older than what others have written since
    with turn_of(session, PATIENCE if deadline is None else deadline) as left:
        session.info[_WRITING] = True
        try:
            session.connection(execution_options=IMMEDIATE | {"waits": left})
            yield session
            session.commit()
        except BaseException:
            session.rollback()
            raise
        finally:
            del session.info[_WRITING]


@contextmanager
def turn_of(session: Session, deadline: float = PATIENCE) -> Iterator[float]:
    """Wait for the turn to write; yields the seconds left to wait for other programs. Raises `DatabaseBusy`."""
    turn = _turn if session.get_bind().dialect.name == "sqlite" else _writers
    began = time.monotonic()
    if not turn.acquire(timeout=deadline):
        raise DatabaseBusy
    try:
        yield max(0.0, deadline - (time.monotonic() - began))
    finally:
        turn.release()


@event.listens_for(db.session, "before_flush")
def _flush_only_while_writing(session: Session, _work: UOWTransaction, _objects: object) -> None:
    _check(session)


@event.listens_for(db.session, "do_orm_execute")
def _change_only_while_writing(state: ORMExecuteState) -> None:
    if state.is_insert or state.is_update or state.is_delete:
        _check(state.session)


def _check(session: Session) -> None:
    if _WRITING not in session.info:
        raise RuntimeError("a write outside of write_transaction() would lose what others write at the same time")


def insert_unless_taken(session: Session, model: type[Base], row: Mapping[str, Any]) -> bool:
    """Insert `row`; False if its unique key is already taken by a committed row."""
    connection = session.connection()
    added = _statement(model, connection.dialect.name)
    return connection.execute(added, row).rowcount == 1


@cache  # making the statement takes longer than the database takes to run it
def _statement(model: type[Base], dialect: str) -> sqlite.Insert | postgresql.Insert:
    table = Base.metadata.tables[model.__tablename__]
    added = postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
    # Without the option SQLAlchemy does not say how many rows an insert added.
    return added.on_conflict_do_nothing().execution_options(preserve_rowcount=True)
