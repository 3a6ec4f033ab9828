"""Stopping a game before its end: asked once more on a page of its own, with a reason; and taking it up again."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, current_game
from scorekeeper.core.game import moves
from scorekeeper.core.pages.ending import stop_view
from scorekeeper.web.games.forms import EntryForm, StopForm
from scorekeeper.web.games.place import place_of, render_game_page
from scorekeeper.web.recording import record_or_flash

pages = Blueprint("closing", __name__, url_prefix="/games/<game>")


@pages.get("/stop", role=SCORER)
def new(game: str) -> Response | str:
    return _page(game, StopForm())


@pages.post("/stop", role=SCORER)
def create(game: str) -> Response | str | tuple[str, int]:
    form = StopForm(request.form)
    if not form.validate():
        page = _page(game, form)
        return (page, 422) if isinstance(page, str) else page
    record_or_flash(game, lambda state: moves.stop(state, form.fields), form)
    return redirect(url_for("games.show", game=game), 303)


@pages.post("/reopen", endpoint="reopen", role=SCORER)
def create_reopening(game: str) -> Response:
    record_or_flash(game, moves.reopen, EntryForm(request.form))
    return redirect(url_for("games.show", game=game), 303)


def _page(game: str, form: StopForm) -> Response | str:
    on_table = current_game()
    state = on_table.state
    if state.board.outcome is not None:
        return redirect(url_for("games.show", game=game), 303)
    place = place_of(on_table)
    return render_game_page("games/stop.html", place, stop_view(state, place) | {"form": form})
