"""Parts that rooms add to the ZIP of a table: each is a log of events, in a file of its own.

The table packs, verifies and reads them without knowing what they are: a room says it in a `PartKind`. Files are read
in a process without an app and a database, so all of this is pure.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, NamedTuple

from scorekeeper.core.inputs import Fault
from scorekeeper.formats.chain import Signature, Signer, StoredEvent


@dataclass(frozen=True, slots=True)
class ExportedPart:
    """A part to export, or read from a file: its events, whose `game_id` is its id.

    `signer` signs it on export; `signature` is the one in the file. `folder` is that of a ZIP which has such parts, and
    `step` names one in a path.
    """

    folder: ClassVar[str]
    step: ClassVar[str]

    id: str
    name: str
    events: tuple[StoredEvent, ...]
    signer: Signer | None = field(default=None, kw_only=True)
    signature: Signature | None = field(default=None, kw_only=True)

    @property
    def started(self) -> datetime:
        """When it was set up."""
        return self.events[0].at

    def written(self) -> str:
        """Its file, with checksums."""
        raise NotImplementedError

    def checked(self) -> "CheckedPart":
        """The part after its events, each checked as when it was recorded."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class CheckedPart:
    """A part of a file, whose events were applied in turn: its name, whether it is over, and the names of its teams and
    of everybody in it. A `fault` says why it cannot be imported.
    """

    exported: ExportedPart
    name: str
    fault: Fault | None = field(default=None, kw_only=True)
    is_over: bool = field(default=False, kw_only=True)
    teams: tuple[str, ...] = field(default=(), kw_only=True)
    players: tuple[str, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class UnknownPart:
    """A part that no room of this program can read, by the name of its file."""

    name: str


class PartWords(NamedTuple):
    """What the table says of a kind of parts; without their counts and names, texts are yet to be translated."""

    title: str
    """A heading above them."""
    named: Callable[[str], str]
    """One of them, by its name."""
    alone: Callable[[int], str]
    """How many there are in a file without games."""
    imported: Callable[[int], str]
    """How many were imported, as a sentence without its full stop."""
    imported_now: Callable[[int], str]
    """The same as a notice."""
    closed: str
    """Why none is imported while the room is closed, below the name of one."""
    alike: str
    """That the names of two look alike, and of two that have the same name; then the same of teams of one."""
    same: str
    teams_alike: str
    teams_same: str


@dataclass(frozen=True, slots=True)
class PartKind:
    """A kind of parts: their folder in a ZIP, how their files begin, how one is read, and what is said of them.

    `step` is one of them in a path. `read` raises `InvalidInput`, and verifies no chain.
    """

    folder: str
    step: str
    first_line: str
    read: Callable[[bytes], ExportedPart]
    words: PartWords


_BEGINS = re.compile(rb'\s*\{\s*"format":\s*"scorekeeper-([a-z-]+)/')
_OF_TABLE = (b"game", b"games", b"sheet", b"table")


def begins_as_part(content: bytes) -> bool:
    """Whether a file begins as one of this program, of a format that is not the table's."""
    begun = _BEGINS.match(content)
    return begun is not None and begun[1] not in _OF_TABLE
