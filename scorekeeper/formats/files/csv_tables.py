"""CSV that is only written: a row per score line, game, player or hand, and what a table makes of its games."""

from collections.abc import Callable, Iterator

from scorekeeper.core.words.language import translatable
from scorekeeper.formats import csv_rows
from scorekeeper.formats.files import Export, Format, never


def _form(
    key: str,
    name: str,
    note: str,
    order: int,
    pieces: Callable[[Export], Iterator[str]],
    *,
    on_game_page: bool = False,
    of_club: bool = False,
) -> Format:
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


def _of_club(key: str) -> Callable[[Export], Iterator[str]]:
    """What a room gives for this format; it is not written where none does."""
    return lambda export: iter(() if export.club is None else export.club.csv[key]())


FORMATS = (
    _form(
        "lines",
        translatable("CSV, one row per line"),
        translatable("One row per score line, with its rule"),
        50,
        lambda export: csv_rows.lines_csv(export.games),
        on_game_page=True,
    ),
    _form(
        "games",
        translatable("CSV, one row per game"),
        translatable("One row per game, with its house rules and totals"),
        52,
        lambda export: csv_rows.games_csv(export.games),
    ),
    _form(
        "players",
        translatable("CSV, one row per player"),
        translatable("One row per player and game, with every figure"),
        54,
        lambda export: csv_rows.players_csv(export.games),
    ),
    _form(
        "hands",
        translatable("CSV, one row per hand, short"),
        translatable("One row per side and hand; house rules are in the games CSV"),
        56,
        lambda export: csv_rows.bare_hands_csv(export.games),
    ),
    _form(
        "nights",
        translatable("CSV of nights"),
        translatable("One row per player and night"),
        60,
        _of_club("nights"),
        of_club=True,
    ),
    _form(
        "seasons",
        translatable("CSV of seasons"),
        translatable("One row per season and player, the champion first"),
        62,
        _of_club("seasons"),
        of_club=True,
    ),
    _form(
        "ratings",
        translatable("CSV of ratings"),
        translatable("One row per rated game and player"),
        64,
        _of_club("ratings"),
        of_club=True,
    ),
    _form(
        "settling",
        translatable("CSV of settling up"),
        translatable("One row per game and player, and per payment"),
        66,
        _of_club("settling"),
        of_club=True,
    ),
)
