"""CSV of nights: a row per player and night."""

from collections.abc import Iterator

from scorekeeper.core.words.language import translatable
from scorekeeper.formats.csv_rows import nights_csv
from scorekeeper.formats.files import Export, Format, never


def write(export: Export) -> Iterator[bytes]:
    """The rows as they come."""
    return (piece.encode("utf-8") for piece in nights_csv(export.club.nights() if export.club else ()))


FORMAT = Format(
    key="nights",
    name=translatable("CSV of nights"),
    note=translatable("One row per player and night"),
    suffix="-nights.csv",
    media_type="text/csv",
    order=60,
    write_table=write,
    of_club=True,
    needs_events=never,
)
