"""CSV that is only written: a row per score line, game, player or hand."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from scorekeeper.core.words.language import translatable
from scorekeeper.formats import csv_rows
from scorekeeper.formats.files import Export, Format, never


def csv_format(
    key: str,
    name: str,
    note: str,
    order: int,
    pieces: Callable[[Export], Iterator[str]],
    *,
    on_game_page: bool = False,
    of_club: bool = False,
) -> Format:
    """A format whose text comes in these pieces."""

    def write(export: Export) -> Iterator[bytes]:
        return (piece.encode("utf-8") for piece in pieces(export))

    return Format(
        *(key, name, note, f"-{key}.csv", "text/csv", order),
        write_game=None if of_club else write,
        write_table=write,
        on_game_page=on_game_page,
        of_club=of_club,
        needs_events=never,
    )


FORMATS = (
    csv_format(
        "lines",
        translatable("CSV, one row per line"),
        translatable("One row per score line, with its rule"),
        50,
        lambda export: csv_rows.lines_csv(export.games),
        on_game_page=True,
    ),
    csv_format(
        "games",
        translatable("CSV, one row per game"),
        translatable("One row per game, with its house rules and totals"),
        52,
        lambda export: csv_rows.games_csv(export.games),
    ),
    csv_format(
        "players",
        translatable("CSV, one row per player"),
        translatable("One row per player and game, with every figure"),
        54,
        lambda export: csv_rows.players_csv(export.games),
    ),
    replace(
        csv_format(
            "hands",
            translatable("CSV, one row per hand, short"),
            translatable("One row per side and hand; house rules are in the games CSV"),
            56,
            lambda export: csv_rows.bare_hands_csv(export.games),
        ),
        suffix="-hands-short.csv",  # the other CSV of a row per hand is -hands.csv
    ),
)
