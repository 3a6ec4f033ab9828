"""Writing: one transaction at a time on SQLite, and nothing is written outside of one.

SQLite, as drivers set it up, lets a writer decide on what it read before others wrote. So a write begins as
one (BEGIN IMMEDIATE), and waits in this process for its turn, which is fairer than SQLite's own waiting.
PostgreSQL needs neither: its unique keys decide.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import ORMExecuteState, Session, UOWTransaction

from scorekeeper.storage.base import db
from scorekeeper.storage.errors import StorageBusy

IMMEDIATE = {"immediate": True}  # read by the engine when the transaction begins
_WRITING = "writing"
_turn = threading.Lock()


@contextmanager
def writing() -> Iterator[Session]:
    """A transaction that may write: all of it is kept at the end, or none of it after an error.

    Inside another `writing()` it is part of that one. What the session read before is read anew. Raises
    `StorageBusy` where another program keeps the database to itself.
    """
    session = db.session()
    if _WRITING in session.info:
        yield session
        return
    session.rollback()  # ends the reading transaction: it may be older than what others have written since
    with turn_of(session):
        session.info[_WRITING] = True
        try:
            _begin(session)
            yield session
            session.commit()
        except BaseException:
            session.rollback()
            raise
        finally:
            del session.info[_WRITING]


def turn_of(session: Session) -> AbstractContextManager[object]:
    """This process's turn to write, which SQLite's writers wait for one after the other."""
    return _turn if session.get_bind().dialect.name == "sqlite" else nullcontext()


def _begin(session: Session) -> None:
    try:
        session.connection(execution_options=IMMEDIATE)
    except OperationalError as problem:
        if "locked" in str(problem.orig):
            raise StorageBusy from problem
        raise


@event.listens_for(db.session, "before_flush")
def _flush_only_while_writing(session: Session, _work: UOWTransaction, _objects: object) -> None:
    _check(session)


@event.listens_for(db.session, "do_orm_execute")
def _change_only_while_writing(state: ORMExecuteState) -> None:
    if state.is_insert or state.is_update or state.is_delete:
        _check(state.session)


def _check(session: Session) -> None:
    if _WRITING not in session.info:
        raise RuntimeError("a write outside of writing() would lose what others write at the same time")
