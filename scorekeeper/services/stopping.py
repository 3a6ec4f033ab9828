"""Ends several games of a table as they stand: those that nobody plays on, such as lists that end before the target."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.core.game import moves
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.services.recording import Author, record_event
from scorekeeper.storage.games import games_by_id
from scorekeeper.storage.models import PLAYING


@dataclass(frozen=True, slots=True)
class Stopped:
    """How many games ended, and the numbers of those that could not: a game without a hand cannot end."""

    games: int
    left: tuple[int, ...]


def stop_games(table_id: str, ids: Iterable[str], author: Author) -> Stopped:
    """End these games of the table that are in progress as they stand, each for itself; matches are left alone."""
    stopped, left = 0, list[int]()
    for game in sorted(games_by_id(list(ids)), key=lambda game: game.number):
        if game.table_id != table_id or game.status != PLAYING or game.match_of is not None:
            continue
        try:
            record_event(game.id, lambda state: moves.stop(state, {}), author=author)
        except InvalidInput:
            left.append(game.number)
        else:
            stopped += 1
    return Stopped(stopped, tuple(left))
