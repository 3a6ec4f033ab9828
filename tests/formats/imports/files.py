"""Games to import, and files that have them."""

import io
from collections.abc import Iterable, Iterator

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.formats.files.csv_hands import read_csv
from scorekeeper.formats.games import ExportedTable, ImportedGame, UnreadGame
from tests.formats.exports.games import game_of_sheet
from tests.tables import sheet_of

HANDS = ("Ann 5 took 6, Ben 4>5 took 7; Ann adjusted -30 for talking", "Ann 5 took 7, Ben nil took 6")
GAME = game_of_sheet(sheet_of("two-player", *HANDS))
OVER = game_of_sheet(sheet_of("two-player", *HANDS, closed="late"), 2)
MERGED = ExportedTable("Friday", ["Ann", "Annie", "Ben"], {"Annie": "Ann"})


def file(content: str | bytes | Iterator[bytes]) -> io.BytesIO:
    if isinstance(content, str):
        content = content.encode()
    return io.BytesIO(content if isinstance(content, bytes) else b"".join(content))


def csv_games(lines: Iterable[str]) -> Iterator[ImportedGame]:
    """The games of a CSV of hands, all of which can be read. Raises `InvalidInput`."""
    for game in read_csv(lines):
        if isinstance(game, UnreadGame):
            raise InvalidInput(game.fault)
        yield game
