"""Hands: the bids as they come, and the hand when it is played."""

from collections.abc import Callable
from urllib.parse import urlencode

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, current_game
from scorekeeper.core.game import AlreadyRecorded, BidsPlaced, GameState, moves
from scorekeeper.core.game.moves import Fields
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages.consequences import Clash
from scorekeeper.core.pages.counts import counts_given
from scorekeeper.services import record_if_any
from scorekeeper.web.forms import sentence
from scorekeeper.web.games.forms import AllStandForm, BidForm, HandForm, PressForm
from scorekeeper.web.games.place import place_of, render_game_page
from scorekeeper.web.recording import NotSaved, attempt, record_press, this_writer

pages = Blueprint("hands", __name__)

WRITTEN = "Another phone wrote hand {hand} in the meantime. Look at it, and correct it where it is wrong."
BETWEEN = "Not saved yet: another phone wrote something in between. Look at the hand, and save it again."


@pages.post("/games/<game>/bids", role=SCORER)
def bid(game: str) -> Response:
    return _write_bids(game, moves.bid, BidForm(request.form))


@pages.post("/games/<game>/bids/stand", endpoint="stand", role=SCORER)
def all_stand(game: str) -> Response:
    """Nobody changes a bid any more."""
    return _write_bids(game, moves.keep_bids, AllStandForm(request.form))


def _write_bids(game: str, move: Callable[[GameState, Fields], BidsPlaced | None], form: PressForm) -> Response:
    """Write the bids with what was tapped, whatever another phone bids at the same moment."""
    fields = form.fields
    saved = attempt(lambda: record_if_any(game, lambda state: move(state, fields), writer=this_writer()))
    if isinstance(saved, NotSaved):
        written = saved.error.hand if isinstance(saved.error, AlreadyRecorded) else 0
        flash(WRITTEN.format(hand=written) if written else saved.text, "error")
    return redirect(url_for("games.show", game=game), 303)


@pages.post("/games/<game>/hands", role=SCORER)
def create(game: str) -> Response | tuple[str, int]:
    form = HandForm(request.form)
    if not form.validate():
        flash("The form did not arrive whole, nothing was saved: count the tricks once more.", "error")
        return redirect(url_for("games.show", game=game), 303)
    saved = attempt(lambda: record_press(game, lambda state: moves.save_hand(state, form.fields, form.written()), form))
    if isinstance(saved, NotSaved):
        if saved.other_was_quicker:
            return _clash(game, form)
        flash(f"Not saved. {saved.text}", "error")
    return redirect(url_for("games.show", game=game), 303)


def _clash(game: str, form: HandForm) -> Response | tuple[str, int]:
    """Another phone wrote first: both hands are shown to choose from, or what was counted here is counted still."""
    on_table = current_game()
    state, back = on_table.state, url_for("games.show", game=game)
    try:
        hand = moves.save_hand(state, form.fields, form.written())
        if hand.hand > len(state.board.hands):
            flash(BETWEEN, "error")
            given = counts_given(hand.record.took, state.head.rules.seating)
            return redirect(f"{back}?{urlencode(given | {'note': form.note.data or ''})}", 303)
        clash = Clash(state, hand)
        if not clash.is_none:
            place = place_of(on_table)
            return render_game_page("games/clash.html", place, clash.view(place)), 409
        flash(f"Hand {hand.hand} is saved: {clash.by} wrote the very same.", "success")
    except InvalidInput as error:
        flash(f"Not saved. {sentence(error)}", "error")
    return redirect(back, 303)
