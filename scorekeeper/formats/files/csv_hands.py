"""CSV by hand: a row per side and hand; can be imported."""

from collections.abc import Iterator
from typing import BinaryIO

from scorekeeper.core.words.language import translatable
from scorekeeper.formats.csv.read import is_hands_csv, read_csv
from scorekeeper.formats.csv.write import hands_csv
from scorekeeper.formats.games import ImportedGame
from scorekeeper.formats.registry import Export, Format, Reader, never
from scorekeeper.formats.strict_json import Budget
from scorekeeper.formats.text_file import text_lines


def write(export: Export) -> Iterator[bytes]:
    """The rows, a game at a time."""
    return (piece.encode("utf-8") for piece in hands_csv(export.games))


def recognizes(start: bytes) -> bool:
    """Whether the first line has this format's column names."""
    first = start.decode("utf-8-sig", "replace").splitlines()[:1]
    return any(is_hands_csv(line) for line in first)


def read(file: BinaryIO, _: Budget) -> Iterator[ImportedGame]:
    """The games in the rows."""
    return read_csv(text_lines(file, ends=True))


FORMAT = Format(
    key="csv",
    name=translatable("CSV, one row per hand"),
    note=translatable("One row per side and hand; can be re-imported"),
    suffix="-hands.csv",
    media_type="text/csv",
    order=40,
    write_game=write,
    write_table=write,
    needs_events=never,
    reader=Reader(translatable("a CSV of hands"), recognizes, read),
)
