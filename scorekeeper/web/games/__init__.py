"""Games: choose the rule set, take seats, and the game page."""

from typing import Any

from flask import Blueprint, flash, jsonify, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, WATCHER, current_game, current_table
from scorekeeper.access.limits import RateLimit
from scorekeeper.chance import new_id
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages.game import game_page
from scorekeeper.core.pages.looking_up.sheet import deals_page
from scorekeeper.core.pages.setting_up.choose import choose_view
from scorekeeper.core.pages.setting_up.new_game import GamesTable, NewGameForm
from scorekeeper.services.starting import game_begun, rematch, start_game
from scorekeeper.storage.errors import EventIdTaken, RematchUnderway
from scorekeeper.web.forms import sentence
from scorekeeper.web.games.events import around_any
from scorekeeper.web.games.new_game import (
    SEATS_LEFT,
    begun_sheet,
    checked_sheet,
    keep_preset,
    leave_seats,
    seats_form,
    seats_view,
    table_json,
    table_of_games,
)
from scorekeeper.web.games.page_context import context_of, render_game_page, to_game
from scorekeeper.web.games.recording import NotSaved, attempt, this_author
from scorekeeper.web.offline import OF_GAME
from scorekeeper.web.posted import PostedFields, posted_id

pages = Blueprint("games", __name__)


@pages.get("/tables/<table>/games/new", role=SCORER)
def new(table: str) -> str | Response:
    found = current_table()
    if "night" in request.args:  # as earlier versions called it
        return redirect(
            url_for("games.new", table=table, rules=request.args.get("rules"), scripted=request.args["night"]), 301
        )
    if "rules" not in request.args:
        view = choose_view(table_of_games(found.id), request.args.get("players", ""))
        return render_template("games/choose.html", table=found, entry_id=new_id(), **view)
    games = table_of_games(found.id)
    return _seats_page(seats_form(games, request.args), games)


@pages.get("/tables/<table>/games/begin", endpoint="begin", role=SCORER)
def show_begin(table: str) -> Response:
    """What a phone keeps to begin this table's next game while it cannot reach the server."""
    return jsonify(table_json(table_of_games(table)) | around_any(OF_GAME))


@pages.post("/tables/<table>/games", role=SCORER, grows=RateLimit.GAMES)
def create(table: str) -> Response | tuple[str, int]:
    if "begun" in PostedFields():  # a phone has started it without the server
        return _create_begun(table, posted_id())
    games = table_of_games(table)
    form = seats_form(games, request.form)
    if "save" in form.given:
        keep_preset(form, table)
    form.check_added(games.names())
    sheet = None if form.only_moves else checked_sheet(form, games)
    if sheet is None:
        leave_seats(table, form)
        # 200 if a button only changed the form, or a name needs confirming: that is no error.
        return _seats_page(form, games), 200 if form.only_moves or form.slips else 422
    more: dict[str, Any] = {"unnamed": form.unnamed, "best_of": form.series}
    try:
        started = start_game(table, sheet, author=this_author(), event_id=posted_id(), **more)
    except InvalidInput as error:
        form.problem = sentence(error)
        return _seats_page(form, games), 422
    except EventIdTaken:
        started = start_game(table, sheet, author=this_author(), **more)
    session.pop(SEATS_LEFT, None)
    return to_game(started.game.id)


def _create_begun(table: str, event_id: str | None) -> Response:
    """Start a game that a phone has begun without the server, with whatever of it this table can have by now."""
    known = None if event_id is None else game_begun(table, event_id)
    if known is None:
        form = seats_form(table_of_games(table), request.form)
        sheet, unnamed = begun_sheet(form, table)
        more: dict[str, Any] = {"unnamed": unnamed, "best_of": form.series}
        known = start_game(table, sheet, author=this_author(), event_id=event_id, **more).game.id
    return redirect(url_for("games.show", game=known, begun="yes"), 303)


@pages.get("/games/<game>", role=WATCHER)
def show(game: str) -> str:
    if "begun" in request.args:  # the phone that began it asks for its address alone; notices are for its page
        return ""
    loaded = current_game()
    context = context_of(loaded)
    return render_game_page("games/show.html", context, game_page(loaded.state, context, request.args.to_dict()))


@pages.get("/games/<game>/deals", endpoint="deals", role=WATCHER)
def show_deals(game: str) -> str:
    """The list of hands of a custom game."""
    loaded = current_game()
    context = context_of(loaded)
    return render_game_page("games/deals.html", context, deals_page(loaded.state, context))


@pages.post("/games/<game>/rematch", endpoint="rematch", role=SCORER, grows=RateLimit.GAMES)
def create_rematch(game: str) -> Response | tuple[str, int]:
    """Start the rematch. If it has begun already, lead there; another phone, or an old page, did not know.

    What leads back to the game may be tried again, as once that is over; any other refusal has a status.

    A rematch that was played on a phone without the server is another game: its taps are not those of the first one.
    """
    try:
        started = attempt(lambda: rematch(game, this_author(), posted_id(), another="taps" in PostedFields()))
        if isinstance(started, NotSaved):
            flash(started.text, "error")
            if not started.other_was_quicker and current_game().state.board.outcome is not None:
                return show(game), started.status
        shown = game if isinstance(started, NotSaved) else started.game.id
    except RematchUnderway as underway:
        flash(sentence(underway), "success")
        shown = underway.game_id
    return to_game(shown)


def _seats_page(form: NewGameForm, games: GamesTable) -> str:
    return render_template("games/new.html", table=current_table(), entry_id=new_id(), **seats_view(form, games))
