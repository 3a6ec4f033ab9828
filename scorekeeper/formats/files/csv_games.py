"""CSV by game: a row per game, with its house rules."""

from collections.abc import Iterator

from scorekeeper.core.words.language import translatable
from scorekeeper.formats.csv_rows import games_csv
from scorekeeper.formats.files import Export, Format, never


def write(export: Export) -> Iterator[bytes]:
    """The rows, a game at a time."""
    return (piece.encode("utf-8") for piece in games_csv(export.games))


FORMAT = Format(
    key="games",
    name=translatable("CSV, one row per game"),
    note=translatable("One row per game, with its house rules and totals"),
    suffix="-games.csv",
    media_type="text/csv",
    order=52,
    write_game=write,
    write_table=write,
    needs_events=never,
    on_game_page=False,
)
