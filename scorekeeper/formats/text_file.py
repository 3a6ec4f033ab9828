"""Text files: reads the first line, splits the games so that only one is in memory, and verifies their checksums."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, takewhile
from typing import BinaryIO

from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.core.inputs.differences import LINE_CHANGED, NO_CHECKSUMS, Difference
from scorekeeper.core.inputs.faults import NOT_UTF8_SAVE
from scorekeeper.core.sheet.record_text import SEAL
from scorekeeper.formats.checksums import broken_at
from scorekeeper.formats.game_json import FIRST_LINE, GAMES_FORMAT, LEFT_OUT
from scorekeeper.formats.games import ImportedGame
from scorekeeper.formats.table_zip import FIRST_LINE as TABLE_LINE
from scorekeeper.formats.text_record.read import BEGINS

TEXT_SEAL = re.compile(rb'\[%s "([0-9a-f ]*)"\]' % SEAL.encode())
JSON_SEAL = re.compile(rb'"seal": "([0-9a-f ]*)"\},?')
SEAL_BEGINS = b'"seal"'
GAMES_LINE = f'{{"format": "{GAMES_FORMAT}", "games": ['.encode()
GAMES_END = b"]}"
STARTS = (FIRST_LINE.encode(), TABLE_LINE.encode())


@dataclass(slots=True)
class Block:
    """One game's lines, its first line's number, and its checksums, if it has any."""

    start: int
    is_json: bool
    lines: list[bytes] = field(default_factory=list)
    checksums: str | None = None

    @property
    def covered_lines(self) -> list[bytes]:
        """The lines that the checksums cover."""
        return self.lines[:-1] if self.checksums is not None else self.lines

    @property
    def end(self) -> int:
        """The number of its last line; text after a list of games is not part of it."""
        behind = sum(1 for _ in takewhile(_is_between, reversed(self.lines)))
        return self.start + len(self.lines) - behind - 1

    @property
    def checksums_line(self) -> int:
        """The number of the line where its checksums are, or should be."""
        begun = (number for number, line in enumerate(self.lines, start=self.start) if line.startswith(SEAL_BEGINS))
        return next(begun, self.end)


@dataclass(frozen=True, slots=True)
class Between:
    """A line outside all games: the head and end of a list, an empty line between records."""

    number: int
    line: bytes


def blocks(lines: Iterable[bytes]) -> Iterator[Block | Between]:
    """Games and the lines between them, in order. Lines come without line ends."""
    block: Block | None = None
    for number, line in enumerate(lines, start=1):
        if block is not None and _begins(line):
            yield block  # it has no checksums
            block = None
        if block is None:
            if _is_between(line):
                yield Between(number, line)
                continue
            block = Block(number, is_json=not line.lstrip(b"\xef\xbb\xbf").startswith(b"["))
        block.lines.append(line)
        match = JSON_SEAL.fullmatch(line) or TEXT_SEAL.fullmatch(line)
        if match is not None:
            block.checksums = match[1].decode("ascii")
            block.is_json = match.re is JSON_SEAL  # the last line decides: the first may have been changed
            yield block
            block = None
    if block is not None:
        yield block


def _begins(line: bytes) -> bool:
    return line in STARTS or line.startswith(BEGINS.encode())


def _is_between(line: bytes) -> bool:
    return line in (b"", GAMES_LINE) or is_games_end(line)


def is_games_end(line: bytes) -> bool:
    """Whether a line ends a list of games."""
    return line == GAMES_END or line.startswith(LEFT_OUT.encode())


def lines_of(content: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a file read in pieces, without line ends; a final line end gives one more, empty line."""
    rest = b""
    for piece in content:
        rest += piece
        if b"\n" in piece:
            *whole, rest = rest.split(b"\n")
            yield from whole
    yield rest


BYTE_ORDER_MARK = b"\xef\xbb\xbf"
PIECE = 1 << 16
START = 1 << 13
"""How many bytes a format is recognized by."""


def text_start(start: bytes) -> bytes:
    """The first bytes of a file, without a byte order mark or space before the text."""
    return start.removeprefix(BYTE_ORDER_MARK).lstrip()


def pieces_of(file: BinaryIO) -> Iterator[bytes]:
    """The bytes of a file in pieces."""
    return iter(lambda: file.read(PIECE), b"")


def text_lines(file: BinaryIO) -> Iterator[str]:
    """The lines of a text without line ends. Raises `InvalidInput` if it is not UTF-8."""
    before: bytes | None = None
    for line in chain(lines_of(pieces_of(file)), [None]):
        if before is not None and (line is not None or before):  # no line follows the last line end
            try:
                yield before.decode("utf-8")
            except UnicodeDecodeError:
                raise InvalidInput(NOT_UTF8_SAVE.at(NOWHERE, {})) from None
        before = line


def with_checksums(imported: ImportedGame, block: Block, before: int = 0) -> ImportedGame:
    """The game, with a note if its checksums do not match, or if an exported record has none."""
    if block.checksums is None and not block.is_json and imported.was_exported:
        return replace(imported, notes=(Difference(NO_CHECKSUMS),))
    broken = None if block.checksums is None else broken_at(block.covered_lines, block.checksums)
    if broken is None:
        return imported
    line = before + block.start + broken.line - 1
    return replace(imported, notes=(Difference(LINE_CHANGED, str(line)),))
