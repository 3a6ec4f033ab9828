"""CSV of settling up: a row per game and player, and per payment."""

from collections.abc import Iterator

from scorekeeper.core.words.language import translatable
from scorekeeper.formats.csv_rows import settling_csv
from scorekeeper.formats.files import Export, Format, never


def write(export: Export) -> Iterator[bytes]:
    """The rows as they come."""
    return (piece.encode("utf-8") for piece in settling_csv(export.club.settling() if export.club else ()))


FORMAT = Format(
    key="settling",
    name=translatable("CSV of settling up"),
    note=translatable("One row per game and player, and per payment"),
    suffix="-settling.csv",
    media_type="text/csv",
    order=66,
    write_table=write,
    of_club=True,
    needs_events=never,
)
