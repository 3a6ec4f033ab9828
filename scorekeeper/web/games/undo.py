"""Undo and redo: buttons that reach everything."""

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.services import game_on_table, redo, undo
from scorekeeper.storage import AnotherEntryCameFirst, EntryIdTaken, NotThatFar
from scorekeeper.web.forms import EntryForm, posted_id, sentence
from scorekeeper.web.games.views.telling import base_of, entry_words
from scorekeeper.web.writer import this_writer

pages = Blueprint("undo", __name__)
redo_pages = Blueprint("redo", __name__)

CLASH = "Another phone wrote something in between: look at the sheet, then try again."


@pages.post("/games/<game>/undo")
def create(game: str) -> Response:
    return _turn_back(game, back=True)


@redo_pages.post("/games/<game>/redo", endpoint="create")
def create_redo(game: str) -> Response:
    return _turn_back(game, back=False)


def _turn_back(game: str, back: bool) -> Response:
    form = EntryForm(request.form)
    seq = form.seq.data if form.validate() else None
    try:
        recorded = (undo if back else redo)(game, this_writer(), seq, posted_id(request.form))
    except (AnotherEntryCameFirst, NotThatFar, EntryIdTaken):
        flash(CLASH, "error")
    except InvalidInput as error:
        flash(sentence(error), "error")
    else:
        course = game_on_table(game).course  # as it is by now: another phone may have written before this
        taken, again = base_of(course.entries, course.entries[recorded.entry.seq - 1])
        flash(f"{'Back again' if again else 'Taken back'}: {entry_words(taken, course.head)}", "success")
    return redirect(url_for("games.show", game=game), 303)
