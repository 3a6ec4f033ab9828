"""Games: choose the rule set, take seats, and the game page."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, WATCHER, current_game, current_table
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages.game import game_page
from scorekeeper.core.pages.sheet import deals_page
from scorekeeper.services import rematch, start_game
from scorekeeper.storage import EventIdTaken
from scorekeeper.web.forms import sentence
from scorekeeper.web.games.choosing import choose_view
from scorekeeper.web.games.forms import EntryForm
from scorekeeper.web.games.new_game import NewGame, new_game_form
from scorekeeper.web.games.place import new_id, place_of, render_game_page, render_shared_page
from scorekeeper.web.recording import attempt_or_flash, this_writer

pages = Blueprint("games", __name__)


@pages.get("/tables/<table>/games/new", role=SCORER)
def new(table: str) -> str | Response:
    found = current_table()
    if "night" in request.args:  # as earlier versions called it
        return redirect(
            url_for("games.new", table=table, rules=request.args.get("rules"), scripted=request.args["night"]), 301
        )
    if "rules" not in request.args:
        return render_template("games/choose.html", table=found, entry_id=new_id(), **choose_view(found.id))
    return _seats_page(NewGame(found.id, new_game_form(found.id, request.args)))


@pages.post("/tables/<table>/games", role=SCORER)
def create(table: str) -> Response | tuple[str, int]:
    form = new_game_form(table, request.form)
    new_game = NewGame(table, form)
    if form.save.raw_data:
        new_game.save_preset()
    new_game.check_added()
    sheet = None if form.only_moves else new_game.sheet()
    if sheet is None:
        # 200 if a button only changed the form, or a name needs confirming: that is no error.
        return _seats_page(new_game), 200 if form.only_moves or new_game.slips else 422
    try:
        started = start_game(table, sheet, writer=this_writer(), entry_id=form.new_id, unnamed=form.unnamed)
    except InvalidInput as error:
        new_game.wrong = sentence(error)
        return _seats_page(new_game), 422
    except EventIdTaken:
        started = start_game(table, sheet, writer=this_writer(), unnamed=form.unnamed)
    return redirect(url_for("games.show", game=started.game.id), 303)


@pages.get("/games/<game>", role=WATCHER)
def show(game: str) -> str:
    on_table = current_game()
    place = place_of(on_table)
    return render_shared_page("games/show.html", place, game_page(on_table.state, place, request.args.to_dict()))


@pages.get("/games/<game>/deals", endpoint="deals", role=WATCHER)
def show_deals(game: str) -> str:
    """The list of hands of a scripted game."""
    on_table = current_game()
    place = place_of(on_table)
    return render_game_page("games/deals.html", place, deals_page(on_table.state, place))


@pages.post("/games/<game>/rematch", endpoint="rematch", role=SCORER)
def create_rematch(game: str) -> Response:
    form = EntryForm(request.form)
    started = attempt_or_flash(lambda: rematch(game, this_writer(), form.new_id))
    return redirect(url_for("games.show", game=started.game.id if started else game), 303)


def _seats_page(new_game: NewGame) -> str:
    table = current_table()
    return render_template("games/new.html", table=table, entry_id=new_id(), **new_game.view())
