"""Seats of a running game: naming the players, and setting right who deals."""

from flask import Blueprint, redirect, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, current_game
from scorekeeper.core.game import rulings
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import View
from scorekeeper.core.pages.seats import confirm_view, seats_page, unnamed_seats
from scorekeeper.core.rules.seating import Seat
from scorekeeper.services.names import nearly
from scorekeeper.storage.players import known_names, names_of, roster_of
from scorekeeper.web.games.page_context import NAMES_LATER, context_of, render_game_page, to_game
from scorekeeper.web.games.recording import NotSaved, attempt, record_or_flash, record_press
from scorekeeper.web.posted import PostedFields

pages = Blueprint("seats", __name__, url_prefix="/games/<game>/seats")

MAX_REMEMBERED = 10


@pages.get("", role=SCORER)
def show(game: str) -> str:
    return _page(request.args.get("seat"))


@pages.post("", role=SCORER)
def name(game: str) -> Response | tuple[str, int]:
    """Name a seat; then open the next one without a name, until all have theirs."""
    fields, loaded = PostedFields(), current_game()
    seat, player = fields.get("seat"), fields.get("chosen") or fields.get("player", "")
    table = loaded.game.table_id
    is_sure = player == fields.get("new") or bool(known_names(table, [player]))
    slip = None if is_sure else nearly(player, names_of(table))
    if slip is not None:
        confirm = confirm_view(slip, ("chosen", slip), ("new", player))
        return _page(seat, {"value": player, "confirm": confirm}), 200
    saved = attempt(lambda: record_press(game, lambda state: rulings.name_seat(state, {**fields, "player": player})))
    if isinstance(saved, NotSaved):
        return _page(seat, {"value": player, "errors": [saved.words]}), saved.status
    left = unnamed_seats(saved.state.setup, context_of(loaded))
    if not left:
        return to_game(game)
    following = next((other for other in left if other > whole(seat)), left[0])
    by_chip = "yes" if "chosen" in fields else None
    return redirect(url_for("seats.show", game=game, seat=following, chosen=by_chip), 303)


@pages.post("/dealer", role=SCORER)
def deal(game: str) -> Response:
    """Set right who deals the next hand."""
    record_or_flash(game, lambda state: rulings.set_dealer(state, PostedFields()))
    return to_game(game)


@pages.post("/later", role=SCORER)
def later(game: str) -> Response:
    """Close the offer to add names, on this phone."""
    session[NAMES_LATER] = [*session.get(NAMES_LATER, ()), game][-MAX_REMEMBERED:]
    return to_game(game)


def _page(seat: str | None, typed: View | None = None) -> str:
    loaded = current_game()
    number = whole(seat)
    bidders = loaded.state.setup.rules.seating.bidders
    chosen = Seat(number) if number in bidders else None
    context = context_of(loaded)
    roster = roster_of(loaded.game.table_id)
    typed = {"focus": "chosen" not in request.args, **(typed or {})}  # who taps names goes on tapping
    return render_game_page("games/seats.html", context, seats_page(loaded.state, context, chosen, roster, typed))
