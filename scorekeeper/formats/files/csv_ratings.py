"""CSV of ratings: a row per rated game and player."""

from collections.abc import Iterator

from scorekeeper.core.words.language import translatable
from scorekeeper.formats.csv_rows import ratings_csv
from scorekeeper.formats.files import Export, Format, never


def write(export: Export) -> Iterator[bytes]:
    """The rows as they come."""
    return (piece.encode("utf-8") for piece in ratings_csv(export.club.rated_games() if export.club else ()))


FORMAT = Format(
    key="ratings",
    name=translatable("CSV of ratings"),
    note=translatable("One row per rated game and player"),
    suffix="-ratings.csv",
    media_type="text/csv",
    order=64,
    write_table=write,
    of_club=True,
    needs_events=never,
)
