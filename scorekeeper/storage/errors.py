"""What can go wrong in storage. Each message says what to do next."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy.exc import DontWrapMixin

from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.chain.stored_event import Unwritable

if TYPE_CHECKING:
    from scorekeeper.formats.chain.stored_event import StoredEvent


NO_ROOM = {errno.ENOSPC, errno.EDQUOT}


class StorageError(Exception):
    """Base class of storage errors."""


class NoSuchRow(StorageError):
    """What a URL asks for is not there."""


class NoSuchTable(NoSuchRow):
    """No table has this id."""

    def __init__(self, table_id: str) -> None:
        super().__init__(_("There is no such table"))
        self.table_id = table_id


class NoSuchGame(NoSuchRow):
    """No game has this id."""

    def __init__(self, game_id: str) -> None:
        super().__init__(_("There is no such game"))
        self.game_id = game_id


class NoSuchPeriod(StorageError):
    """The table has no such period."""

    def __init__(self, message: str = "there is no such period at this table") -> None:
        super().__init__(message)


class AnotherEventCameFirst(StorageError):
    """The writer has not seen the latest event; `stored` is the first one they missed."""

    def __init__(self, stored: StoredEvent) -> None:
        super().__init__(
            _("Another entry came first. Entry {number} of this game is a {kind}", number=stored.seq, kind=stored.kind)
        )
        self.stored = stored


class AheadOfGame(StorageError):
    """The writer claims to have seen an event that this game does not have."""

    def __init__(self, expected_seq: int, last_seq: int) -> None:
        super().__init__(
            _("This game’s last entry is number {last}, not {expected}", last=last_seq, expected=expected_seq)
        )
        self.expected_seq = expected_seq
        self.last_seq = last_seq


class EventIdTaken(StorageError):
    """The id belongs to a different event or to another game."""

    def __init__(self, event_id: str) -> None:
        super().__init__(_("Entry id {id} was already used for something else. Use a new one", id=event_id))
        self.event_id = event_id


class RematchUnderway(StorageError):
    """The game has a rematch that is not over yet."""

    def __init__(self, game_id: str, number: int) -> None:
        super().__init__(_("The rematch has already begun: game {number}", number=number))
        self.game_id = game_id


class TakenByAnother(StorageError):
    """Somebody else took the name or the seat at the same moment. Nothing was written; try again."""

    def __init__(self) -> None:
        super().__init__(_("Someone else was quicker. Nothing was saved. Try again"))


class Unstorable(StorageError, Unwritable, DontWrapMixin):
    """A value that not both databases could store and return unchanged."""


class DatabaseBusy(StorageError):
    """Other writers or another program kept the database locked for too long."""

    wait = 2
    """Seconds after which to retry."""

    def __init__(self) -> None:
        super().__init__(_("The database is busy. Nothing was saved. Try again in a moment"))


class CannotStore(StorageError):
    """The database does not work. Perhaps the write was saved; sending it again is safe."""

    status = 503
    code: str
    wait: int | None = None
    """Seconds after which to retry; None if somebody has to fix the server first."""


class DatabaseAway(CannotStore):
    """The database server cannot be reached, or the connection broke during a write, which may have been committed."""

    code = "database-away"
    wait = 5

    def __init__(self) -> None:
        super().__init__(_("The database does not answer. Try again in a moment; nothing is saved twice"))


class DatabaseGone(CannotStore):
    """The database file is not where it was when the server started."""

    code = "database-gone"

    def __init__(self) -> None:
        super().__init__(
            _(
                "The database’s file was moved, deleted or replaced while the server was running. Nothing was saved. "
                "Export what you still see, then put the file back and restart the server"
            )
        )


class DatabaseReadOnly(CannotStore):
    """The database file cannot be written: its disk, its folder or the rights are in the way."""

    code = "database-read-only"

    def __init__(self, why: str = "") -> None:
        super().__init__(
            _("The database cannot be written now. Nothing was saved, and nothing is lost")
            if not why
            else _("{why}. Nothing was saved", why=why)
        )


class DiskFull(CannotStore):
    """The disk is full."""

    status = 507
    code = "disk-full"

    def __init__(self) -> None:
        super().__init__(_("The server’s disk is full. Nothing was saved. Make room there, then try again"))


def error_of_disk(problem: OSError, folder: Path) -> CannotStore | None:
    """What an error of the system means for whoever wants to save: a disk full or read-only, or the folder away."""
    if problem.errno in NO_ROOM:
        return DiskFull()
    try:
        if not folder.is_dir():
            return DatabaseGone()
    except OSError:  # a network disk that does not answer
        return DatabaseGone()
    return None if os.access(folder, os.W_OK) and problem.errno != errno.EROFS else DatabaseReadOnly()


class DatabaseRefused(StorageError):
    """The database cannot be opened, backed up or restored; nothing was changed."""


class DatabaseIsNewer(DatabaseRefused):
    """A newer version of Scorekeeper wrote the database."""

    def __init__(self, where: str, revision: str, head: str) -> None:
        super().__init__(
            _(
                "{file} was written by a newer version of Scorekeeper: schema {found}, this one knows {head}. "
                "Nothing was changed. Install the newer version",
                file=where,
                found=revision,
                head=head,
            )
        )
        self.found = revision
        self.head = head
