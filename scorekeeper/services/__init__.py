"""The use cases: start a game, record bids and hands, correct, undo, end, rematch."""

from scorekeeper.services.game_cache import GameOnTable, game_on_table
from scorekeeper.services.recording import Recorded, Writer, record, record_event, record_if_any, redo, undo
from scorekeeper.services.starting import Started, rematch, start_game

__all__ = [
    "GameOnTable",
    "Recorded",
    "Started",
    "Writer",
    "game_on_table",
    "record",
    "record_event",
    "record_if_any",
    "redo",
    "rematch",
    "start_game",
    "undo",
]
