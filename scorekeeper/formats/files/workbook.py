"""Excel: a game as a score sheet with formulas and a chart, a table as lists of games, hands and players.

The library is imported only to write a workbook: code that reads files loads this module too and does not need it.
"""

from collections.abc import Iterable, Iterator
from typing import cast

from scorekeeper.core.words.language import translatable
from scorekeeper.formats.files import Export, Format, never
from scorekeeper.formats.heavy import run_sandboxed

TABLE_SECONDS = 300
"""CPU seconds for the workbook of a table: as many rows as Excel has take a fifth of it."""


def write_game(export: Export) -> Iterator[bytes]:
    """The workbook of one game."""
    from scorekeeper.formats.xlsx.game import game_xlsx  # noqa: PLC0415 - see above

    (game,) = export.games
    return _made(game_xlsx(game, export.players() or (), export.zone()))


def write_table(export: Export) -> Iterator[bytes]:
    """The workbook of a table."""
    from scorekeeper.formats.xlsx.game import table_xlsx  # noqa: PLC0415 - see above

    return _made(table_xlsx(export.games, export.players(), export.club, export.zone(), export.left_out))


def _made(calls: Iterable[bytes]) -> Iterator[bytes]:
    """The file's content in pieces."""
    from scorekeeper.formats.xlsx import workbook  # noqa: PLC0415 - see above

    return cast("Iterator[bytes]", run_sandboxed(workbook, calls, TABLE_SECONDS))


FORMAT = Format(
    key="xlsx",
    name=translatable("Excel"),
    for_people=True,
    note=translatable("Score sheet with formulas, a chart and the players"),
    suffix=".xlsx",
    media_type="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    order=20,
    write_game=write_game,
    write_table=write_table,
    needs_events=never,
    made_apart=True,
)
