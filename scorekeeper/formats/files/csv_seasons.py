"""CSV of seasons: a row per season and player."""

from collections.abc import Iterator

from scorekeeper.core.words.language import translatable
from scorekeeper.formats.csv_rows import seasons_csv
from scorekeeper.formats.files import Export, Format, never


def write(export: Export) -> Iterator[bytes]:
    """The rows as they come."""
    return (piece.encode("utf-8") for piece in seasons_csv(export.club.seasons() if export.club else ()))


FORMAT = Format(
    key="seasons",
    name=translatable("CSV of seasons"),
    note=translatable("One row per season and player, the champion first"),
    suffix="-seasons.csv",
    media_type="text/csv",
    order=62,
    write_table=write,
    of_club=True,
    needs_events=never,
)
