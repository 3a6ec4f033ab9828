"""Signing off: a side agrees with the finished sheet, or disputes it at a hand; on its own phone or on this one."""

from functools import partial
from uuid import uuid4

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import WATCHER, current_game, current_membership, current_table
from scorekeeper.core.game import DISPUTED
from scorekeeper.core.rules.seating import Side
from scorekeeper.services import GameOnTable
from scorekeeper.services.signing import SigningPhone, sign
from scorekeeper.web.games.forms import SigningForm
from scorekeeper.web.games.views.board import board_view
from scorekeeper.web.games.views.correction import field, hand_words
from scorekeeper.web.games.views.ending import ending_view
from scorekeeper.web.games.views.signing import phone_view
from scorekeeper.web.recording import attempt_or_flash, this_writer

pages = Blueprint("signing", __name__, url_prefix="/games/<game>/signing/<int:side>")

CLASH = "Another phone wrote something in between. Look at the sheet as it stands now, then sign."


@pages.get("", role=WATCHER)
def new(game: str, side: int) -> Response | str:
    on_table = _game(game, side)
    if on_table.state.board.outcome is None:
        flash("The game goes on: it is signed when it is over.", "info")
        return redirect(url_for("games.show", game=game), 303)
    return _page(on_table, side)


@pages.post("", role=WATCHER)
def create(game: str, side: int) -> Response:
    on_table = _game(game, side)
    form = SigningForm(request.form)
    phone = SigningPhone(current_membership(), form.phone.data or "", form.key.data or "")
    signed = partial(
        sign, game, Side(side), form.fields, phone, writer=this_writer(), entry_id=form.new_id, seq=form.seen
    )
    if attempt_or_flash(signed, CLASH) is None:
        return _again(game, side, form)
    verdict = "disputed" if form.verdict.data == DISPUTED else "agreed"
    flash(f"{on_table.state.head.names[side]}: {verdict}. It is sealed with the sheet.", "success")
    return redirect(url_for("games.show", game=game), 303)


def _again(game: str, side: int, form: SigningForm) -> Response:
    """Back to the page that asks, as this phone came to it."""
    return redirect(url_for("signing.new", game=game, side=side, key=form.key.data or None), 303)


def _game(game: str, side: int) -> GameOnTable:
    on_table = current_game()
    if side >= len(on_table.state.head.sides):
        abort(404)
    return on_table


def _page(on_table: GameOnTable, side: int) -> str:
    state, key = on_table.state, request.args.get("key", "")
    hands = [
        {"value": hand.number, "label": f"Hand {hand.number}: {hand_words(state, hand)}"} for hand in state.board.hands
    ]
    return render_template(
        "games/signing/new.html",
        game=on_table.game,
        table=current_table(),
        side={"index": side, "name": state.head.names[side]},
        given=next((sign for sign in state.signs if sign.side == side), None),
        alone=len(state.head.sides[side].players) == 1,
        board=board_view(state.board, state.head.names),
        ending=ending_view(state),
        hidden={"seq": state.seq, "entry_id": str(uuid4())} | ({"key": key} if key else {}),
        **phone_view(on_table, side, key),
        hand=field("select", "hand", "At which hand?", "", choices=[{"value": "", "label": "The whole game"}, *hands]),
        note=field("text", "note", "What is wrong?", "", max_length=200, placeholder="we took 7, not 6"),
    )
