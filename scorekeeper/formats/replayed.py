"""From a file's game with its chain to the game as it is kept."""

from scorekeeper.formats.exported_game import KeptGame
from scorekeeper.formats.game_json.entries import course_of
from scorekeeper.formats.imported_game import Told


def kept_from(told: Told, number: int = 1) -> KeptGame:
    """The game of this chain. Raises `InvalidInput` where its entries do not fit together."""
    course = course_of(told.entries)
    signature = told.signature
    signer = None if signature is None else lambda _head, _record: signature
    return KeptGame(str(told.id), course, told.entries, number, told.not_counted, told.differences, signer)
