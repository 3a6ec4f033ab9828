"""What wins it: for each side what it needs in this hand, and what each count of tricks brings."""

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import WATCHER, current_game, current_table
from scorekeeper.web.games.views.what_wins import what_wins_view

pages = Blueprint("what_wins", __name__, url_prefix="/games/<game>/what-wins")


@pages.get("", role=WATCHER)
def show(game: str) -> Response | str:
    on_table = current_game()
    if on_table.state.board.outcome is not None:
        flash("The game is over: nothing is left to be won.", "info")
        return redirect(url_for("games.show", game=game), 303)
    table = current_table()
    return render_template("games/what_wins.html", game=on_table.game, table=table, **what_wins_view(on_table.state))
