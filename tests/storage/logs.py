"""A log for the tests that every kind of log passes, and what other programs do with one."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import NoReturn

from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import NoSuchRow
from scorekeeper.storage.log import EventLog
from scorekeeper.storage.setup import close_storage
from tests.databases import app_on


@dataclass(frozen=True)
class Logged:
    """The ids of two things with a log of one kind, each with its start, and the tables behind it.

    `log` is the place of the log, such as `module:NAME`; `of` has the rows that it is about, `allowed` the erasures.
    """

    id: str
    other: str
    log: str
    missing: type[NoSuchRow]
    of: str
    entries: str
    key: str
    allowed: str

    @property
    def events(self) -> EventLog:
        """The log."""
        return found(self.log)


def found(log: str) -> EventLog:
    """The log at this place."""
    events: EventLog = resolve_name(log)
    return events


def append_elsewhere(database: str, log: str, to: str, how_many: int) -> None:
    """Append events in the database of this URL: the work of another program."""
    app = app_on(database)
    with app.app_context():
        for _ in range(how_many):
            found(log).append(to, UnsavedEvent(kind="hand", payload={}))
    close_storage(app)


def append_and_die(database: str, log: str, to: str, new: UnsavedEvent, committed: bool) -> None:
    """Append an event, and be killed before it is committed, or just after that."""
    with app_on(database).app_context():
        if committed:
            found(log).append(to, new)
            _die()
        with write_transaction():
            found(log).append(to, new)
            _die()


def _die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise SystemExit
