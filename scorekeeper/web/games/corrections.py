"""Corrections: any hand, any time; what it changes is shown before it is saved, with a reason."""

from flask import Blueprint, abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, current_game
from scorekeeper.core.game import GameState, moves
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages.correction import Correction, reason_field
from scorekeeper.core.sheet import read_hand
from scorekeeper.formats.strict_json import parse_json
from scorekeeper.web.forms import sentences
from scorekeeper.web.games.forms import CorrectionForm
from scorekeeper.web.games.place import place_of, render_game_page
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


def _page(game: str, hand: int, form: CorrectionForm | None) -> str:
    on_table = current_game()
    state, place = on_table.state, place_of(on_table)
    if not 1 <= hand <= len(state.board.hands):
        abort(404)
    if form is None:
        correction, reason = Correction(state, hand, request.args.to_dict()), reason_field()
    else:
        correction = _as_posted(state, hand, form)
        reason = reason_field(form.reason.data or "", sentences(form.reason.errors))
    return render_game_page("games/correct.html", place, correction.view(place, reason))


def _as_posted(state: GameState, hand: int, form: CorrectionForm) -> Correction:
    try:
        record = read_hand(parse_json(form.record.data or ""), hand, state.head)
        return Correction.of_record(state, hand, record)
    except InvalidInput:
        return Correction(state, hand, {})
