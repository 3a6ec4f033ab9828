"""Any file that may come in: which format it is in, and its games one by one. Raises `InvalidInput` for none."""

import codecs
from collections.abc import Iterator
from typing import BinaryIO

from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.core.inputs import file_faults as faults
from scorekeeper.formats.budget import Budget, without_end
from scorekeeper.formats.exported_game import ExportedTable
from scorekeeper.formats.imported_game import ImportedGame
from scorekeeper.formats.registry import readers
from scorekeeper.formats.text_file import pieces_of

START = 1 << 13
"""Bytes that a format is recognized by."""


def games_of_file(file: BinaryIO, budget: Budget | None = None) -> Iterator[ImportedGame | ExportedTable]:
    """The games of a file, one in memory at a time; a ZIP gives each table before its games.

    Raises `InvalidInput`, of its kind `TooLarge` where the file costs more than the budget (None: whatever it costs).
    """
    allowed = budget or without_end()
    start = _start(file)
    found = next((reader for reader in readers() if not reader.is_text and reader.recognizes(start)), None)
    if found is not None:
        yield from found.read(file, allowed)
    else:
        yield from games_of_text(file, allowed)


def games_of_text(file: BinaryIO, budget: Budget) -> Iterator[ImportedGame | ExportedTable]:
    """The games of a file in a format that is text; its lines are counted first."""
    for _ in budget.counted(pieces_of(file)):
        pass
    file.seek(0)
    start = _start(file)
    if not start.strip():
        raise InvalidInput(faults.EMPTY_FILE, NOWHERE, _known())
    found = next((reader for reader in readers() if reader.is_text and reader.recognizes(start)), None)
    if found is None:
        _check_is_text(start)
        raise InvalidInput(faults.UNKNOWN_FILE, NOWHERE, _known())
    yield from found.read(file, budget)


def _start(file: BinaryIO) -> bytes:
    start = file.read(START)
    file.seek(0)
    return start


def _check_is_text(start: bytes) -> None:
    try:
        codecs.getincrementaldecoder("utf-8-sig")().decode(start)  # its last letter may be cut
    except UnicodeDecodeError:
        raise InvalidInput(faults.NOT_UTF8_SAVE, NOWHERE, None) from None


def _known() -> faults.Known:
    return faults.Known(tuple(reader.what for reader in readers()))
