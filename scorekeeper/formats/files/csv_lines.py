"""CSV by line: a row per score line, with its rule."""

from collections.abc import Iterator

from scorekeeper.core.words.language import translatable
from scorekeeper.formats.csv_rows import lines_csv
from scorekeeper.formats.files import Export, Format, never


def write(export: Export) -> Iterator[bytes]:
    """The rows, a game at a time."""
    return (piece.encode("utf-8") for piece in lines_csv(export.games))


FORMAT = Format(
    key="lines",
    name=translatable("CSV, one row per line"),
    note=translatable("One row per score line, with its rule"),
    suffix="-lines.csv",
    media_type="text/csv",
    order=50,
    write_game=write,
    write_table=write,
    needs_events=never,
)
