"""The games of a plain list of hands as a file that can be imported."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from scorekeeper.core.game import replay
from scorekeeper.formats.csv_rows import hands_csv
from scorekeeper.formats.games import ExportedGame
from scorekeeper.formats.hand_list import Columns, HandList, sheets_of
from scorekeeper.services.starting import events_of_sheet


def file_of_hand_list(hand_list: HandList, columns: Columns, head: Mapping[str, object], started: datetime) -> bytes:
    """A hands CSV with the games of a list, a minute apart. Raises `InvalidInput`.

    Imported twice, it adds nothing the second time: the same list at the same time is the same file.
    """
    games = [
        ExportedGame(str(number), replay(events_of_sheet(sheet)), (), number, began=started + timedelta(minutes=number))
        for number, sheet in enumerate(sheets_of(hand_list, columns, head))
    ]
    return "".join(hands_csv(games)).encode("utf-8")
