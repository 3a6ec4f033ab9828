"""Why storage refuses to read or write."""

from collections.abc import Callable, Iterator

from scorekeeper.storage import errors
from tests.formats.exports.games import game_of_sheet
from tests.tables import sheet_of

REFUSED: dict[str, Callable[[], errors.StorageError]] = {
    "no table": lambda: errors.NoSuchTable("abc"),
    "no game": lambda: errors.NoSuchGame("abc"),
    "another event came first": lambda: errors.AnotherEventCameFirst(game_of_sheet(sheet_of("two-player")).events[0]),
    "ahead of the game": lambda: errors.AheadOfGame(7, 3),
    "id taken": lambda: errors.EventIdTaken("Ann"),
    "rematch underway": lambda: errors.RematchUnderway("abc", 7),
    "taken by another": errors.TakenByAnother,
    "busy": errors.DatabaseBusy,
    "away": errors.DatabaseAway,
    "gone": errors.DatabaseGone,
    "full": errors.DiskFull,
    "newer": lambda: errors.DatabaseIsNewer("Ann", "0099", "0007"),
}


def sentences() -> Iterator[tuple[str, str]]:
    """Each error with its message."""
    for name, make in REFUSED.items():
        yield name, str(make())
