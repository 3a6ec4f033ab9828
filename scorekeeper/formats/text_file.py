"""Files of text: how they begin, their lines, and whether the games in them are as they were exported."""

import io
from collections.abc import Generator, Iterator
from dataclasses import replace
from typing import BinaryIO

from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.core.inputs.file_faults import NOT_UTF8_SAVE
from scorekeeper.formats.blocks import Block
from scorekeeper.formats.checksums import broken_at
from scorekeeper.formats.imported_game import ImportedGame
from scorekeeper.formats.text_record.read import NO_SEAL

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
PIECE = 1 << 16


def text_start(start: bytes) -> bytes:
    """The first bytes of a file without what an editor may put before the text."""
    return start.removeprefix(BYTE_ORDER_MARK).lstrip()


def pieces_of(file: BinaryIO) -> Iterator[bytes]:
    """The bytes of a file, piece by piece."""
    return iter(lambda: file.read(PIECE), b"")


def text_lines(file: BinaryIO, ends: bool = False) -> Generator[str, None, None]:
    """The lines of a text; where a spreadsheet reads it, with their ends. Raises `InvalidInput` for no UTF-8."""
    whole = io.TextIOWrapper(file, encoding="utf-8-sig", newline="" if ends else None)
    try:
        for line in whole:
            yield line if ends else line.rstrip("\n")
    except UnicodeDecodeError:
        raise InvalidInput(NOT_UTF8_SAVE, NOWHERE, None) from None
    finally:
        whole.detach()


def with_checksums(imported: ImportedGame, block: Block, before: int = 0) -> ImportedGame:
    """The game, with a note where its checksums do not fit, or are missing from a record that was exported."""
    if block.checksums is None and not block.is_json and imported.was_exported:
        return replace(imported, notes=(NO_SEAL,))
    broken = None if block.checksums is None else broken_at(block.sealed, block.checksums)
    if broken is None:
        return imported
    return replace(imported, notes=(f"line {before + block.start + broken.line - 1} was changed since the export",))
