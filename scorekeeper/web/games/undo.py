"""Undo and redo: buttons that reach everything."""

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, current_game
from scorekeeper.core.game.undo import base_of
from scorekeeper.core.pages.descriptions import describe_event
from scorekeeper.services import redo, undo
from scorekeeper.web.games.forms import EntryForm
from scorekeeper.web.recording import attempt_or_flash, this_writer

pages = Blueprint("undo", __name__)
redo_pages = Blueprint("redo", __name__)


@pages.post("/games/<game>/undo", role=SCORER)
def create(game: str) -> Response:
    return _turn_back(game, back=True)


@redo_pages.post("/games/<game>/redo", endpoint="create", role=SCORER)
def create_redo(game: str) -> Response:
    return _turn_back(game, back=False)


def _turn_back(game: str, back: bool) -> Response:
    form = EntryForm(request.form)
    recorded = attempt_or_flash(lambda: (undo if back else redo)(game, this_writer(), form.seen, form.new_id))
    if recorded is not None:
        state = current_game().state  # as it is by now: another phone may have written before this
        taken, again = base_of(state.events, state.events[recorded.entry.seq - 1])
        flash(f"{'Back again' if again else 'Taken back'}: {describe_event(taken, state.head)}", "success")
    return redirect(url_for("games.show", game=game), 303)
