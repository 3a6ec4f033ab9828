"""The formats: each module here with a `FORMAT`, or `FORMATS`, is found; what each writes, recognizes and reads."""

import codecs
import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo
from functools import cache
from typing import BinaryIO

from scorekeeper.core.inputs import NOWHERE, InvalidInput, faults
from scorekeeper.formats.games import (
    ExportCache,
    ExportedClub,
    ExportedGame,
    ExportedTable,
    FilePart,
    ImportedGame,
    LeftOutGame,
    PlayerSums,
    if_any_can_be_read,
)
from scorekeeper.formats.parts import ExportedPart
from scorekeeper.formats.strict_json import Budget, without_end
from scorekeeper.formats.text_file import START, pieces_of
from scorekeeper.formats.travelled import as_exported


class UnknownFormat(LookupError):
    """No format has this key, or the format does not write a game or a table."""


@dataclass(frozen=True, slots=True)
class Export:
    """What a format writes: one game, or all games of a table in order, one in memory at a time.

    `table`, `players` (everyone's sums; None where nobody counts them) and `club` are only loaded for formats that
    write them; `club` is None at a table that shows nothing of it. `zone` is the table's, for times that people read.
    `left_out` are the games that cannot be read, known after the others.
    """

    games: Iterable[ExportedGame]
    table: Callable[[], ExportedTable]
    players: Callable[[], Sequence[PlayerSums] | None]
    club: ExportedClub | None = None
    zone: Callable[[], tzinfo] = lambda: UTC
    left_out: Sequence[LeftOutGame] = ()


Needs = Callable[[ExportCache], bool]
"""Whether a format needs the events of a game that has these texts."""


def always(_: ExportCache) -> bool:
    """For formats that write events from themselves."""
    return True


def never(_: ExportCache) -> bool:
    """For formats without events."""
    return False


Encoder = Callable[[Export], Iterator[bytes]]
"""Gives the bytes of a file, piece by piece."""


@dataclass(frozen=True, slots=True)
class Reader:
    """How a format is read.

    `what` names such a file in a sentence ("a text record"). `recognizes` gets the first bytes of a file.
    `read` yields the games, each table before its own, and an `UnreadGame` for one that cannot be read; it raises
    `InvalidInput` if nothing more can be, or `TooLarge` over budget.
    If `is_text`, the lines are counted before the file is read. The file stays open: it may be read twice.
    """

    what: str
    recognizes: Callable[[bytes], bool]
    read: Callable[[BinaryIO, Budget], Iterator[FilePart]]
    is_text: bool = True


@dataclass(frozen=True, slots=True)
class Format:
    """A format that games are exported to, imported from, or both.

    `key` is its name in URLs and on the command line, `name` and `note` are its texts on export pages, `suffix` is its
    file name's ending. Export pages list formats by `order`.
    """

    key: str
    name: str
    note: str
    suffix: str
    media_type: str
    order: int
    write_game: Encoder | None = None
    write_table: Encoder | None = None
    reader: Reader | None = None
    for_people: bool = False
    """Whether it is made to be read, and comes first on the exports page; programs read the others."""
    on_game_page: bool = True
    """Whether a game's own exports page lists it."""
    of_club: bool = False
    """Whether it only has what a table makes of its games: a table that shows nothing of that does not offer it."""
    made_apart: bool = False
    """Whether a worker process makes it, complete before its first byte can be sent (see `heavy`)."""
    needs_events: Needs = always
    """Whether it needs the events of a game; if it does not, and the game's state is cached, they are not read."""


@cache
def formats() -> dict[str, Format]:
    """All formats by key, in the order of the export pages."""
    names = [module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")]
    found = [vars(importlib.import_module(f"{__name__}.{name}")) for name in names]
    listed: list[Format] = [each for own in found for each in own.get("FORMATS") or [own["FORMAT"]]]
    return {each.key: each for each in in_order(listed)}


def in_order(listed: Iterable[Format]) -> list[Format]:
    """These formats as export pages list them."""
    return sorted(listed, key=lambda each: (each.order, each.key))


def formats_of_a_game() -> list[Format]:
    """The formats that one game can be exported to."""
    return [each for each in formats().values() if each.write_game is not None]


def needs_events(key: str) -> Needs:
    """Whether the format of this key needs the events of a game."""
    form = formats().get(key)
    return always if form is None else form.needs_events


def write_game(key: str, export: Export) -> Iterator[bytes]:
    """One game in the format of this key. Raises `UnknownFormat`."""
    form = formats().get(key)
    if form is None or form.write_game is None:
        raise UnknownFormat(key)
    return form.write_game(export)


def readers() -> list[Reader]:
    """The readers of all formats that can be imported."""
    return [each.reader for each in formats().values() if each.reader is not None]


def games_of_file(file: BinaryIO, budget: Budget | None = None) -> Iterator[FilePart]:
    """Yield the games of a file, one in memory at a time; a ZIP gives each table before its games.

    Raises `InvalidInput` if no game can be read, and its kind `TooLarge` if the file costs more than the budget (None:
    no limit).
    """
    return if_any_can_be_read(_parts_of_file(file, budget or without_end()), ImportedGame, ExportedPart)


def _parts_of_file(file: BinaryIO, allowed: Budget) -> Iterator[FilePart]:
    start = _start(file)
    form = next((reader for reader in readers() if not reader.is_text and reader.recognizes(start)), None)
    if form is not None:
        yield from form.read(file, allowed)
    else:
        yield from games_of_text(file, allowed)


def games_of_text(file: BinaryIO, budget: Budget) -> Iterator[FilePart]:
    """The games of a text file; its lines are counted first, and it is read as it was exported."""
    for _ in budget.counted(pieces_of(file)):
        pass
    file.seek(0)
    with as_exported(file) as text:
        start = _start(text)
        if not start.strip():
            raise InvalidInput(faults.EMPTY_FILE.at(NOWHERE, _known()))
        form = next((reader for reader in readers() if reader.is_text and reader.recognizes(start)), None)
        if form is None:
            _check_is_text(start)
            raise InvalidInput(faults.UNKNOWN_FILE.at(NOWHERE, _known()))
        yield from form.read(text, budget)


def _start(file: BinaryIO) -> bytes:
    start = file.read(START)
    file.seek(0)
    return start


OLD_EXCEL = b"\xd0\xcf\x11\xe0"


def _check_is_text(start: bytes) -> None:
    if start.startswith(OLD_EXCEL):
        raise InvalidInput(faults.WORKBOOK.at(NOWHERE, {}))
    try:
        codecs.getincrementaldecoder("utf-8-sig")().decode(start)  # its last letter may be cut
    except UnicodeDecodeError:
        raise InvalidInput(faults.NOT_UTF8_SAVE.at(NOWHERE, {})) from None


def _known() -> faults.Formats:
    return {"kinds": tuple(reader.what for reader in readers())}
