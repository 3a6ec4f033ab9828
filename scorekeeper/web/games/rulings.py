"""Rulings, the call of time, and ending a game early."""

from collections.abc import Callable, Mapping, Sequence

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import KEEPER, SCORER, current_game, may
from scorekeeper.clock import utc_now
from scorekeeper.core.game import GameState, moves, rulings as ruled
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages import PageContext, View
from scorekeeper.core.pages.correcting.hand_rulings import points_view, renege_view
from scorekeeper.core.pages.correcting.rulings import (
    forfeit_view,
    misdeal_view,
    rulings_view,
    substitute_view,
    swap_view,
    time_view,
)
from scorekeeper.core.pages.ending import stop_view
from scorekeeper.core.words.language import translate as _
from scorekeeper.services.game_cache import LoadedGame
from scorekeeper.services.tables import is_empty, remove_empty_game
from scorekeeper.storage.players import roster_of
from scorekeeper.web.forms import sentence
from scorekeeper.web.games.page_context import context_of, render_game_page, to_game
from scorekeeper.web.games.recording import (
    NotSaved,
    attempt,
    flash_recorded,
    record_or_flash,
    record_press,
    redirect_if_unavailable,
)
from scorekeeper.web.posted import PostedFields

pages = Blueprint("rulings", __name__, url_prefix="/games/<game>/rulings")

Page = Response | str | tuple[str, int]


@pages.get("", role=SCORER)
def index(game: str) -> str:
    loaded = current_game()
    context = context_of(loaded)
    return render_game_page("games/rulings/index.html", context, rulings_view(loaded.state, context))


@pages.get("/renege", role=SCORER)
def renege(game: str) -> Page:
    return _of_hand(game, renege_view)


@pages.get("/points", role=SCORER)
def points(game: str) -> Page:
    return _of_hand(game, points_view)


@pages.get("/misdeal", role=SCORER)
def misdeal(game: str) -> Page:
    return _while_playing(game, misdeal_view)


@pages.post("/misdeal", role=SCORER)
def create_misdeal(game: str) -> Page:
    recorded = record_or_flash(game, lambda state: ruled.misdeal(state, PostedFields()))
    if recorded:
        flash_recorded(recorded)
    return to_game(game)


@pages.get("/forfeit", role=SCORER)
def forfeit(game: str) -> Page:
    return _while_playing(game, forfeit_view)


@pages.post("/forfeit", role=SCORER)
def create_forfeit(game: str) -> Page:
    loaded = current_game()
    fields = PostedFields()
    saved = attempt(lambda: record_press(game, lambda state: ruled.forfeit(state, fields)))
    if isinstance(saved, NotSaved):
        if saved.field == "forfeit":
            context = context_of(loaded)
            view = forfeit_view(loaded.state, context, fields.get("reason", ""), [saved.words])
            return render_game_page("games/rulings/entry.html", context, view), 422
        flash(saved.text, "error")
    return to_game(game)


@pages.get("/time", role=SCORER)
def time(game: str) -> Page:
    return _while_playing(game, time_view)


