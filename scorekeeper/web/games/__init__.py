"""Games: choose the rule set, take seats, and the game page."""

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorekeeper.access import SCORER, WATCHER, current_game, current_table
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages import View, shape_key
from scorekeeper.core.pages.game import game_page
from scorekeeper.core.pages.house_rules import preset_rows
from scorekeeper.core.pages.new_game import NewGameForm
from scorekeeper.core.pages.sheet import deals_page
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.rulesets import rules_name
from scorekeeper.services.game_cache import sides_now
from scorekeeper.services.names import side_name
from scorekeeper.services.starting import PAIRS, RULES, rematch, start_game
from scorekeeper.storage.errors import EventIdTaken, RematchUnderway
from scorekeeper.storage.games import games_of
from scorekeeper.storage.models import Game
from scorekeeper.web.forms import sentence
from scorekeeper.web.games.forms import EntryForm, RematchForm
from scorekeeper.web.games.new_game import (
    SEATS_LEFT,
    first_fields,
    keep_preset,
    leave_seats,
    name_checks,
    new_game_form,
    own_presets,
    seats_view,
    sheet_of,
)
from scorekeeper.web.games.page_context import context_of, new_id, render_game_page, to_game
from scorekeeper.web.games.recording import attempt_or_flash, this_author
from scorekeeper.web.rulesets.menu import MANY, games_menu, players_menu

CHOICES = {"all": 0, "2": 2, "3": 3, "4": 4, "5": MANY}


def choose_view(table_id: str) -> View:
    """Values for `games/choose.html`; the query says for how many players."""
    latest = games_of(table_id, limit=1)
    last = shape_played(latest[0]) if latest else None
    shown = [last] if last is not None else []
    if last is None or last[0] != RULES:
        shown.append((RULES, PAIRS))
    _rules, shape = last or (RULES, PAIRS)
    usual = min(shape.sides * shape.players_per_side, MANY)
    players = CHOICES.get(request.args.get("players", ""), usual)
    return {
        "cards": [_card(table_id, rules, shape, (rules, shape) == last) for rules, shape in shown],
        "players": players_menu(table_id, players),
        "games": games_menu(table_id, players, usual, [rules for rules, _shape in shown]),
    }


def shape_played(game: Game) -> tuple[str, Shape] | None:
    """What the table played last; None if it cannot be dealt at once: a scripted game asks which one."""
    rules = rule_sets().get(game.rules)
    if rules is None or rules.scripted is not None:
        return None
    sides = [players for _name, players in sides_now(game)]
    shape = Shape(len(sides), len(sides[0]) if sides else 0)
    return (game.rules, shape) if shape in rules.shapes else None


def _card(table_id: str, key: str, shape: Shape, is_last: bool) -> View:
    rules = rule_sets()[key]
    chosen = {"rules": key, "shape": shape_key(shape)}
    form = new_game_form(table_id, MultiDict(chosen))
    players = shape.sides * shape.players_per_side
    target = form.house.chosen.get("target")
    words = [_n(players, "1 player", "{count} players")]
    words += [_("to {points}", points=target)] if target else []
    words += [str(preset_rows(form.house, form.minutes, own_presets(form, table_id))["options_summary"])]
    address = url_for("games.new", table=table_id, rules=key, shape=chosen["shape"])
    return {
        "title": rules_name(rules),
        "note": " · ".join(words),
        "played_last": is_last,
        "sides": [{"index": side, "name": side_name(own)} for side, own in enumerate(form.sides())],
        "fields": first_fields(form),
        "seats": address,
        "rules": f"{address}&house-rules=open#house-rules",
    }


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
    return _seats_page(new_game_form(found.id, request.args))


@pages.post("/tables/<table>/games", role=SCORER)
def create(table: str) -> Response | tuple[str, int]:
    form = new_game_form(table, request.form)
    if "save" in form.given:
        keep_preset(form, table)
    form.check_added(name_checks(table))
    sheet = None if form.only_moves else sheet_of(form, table)
    if sheet is None:
        leave_seats(table, form)
        # 200 if a button only changed the form, or a name needs confirming: that is no error.
        return _seats_page(form), 200 if form.only_moves or form.slips else 422
    more: dict[str, Any] = {"unnamed": form.unnamed, "best_of": form.series}
    try:
        started = start_game(table, sheet, author=this_author(), entry_id=EntryForm(request.form).new_id, **more)
    except InvalidInput as error:
        form.problem = sentence(error)
        return _seats_page(form), 422
    except EventIdTaken:
        started = start_game(table, sheet, author=this_author(), **more)
    session.pop(SEATS_LEFT, None)
    return to_game(started.game.id)


@pages.get("/games/<game>", role=WATCHER)
def show(game: str) -> str:
    loaded = current_game()
    context = context_of(loaded)
    return render_game_page("games/show.html", context, game_page(loaded.state, context, request.args.to_dict()))


@pages.get("/games/<game>/deals", endpoint="deals", role=WATCHER)
def show_deals(game: str) -> str:
    """The list of hands of a scripted game."""
    loaded = current_game()
    context = context_of(loaded)
    return render_game_page("games/deals.html", context, deals_page(loaded.state, context))


@pages.post("/games/<game>/rematch", endpoint="rematch", role=SCORER)
def create_rematch(game: str) -> Response:
    """Start the rematch. If it has begun already, lead there; another phone, or an old page, did not know.

    A rematch that was played on a phone without the server is another game: its taps are not those of the first one.
    """
    form = RematchForm(request.form)
    try:
        started = attempt_or_flash(lambda: rematch(game, this_author(), form.new_id, another=form.taps.data))
        shown = started.game.id if started else game
    except RematchUnderway as underway:
        flash(sentence(underway), "success")
        shown = underway.game_id
    return to_game(shown)


def _seats_page(form: NewGameForm) -> str:
    table = current_table()
    return render_template("games/new.html", table=table, entry_id=new_id(), **seats_view(form, table.id))
