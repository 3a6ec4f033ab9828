"""The history of a game: every entry in words, with who wrote it and when; most can be taken back here."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, WATCHER, current_game, current_table, may
from scorekeeper.core.game import moves
from scorekeeper.storage import entries_of
from scorekeeper.web.formatting import whole_number, zone_words
from scorekeeper.web.games.forms import EntryForm
from scorekeeper.web.games.views.log import History
from scorekeeper.web.recording import record_or_flash

pages = Blueprint("history", __name__, url_prefix="/games/<game>/history")

CLASH = "Another phone wrote something in between: look at the history, then try again."


@pages.get("", role=WATCHER)
def show(game: str) -> str:
    on_table = current_game()
    history = History(on_table.state, entries_of(game), game, may("scorer"))
    days = history.days(request.args.get("before", type=whole_number))
    first = days[-1]["rows"][-1]["seq"] if days else 1
    table = current_table()
    return render_template(
        "games/history.html",
        game=on_table.game,
        table=table,
        days=days,
        older=url_for("history.show", game=game, before=first) if first > 1 else None,
        seq=on_table.state.seq,
        zone=zone_words(),
    )


@pages.post("/<int:entry>/take-back", role=SCORER)
def take_back(game: str, entry: int) -> Response:
    if record_or_flash(game, lambda state: moves.undo_event(state, entry), EntryForm(request.form), CLASH):
        flash("Done. It can be turned round here as well.", "success")
    return redirect(url_for("history.show", game=game), 303)
