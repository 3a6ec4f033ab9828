"""The first step of a new game: the game played last and Partnership, ready to deal, and every other game once."""

from flask import request, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.core.pages.place import shape_key
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.rulesets import rules_name
from scorekeeper.services.quick_games import PAIRS, RULES
from scorekeeper.storage import Game, games_of
from scorekeeper.web.games.new_game import new_game_form, preset_rows
from scorekeeper.web.games.player_names import side_name
from scorekeeper.web.games.seating_form import NewGameForm
from scorekeeper.web.rulesets.menu import MANY, games_menu, players_menu

View = dict[str, object]

CHOICES = {"all": 0, "2": 2, "3": 3, "4": 4, "5": MANY}


def choose_view(table_id: str) -> View:
    """Values for `games/choose.html`; the query says for how many players."""
    latest = games_of(table_id, limit=1)
    last = _shape_played(latest[0]) if latest else None
    shown = [last] if last is not None else []
    if last is None or last[0] != RULES:
        shown.append((RULES, PAIRS))
    usual = 0 if last is None else min(last[1].sides * last[1].players_per_side, MANY)
    players = CHOICES.get(request.args.get("players", ""), usual)
    return {
        "cards": [_card(table_id, rules, shape, (rules, shape) == last) for rules, shape in shown],
        "players": players_menu(table_id, players),
        "games": games_menu(table_id, players, [rules for rules, _shape in shown]),
    }


def _shape_played(game: Game) -> tuple[str, Shape] | None:
    """What the table played last; None if it cannot be dealt at once: a scripted game asks which one."""
    rules = rule_sets().get(game.rules)
    if rules is None or rules.scripted is not None:
        return None
    shape = Shape(len(game.sides), len(game.sides[0]["players"]))
    return (game.rules, shape) if shape in rules.shapes else None


def _card(table_id: str, key: str, shape: Shape, is_last: bool) -> View:
    rules = rule_sets()[key]
    chosen = {"rules": key, "shape": shape_key(shape)}
    form = new_game_form(table_id, MultiDict(chosen))
    players = shape.sides * shape.players_per_side
    target = form.chosen.get("target")
    words = [_n(players, "1 player", "{count} players")]
    words += [_("to {points}", points=target)] if target else []
    words += [str(preset_rows(table_id, form)["options_summary"])]
    address = url_for("games.new", table=table_id, rules=key, shape=chosen["shape"])
    return {
        "title": rules_name(rules),
        "note": " · ".join(words),
        "played_last": is_last,
        "sides": [{"index": side, "name": side_name(form.seated[side :: shape.sides])} for side in range(shape.sides)],
        "fields": _fields(form),
        "seats": address,
        "rules": f"{address}&house-rules=open#house-rules",
    }


def _fields(form: NewGameForm) -> list[View]:
    """The form as it is first shown, field by field; a switch that is off is left out."""
    seats = [{"name": field.name, "value": field.data or ""} for field in form.seats]
    choice = [{"name": field.name, "value": field.data} for field in (form.rules, form.shape, form.dealer)]
    options = [
        {"name": field.name, "value": "yes" if field.data is True else field.data}
        for field in form.option_fields
        if field.data is not False and field.data is not None
    ]
    return [*choice, *seats, *options]
