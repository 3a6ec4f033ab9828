"""CSV by hand without house rules: the rows of a game have its id."""

from collections.abc import Iterator

from scorekeeper.core.words.language import translatable
from scorekeeper.formats.csv_rows import bare_hands_csv
from scorekeeper.formats.files import Export, Format, never


def write(export: Export) -> Iterator[bytes]:
    """The rows, a game at a time."""
    return (piece.encode("utf-8") for piece in bare_hands_csv(export.games))


FORMAT = Format(
    key="hands",
    name=translatable("CSV, one row per hand, short"),
    note=translatable("One row per side and hand; house rules are in the games CSV"),
    suffix="-hands.csv",
    media_type="text/csv",
    order=56,
    write_game=write,
    write_table=write,
    needs_events=never,
    on_game_page=False,
)
