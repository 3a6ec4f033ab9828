"""The bell of the house: a line on the table's page says who won last, until the server starts again."""

from flask import url_for

from scorekeeper.core.game import GameState
from scorekeeper.hooks import AtTable, Row, joins
from scorekeeper.storage.models import Game
from scorekeeper.storage.visits import GameRow, TableRow

RUNG: dict[str, tuple[str, str]] = {}
"""The game that ended last, and who won it, by table."""


@joins
def event_stored(game: GameRow | Game, before: GameState | None, after: GameState) -> None:
    """Ring when a game ends; a game that is open again has not rung."""
    if after.board.outcome is not None:
        names = after.sheet.names
        winners = ", ".join(names[side] for side in after.board.outcome.winners)
        RUNG[game.table_id] = (game.id, winners)
    elif before is not None and before.board.outcome is not None:
        RUNG.pop(game.table_id, None)


class Bell(AtTable):
    """The line, if the bell has rung at this table."""

    def rows(self) -> list[Row]:
        if self.table.id not in RUNG:
            return []
        game, winners = RUNG[self.table.id]
        return [Row(url_for("games.show", game=game), "The bell rings", f"for {winners}")]


@joins
def at_table(table: TableRow) -> AtTable:
    """What the bell has at this table."""
    return Bell(table)