@pages.post("/time", role=SCORER)
def create_time(game: str) -> Page:
    loaded = current_game()
    minutes = str(int((utc_now() - loaded.game.created).total_seconds()) // 60)
    fields = PostedFields(minutes=minutes)
    saved = attempt(lambda: record_press(game, lambda state: ruled.call_time(state, fields)))
    if not isinstance(saved, NotSaved):
        flash_recorded(saved)
        return to_game(game)
    if saved.field == "hand":
        context = context_of(loaded)
        view = time_view(loaded.state, context, [saved.words])
        return render_game_page("games/rulings/entry.html", context, view), 422
    flash(saved.text, "error")
    return to_game(game)


@pages.get("/substitute", role=SCORER)
def substitute(game: str) -> Page:
    return _substitute_page(current_game(), {}, {})


@pages.post("/substitute", role=SCORER)
def create_substitute(game: str) -> Page:
    loaded = current_game()
    fields = PostedFields()
    saved = attempt(lambda: record_press(game, lambda state: ruled.substitute(state, fields)))
    if not isinstance(saved, NotSaved):
        flash_recorded(saved)
        return to_game(game)
    if saved.other_was_quicker:
        flash(saved.text, "error")
        return redirect(url_for("rulings.substitute", game=game), 303)
    at_field = saved.field in ("seat", "player")
    errors = {saved.field: [saved.words]} if at_field else {"player": [saved.text]}
    return _substitute_page(loaded, fields, errors), 422


@pages.get("/swap", role=SCORER)
def swap(game: str) -> Page:
    loaded = current_game()
    context = context_of(loaded)
    view = swap_view(loaded.state, context, request.args.to_dict())
    return render_game_page("games/rulings/entry.html", context, view)


@pages.post("/swap", role=SCORER)
def create_swap(game: str) -> Page:
    loaded = current_game()
    fields = PostedFields()
    saved = attempt(lambda: record_press(game, lambda state: ruled.swap_seats(state, fields)))
    if not isinstance(saved, NotSaved):
        flash_recorded(saved)
        return to_game(game)
    if saved.other_was_quicker:
        flash(saved.text, "error")
        return redirect(url_for("rulings.swap", game=game), 303)
    context = context_of(loaded)
    view = swap_view(loaded.state, context, fields, [saved.words])
    return render_game_page("games/rulings/entry.html", context, view), 422


def _substitute_page(loaded: LoadedGame, given: Mapping[str, str], errors: Mapping[str, Sequence[str]]) -> str:
    roster = roster_of(loaded.game.table_id)
    context = context_of(loaded)
    view = substitute_view(loaded.state, context, roster, given, errors)
    return render_game_page("games/rulings/entry.html", context, view)


def _of_hand(game: str, view: Callable[[GameState, PageContext, Mapping[str, str]], View]) -> Page:
    """A ruling on a recorded hand."""
    loaded = current_game()
    absent = redirect_if_unavailable(loaded)
    if absent is not None:
        return absent
    context = context_of(loaded)
    return render_game_page("games/rulings/hand.html", context, view(loaded.state, context, request.args.to_dict()))


def _while_playing(game: str, view: Callable[[GameState, PageContext], View]) -> Page:
    """A ruling on a game in progress."""
    loaded = current_game()
    context = context_of(loaded)
    return redirect_if_unavailable(loaded) or render_game_page(
        "games/rulings/entry.html", context, view(loaded.state, context)
    )


stop_pages = Blueprint("ending", __name__, url_prefix="/games/<game>")


@stop_pages.get("/stop", role=SCORER)
def new(game: str) -> Response | str:
    return _page(game)


@stop_pages.post("/stop", role=SCORER)
def create(game: str) -> Response | str | tuple[str, int]:
    fields = PostedFields()
    saved = attempt(lambda: record_press(game, lambda state: moves.stop(state, fields)))
    if isinstance(saved, NotSaved):
        if not saved.other_was_quicker:
            page = _page(game, fields.get("reason", ""), [saved.words])
            return (page, saved.status) if isinstance(page, str) else page
        flash(saved.text, "error")
    return to_game(game)


@stop_pages.post("/delete", role=KEEPER)
def delete(game: str) -> Response:
    """Delete a game in which no hand was ever saved."""
    table = current_game().game.table_id
    try:
        remove_empty_game(game)
    except InvalidInput as error:
        flash(sentence(error), "error")
        return redirect(url_for("ending.new", game=game), 303)
    flash(_("Game deleted."), "success")
    return redirect(url_for("tables.show", table=table), 303)


@stop_pages.post("/reopen", endpoint="reopen", role=SCORER)
def create_reopening(game: str) -> Response:
    record_or_flash(game, moves.reopen)
    return to_game(game)


def _page(game: str, reason: str = "", errors: Sequence[str] = ()) -> Response | str:
    loaded = current_game()
    state = loaded.state
    absent = redirect_if_unavailable(loaded, "ending.new")
    if absent is not None:
        return absent
    context = context_of(loaded)
    view = stop_view(state, context, reason, errors)
    return render_game_page("games/stop.html", context, view | {"empty": is_empty(state), "may_delete": may("keeper")})
