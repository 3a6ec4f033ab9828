"""The use cases: start a game, record what was bid and taken, correct it, take it back, stop, play again."""

from scorekeeper.play.courses import GameOnTable, game_on_table
from scorekeeper.play.recording import Recorded, Writer, record, redo, undo
from scorekeeper.play.starting import Started, rematch, start_game

__all__ = [
    "GameOnTable",
    "Recorded",
    "Started",
    "Writer",
    "game_on_table",
    "record",
    "redo",
    "rematch",
    "start_game",
    "undo",
]
