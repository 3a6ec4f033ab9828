"""The text record: a line per hand, for people and chats; a file may hold several."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import BinaryIO

from scorekeeper.core.inputs.faults import PathStep
from scorekeeper.core.words.language import translatable
from scorekeeper.formats.files import Export, Format, Reader
from scorekeeper.formats.games import ImportedGame, UnreadGame, read_or_unread
from scorekeeper.formats.strict_json import Budget
from scorekeeper.formats.text_file import Block, blocks, text_lines, text_start, with_checksums
from scorekeeper.formats.text_record import record_of
from scorekeeper.formats.text_record.read import BEGINS, read_record
from scorekeeper.formats.text_record.tags import begins_with_tag


def write(export: Export) -> Iterator[bytes]:
    """All records, an empty line between them."""
    for number, game in enumerate(export.games):
        yield (("\n" if number else "") + record_of(game)).encode("utf-8")


def recognizes(start: bytes) -> bool:
    """Whether a file begins with a tag: one without its first is refused as a record."""
    return begins_with_tag(text_start(start))


def read(file: BinaryIO, _: Budget) -> Iterator[ImportedGame | UnreadGame]:
    """The games of a text."""
    for number, (start, lines) in enumerate(_split_records(text_lines(file)), start=1):
        where = PathStep("game", number)
        yield read_or_unread(where, partial(_game, lines, start, where))


def _game(lines: Sequence[str], start: int, where: PathStep) -> ImportedGame:
    imported = read_record(lines, start, where)
    part = next(part for part in blocks(line.encode() for line in lines) if isinstance(part, Block))
    return with_checksums(imported, part, start - 1)


FORMAT = Format(
    key="text",
    name=translatable("Text record"),
    note=translatable("Plain text for people and programs; can be imported again"),
    suffix=".txt",
    media_type="text/plain",
    order=30,
    write_game=write,
    write_table=write,
    reader=Reader(translatable("a text record"), recognizes, read),
)


def _split_records(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """The records of a text, each with the number of its first line; lines before the first count as one too."""
    record: list[str] = []
    start = 1
    for number, line in enumerate(lines, start=1):
        if line.lstrip("\ufeff").startswith(BEGINS) and any(old.strip() for old in record):
            yield start, record
            record, start = [], number
        record.append(line)
    if any(line.strip() for line in record):
        yield start, record
