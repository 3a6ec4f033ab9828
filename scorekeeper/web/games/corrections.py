"""Corrections: any hand, any time; what it changes is shown before it is saved, with a reason."""

from collections.abc import Sequence

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.core.game import CORRECTION
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.services import game_on_table, record
from scorekeeper.storage import AnotherEntryCameFirst, EntryIdTaken, NotThatFar, find_table
from scorekeeper.web.forms import CorrectionForm, sentence, sentences
from scorekeeper.web.games.hands import hand_body
from scorekeeper.web.games.views.correction import Correction, field
from scorekeeper.web.writer import this_writer

pages = Blueprint("corrections", __name__, url_prefix="/games/<game>/hands/<int:hand>/correction")


@pages.get("")
def new(game: str, hand: int) -> str:
    return _page(game, hand, None)


@pages.post("")
def create(game: str, hand: int) -> Response | tuple[str, int]:
    form = CorrectionForm(request.form)
    if not form.validate():
        return _page(game, hand, form), 422
    try:
        body = hand_body(form) | {"hand": hand, "reason": form.reason.data}
        record(game, CORRECTION, body, writer=this_writer(), entry_id=form.entry_id.data or None, seq=form.seq.data)
    except (AnotherEntryCameFirst, NotThatFar, EntryIdTaken):
        flash("Not saved: another phone wrote something in between. See what your correction changes now.", "error")
        return _page(game, hand, form), 409
    except InvalidInput as error:
        flash(f"Not saved. {sentence(error)}", "error")
        return _page(game, hand, form), 422
    flash(f"Hand {hand} is corrected.", "success")
    return redirect(url_for("games.show", game=game), 303)


def reason_field(value: str, errors: Sequence[str] = (), placeholder: str = "miscounted") -> dict[str, object]:
    """The field that asks why."""
    more = {"errors": sentences(errors), "placeholder": placeholder, "max_length": 200, "required": True}
    return field("text", "reason", "Why?", value) | more


def _page(game: str, hand: int, form: CorrectionForm | None) -> str:
    on_table = game_on_table(game)
    course = on_table.course
    if not 1 <= hand <= len(course.board.hands):
        abort(404)
    if form is None:
        correction, reason = Correction(course, hand, request.args), reason_field("")
    else:
        correction = Correction.written(course, hand, form.record.data)
        reason = reason_field(form.reason.data or "", form.reason.errors)
    table = find_table(on_table.game.table_id)
    return render_template("games/correct.html", game=on_table.game, table=table, reason=reason, **correction.view())
