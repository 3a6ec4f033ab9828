"""CSV by player: a row per player and game."""

from collections.abc import Iterator

from scorekeeper.core.words.language import translatable
from scorekeeper.formats.csv_rows import players_csv
from scorekeeper.formats.files import Export, Format, never


def write(export: Export) -> Iterator[bytes]:
    """The rows, a game at a time."""
    return (piece.encode("utf-8") for piece in players_csv(export.games))


FORMAT = Format(
    key="players",
    name=translatable("CSV, one row per player"),
    note=translatable("One row per player and game, with every figure"),
    suffix="-players.csv",
    media_type="text/csv",
    order=54,
    write_game=write,
    write_table=write,
    needs_events=never,
    on_game_page=False,
)
