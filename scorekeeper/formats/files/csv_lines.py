"""CSV, line by line: a row for each score line, with its rule."""

from collections.abc import Iterator

from scorekeeper.formats.csv.write import lines_csv
from scorekeeper.formats.registry import Export, Format


def write(export: Export) -> Iterator[bytes]:
    """The rows, a game at a time."""
    return (piece.encode("utf-8") for piece in lines_csv(export.games))


FORMAT = Format(
    key="lines",
    name="CSV, line by line",
    note="A row for each score line with its rule",
    suffix="-lines.csv",
    media_type="text/csv",
    order=50,
    write_game=write,
    write_table=write,
)
