"""The games of a text or JSON export, cut apart by their lines, so that one is in memory at a time."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile

from scorekeeper.formats.game_json.write import FIRST_LINE, GAMES_FORMAT
from scorekeeper.formats.text_record.read import BEGINS
from scorekeeper.formats.text_record.write import SEAL
from scorekeeper.formats.zip.write import FIRST_LINE as TABLE_LINE

TEXT_SEAL = re.compile(rb'\[%s "([0-9a-f ]*)"\]' % SEAL.encode())
JSON_SEAL = re.compile(rb'"seal": "([0-9a-f ]*)"\},?')
SEAL_BEGINS = b'"seal"'
GAMES_LINE = f'{{"format": "{GAMES_FORMAT}", "games": ['.encode()
GAMES_END = b"]}"
STARTS = (FIRST_LINE.encode(), TABLE_LINE.encode())


@dataclass(slots=True)
class Block:
    """One game's lines, its first line's number, and its checksums (None where it has none)."""

    start: int
    is_json: bool
    lines: list[bytes] = field(default_factory=list)
    checksums: str | None = None

    @property
    def sealed(self) -> list[bytes]:
        """The lines that the checksums are of."""
        return self.lines[:-1] if self.checksums is not None else self.lines

    @property
    def end(self) -> int:
        """The number of its last line; what stands behind a list of games is none of it."""
        behind = sum(1 for _ in takewhile(_is_between, reversed(self.lines)))
        return self.start + len(self.lines) - behind - 1

    @property
    def seal_line(self) -> int:
        """The number of the line where its checksums stand, or should."""
        begun = (number for number, line in enumerate(self.lines, start=self.start) if line.startswith(SEAL_BEGINS))
        return next(begun, self.end)


@dataclass(frozen=True, slots=True)
class Between:
    """A line that belongs to no game: the head and the end of a list, an empty line between records."""

    number: int
    line: bytes


def blocks(lines: Iterable[bytes]) -> Iterator[Block | Between]:
    """Games and what stands between them, in order. Lines come without their ends."""
    block: Block | None = None
    for number, line in enumerate(lines, start=1):
        if block is not None and _begins(line):
            yield block  # it was not sealed
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
            block.is_json = match.re is JSON_SEAL  # the last line knows better than a first line that was changed
            yield block
            block = None
    if block is not None:
        yield block


def _begins(line: bytes) -> bool:
    return line in STARTS or line.startswith(BEGINS.encode())


def _is_between(line: bytes) -> bool:
    return line in (b"", GAMES_LINE, GAMES_END)


def lines_of(content: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a file that comes in pieces, without their ends; an end at the very end gives one more, empty."""
    rest = b""
    for piece in content:
        rest += piece
        if b"\n" in piece:
            *whole, rest = rest.split(b"\n")
            yield from whole
    yield rest
