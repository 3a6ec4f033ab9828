"""Excel: a game as a score sheet with formulas and a chart, a table as lists of games, hands and players.

The library is imported only to write a workbook: code that reads files loads this module too and does not need it.
"""

from collections.abc import Callable, Iterator
from tempfile import TemporaryFile
from typing import BinaryIO

from scorekeeper.core.words.language import translatable
from scorekeeper.formats.files import Export, Format, never

PIECE = 1 << 16


def write_game(export: Export) -> Iterator[bytes]:
    """The workbook of one game."""
    from scorekeeper.formats.xlsx.game import game_xlsx  # noqa: PLC0415 - see above

    (game,) = export.games
    return _written(lambda file: game_xlsx(game, export.players(), file, export.zone()))


def write_table(export: Export) -> Iterator[bytes]:
    """The workbook of a table."""
    from scorekeeper.formats.xlsx.game import table_xlsx  # noqa: PLC0415 - see above

    return _written(lambda file: table_xlsx(export.games, export.players(), file, export.club, export.zone()))


def _written(write: Callable[[BinaryIO], None]) -> Iterator[bytes]:
    """The file's content in pieces: a workbook must be complete before its first byte can be sent."""
    with TemporaryFile() as file:
        write(file)
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece


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
)
