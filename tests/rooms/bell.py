"""The bell of the house: a line on the table's page says who won last, until the server starts again."""

from flask import url_for

from scorekeeper.core.game import GameState
from scorekeeper.hooks import Row, joins
from scorekeeper.storage.games import find_game
from scorekeeper.storage.visits import TableRow

RUNG: dict[str, tuple[str, str]] = {}
"""The game that ended last, and who won it, by table."""


@joins
def event_stored(game_id: str, before: GameState | None, after: GameState) -> None:
    """Ring when a game ends; a game that is open again has not rung."""
    if after.board.outcome is not None:
        names = after.sheet.names
        winners = ", ".join(names[side] for side in after.board.outcome.winners)
        RUNG[find_game(game_id).table_id] = (game_id, winners)
    elif before is not None and before.board.outcome is not None:
        RUNG.pop(find_game(game_id).table_id, None)


@joins
def rows_on_table_page(table: TableRow) -> list[Row]:
    """The line, if the bell has rung at this table."""
    if table.id not in RUNG:
        return []
    game, winners = RUNG[table.id]
    return [Row(url_for("games.show", game=game), "The bell rings", f"for {winners}")]
