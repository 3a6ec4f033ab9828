"""The history of a game: every entry, newest first, with who wrote it and when."""

from flask import Blueprint, render_template

from scorekeeper.play import game_on_table
from scorekeeper.storage import entries_of, find_table
from scorekeeper.web.views.history import entry_rows

pages = Blueprint("history", __name__, url_prefix="/games/<game>/history")


@pages.get("")
def show(game: str) -> str:
    on_table = game_on_table(game)
    rows = entry_rows(entries_of(game), on_table.course.head)
    table = find_table(on_table.game.table_id)
    return render_template("games/history.html", game=on_table.game, table=table, rows=rows)
