"""CSV that is only written: a row per score line, game, player or hand, and what a table makes of its games."""

from collections.abc import Callable, Iterator

from scorekeeper.core.words.language import translatable
from scorekeeper.formats import csv_rows
from scorekeeper.formats.files import Export, Format, never
from scorekeeper.formats.games import ExportedClub


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


def _club(export: Export) -> ExportedClub:
    return export.club or ExportedClub()


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
        lambda export: csv_rows.nights_csv(_club(export).nights()),
        of_club=True,
    ),
    _form(
        "seasons",
        translatable("CSV of seasons"),
        translatable("One row per season and player, the champion first"),
        62,
        lambda export: csv_rows.seasons_csv(_club(export).seasons()),
        of_club=True,
    ),
    _form(
        "ratings",
        translatable("CSV of ratings"),
        translatable("One row per rated game and player"),
        64,
        lambda export: csv_rows.ratings_csv(_club(export).rated_games()),
        of_club=True,
    ),
    _form(
        "settling",
        translatable("CSV of settling up"),
        translatable("One row per game and player, and per payment"),
        66,
        lambda export: csv_rows.settling_csv(_club(export).settling()),
        of_club=True,
    ),
)
