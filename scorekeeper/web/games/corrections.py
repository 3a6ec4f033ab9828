"""Corrections: any hand, any time; what it changes is shown before it is saved, with a reason."""

from collections.abc import Sequence

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, current_game, current_table
from scorekeeper.core.game import moves
from scorekeeper.web.forms import sentences
from scorekeeper.web.games.forms import CorrectionForm
from scorekeeper.web.games.views.correction import Correction, field
from scorekeeper.web.recording import NotSaved, attempt, record_press

pages = Blueprint("corrections", __name__, url_prefix="/games/<game>/hands/<int:hand>/correction")

CLASH = "Not saved: another phone wrote something in between. See what your correction changes now."


@pages.get("", role=SCORER)
def new(game: str, hand: int) -> str:
    return _page(game, hand, None)


@pages.post("", role=SCORER)
def create(game: str, hand: int) -> Response | tuple[str, int]:
    form = CorrectionForm(request.form)
    if not form.validate():
        return _page(game, hand, form), 422
    fields = form.fields | {"hand": str(hand)}
    saved = attempt(lambda: record_press(game, lambda state: moves.correct(state, fields, form.written()), form))
    if isinstance(saved, NotSaved):
        flash(CLASH if saved.other_was_quicker else f"Not saved. {saved.text}", "error")
        return _page(game, hand, form), saved.status
    flash(f"Hand {hand} is corrected.", "success")
    return redirect(url_for("games.show", game=game), 303)


def reason_field(value: str, errors: Sequence[str] = (), placeholder: str = "miscounted") -> dict[str, object]:
    """The field that asks why."""
    more = {"errors": sentences(errors), "placeholder": placeholder, "max_length": 200, "required": True}
    return field("text", "reason", "Why?", value) | more


def _page(game: str, hand: int, form: CorrectionForm | None) -> str:
    on_table = current_game()
    state = on_table.state
    if not 1 <= hand <= len(state.board.hands):
        abort(404)
    if form is None:
        correction, reason = Correction(state, hand, request.args), reason_field("")
    else:
        correction = Correction.written(state, hand, form.record.data)
        reason = reason_field(form.reason.data or "", form.reason.errors)
    table = current_table()
    return render_template("games/correct.html", game=on_table.game, table=table, reason=reason, **correction.view())
