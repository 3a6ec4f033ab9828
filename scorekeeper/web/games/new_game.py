"""A new game: what its table knows, the seats that a phone left, and a preset that the form saves."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import abort, flash, request, session, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper import hooks
from scorekeeper.access import current_membership, current_table, may
from scorekeeper.chance import random_below
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.inputs.spelling import composed
from scorekeeper.core.pages import View, shape_key
from scorekeeper.core.pages.setting_up.new_game import (
    GamesTable,
    GameToBegin,
    NameChecks,
    NewGameForm,
    name_checks,
    new_game_form,
    seat_field,
    setup_json,
    setup_of,
)
from scorekeeper.core.pages.setting_up.new_game_page import MAX_CHIPS, page_of
from scorekeeper.core.pages.setting_up.setups import why_not
from scorekeeper.core.rules.presets import Preset, changed_from, fits
from scorekeeper.core.rules.ruleset import RuleSet
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.sheet import Sheet, read_setup
from scorekeeper.core.sheet.deals import deals_json
from scorekeeper.core.words.language import listed, translate as _
from scorekeeper.core.words.rulesets import option_label
from scorekeeper.services.game_cache import sides_now
from scorekeeper.services.house_rules import presets_at, save_preset
from scorekeeper.services.names import check_new_names, names_as_known, skeleton_of, without_accents
from scorekeeper.services.starting import minutes_of
from scorekeeper.storage.errors import TakenByAnother
from scorekeeper.storage.games import games_of, last_game_by
from scorekeeper.storage.models import Game
from scorekeeper.storage.players import most_active_players, names_of, roster_of
from scorekeeper.web.custom_games.at_table import AtTable, custom_game_at
from scorekeeper.web.forms import sentence
from scorekeeper.web.rulesets.menu import custom_game_entries

MAX_LOOKED_AT = 50
"""Among how many games of a table its own are looked for."""

MAX_SEATED = 20
"""Among how many games of a table its last players are looked for."""


def table_of_games(table_id: str) -> GamesTable:
    """What the table knows for its next game."""
    latest = games_of(table_id, limit=MAX_LOOKED_AT)
    return GamesTable(
        id=table_id,
        address=url_for,
        agreed=tuple(current_table().agreed or ()),
        counts=not current_table().without_club,
        last=shape_played(latest[0]) if latest else None,
        played=[game.rules for game in latest],
        to_begin=lambda rules, shape: _to_begin(table_id, rules, shape, latest),
        presets=lambda rules, shape: own_presets(table_id, rules, shape),
        names=lambda: _name_checks(roster_of(table_id, everyone=True)),
        chips=lambda: [player.name for player in most_active_players(table_id, limit=2 * MAX_CHIPS)],
        custom_games=lambda: custom_game_entries(table_id),
    )


def _name_checks(known: Sequence[str]) -> NameChecks:
    return name_checks(known, skeleton_of, without_accents, lambda names: _refused(names, known))


def _refused(names: Sequence[str], known: Sequence[str]) -> str:
    try:
        check_new_names(names, known)
    except InvalidInput as error:
        return sentence(error)
    return ""


def shape_played(game: Game) -> tuple[str, Shape] | None:
    """What the table played last; None if it cannot be dealt at once: a custom game asks which one."""
    rules = rule_sets().get(game.rules)
    if rules is None or rules.custom_scoring is not None:
        return None
    sides = [players for _name, players in sides_now(game)]
    shape = Shape(len(sides), len(sides[0]) if sides else 0)
    return (game.rules, shape) if shape in rules.shapes else None


def _to_begin(table_id: str, rules: RuleSet, shape: Shape, latest: Sequence[Game]) -> GameToBegin:
    """The house rules and the limit of the last such game; the players whose turn it is, or those of the last game."""
    last = last_game_by(table_id, rules.key, shape.sides, shape.players_per_side)
    names = names_to_begin(shape, latest)
    return GameToBegin(names=names) if last is None else GameToBegin(last.options, minutes_of(last), names)


def names_to_begin(shape: Shape, latest: Sequence[Game]) -> list[str]:
    """The first players, seat by seat; empty for a seat without a name."""
    offered = (room.names_of_next(shape) for room in hooks.at_table(current_table()))
    return list(next(filter(None, offered), ())) or _last_names(shape, latest)


def _last_names(shape: Shape, latest: Sequence[Game]) -> list[str]:
    """Who sat where in the table's last game of this shape."""
    for game in latest[:MAX_SEATED]:
        sides = [players for _name, players in sides_now(game)]
        if len(sides) == shape.sides and len(sides[0]) == shape.players_per_side:
            names = [sides[seat % shape.sides][seat // shape.sides] for seat in range(sum(map(len, sides)))]
            return ["" if name in game.unnamed else name for name in names]
    return []


def own_presets(table_id: str, rules: RuleSet, shape: Shape) -> list[Preset]:
    """The table's own presets that fit this game."""
    options = rules.options(shape)
    kept = presets_at(table_id, rules, shape)
    return [Preset(own.name, changed_from(options, own.options), own.minutes or 0) for own in kept]


def table_json(table: GamesTable) -> dict[str, object]:
    """The same for a phone, which begins a game by it while it cannot reach the server: plain data for all games."""
    latest, found = games_of(table.id, limit=MAX_LOOKED_AT), current_table()
    last = {each: game for game in reversed(latest) if (each := shape_played(game)) is not None}
    shapes = dict.fromkeys(shape for rules in rule_sets().values() for shape in rules.shapes)
    names = {shape_key(shape): names_to_begin(shape, latest) for shape in shapes}
    games = [
        {"rules": key, "shape": shape_key(shape), "options": dict(game.options), "minutes": minutes_of(game)}
        for (key, shape), game in last.items()
    ]
    presets = [
        (rules.key, shape_key(shape), own)
        for rules in rule_sets().values()
        for shape in rules.shapes
        for own in table.presets(rules, shape)
    ]
    return {
        "table": {"id": table.id, "name": found.name, "may_keep": bool(found.quick) and may("keeper")},
        "number": latest[0].number + 1 if latest else 1,
        "who": current_membership().name,
        "may_import": may("keeper"),
        "roster": list(table.names().known),
        "chips": list(table.chips()),
        "agreed": list(table.agreed),
        "counts": table.counts,
        "last": None if table.last is None else [table.last[0], shape_key(table.last[1])],
        "played": list(table.played),
        "games": games,
        "names": {key: seated for key, seated in names.items() if seated},
        "presets": [
            {"rules": key, "shape": shape, "name": own.key, "options": own.options, "minutes": own.minutes}
            for key, shape, own in presets
        ],
        "scripted": list(table.custom_games()),
    }


def seats_form(table: GamesTable, given: MultiDict[str, str]) -> NewGameForm:
    """The form as posted, or as it begins: with what this phone left. An unknown rule set is a 404."""
    typed = {name: composed(value.strip()) for name, value in given.items()}
    try:
        form = new_game_form(table, typed, given.getlist("new"), random_below)
    except InvalidInput:
        abort(404)
    left = {} if form.is_posted or typed.get("swapped") else _seats_left(table.id, form.shape)
    if left:
        form.names = [str(left.get(seat_field(seat), "")) for seat in range(form.players)]
        form.dealer, form.new = str(left["dealer"]), list(left["new"])
        rules: Mapping[str, Any] = left.get("rules", {}).get(form.rules.key, {})
        if rules and fits(rules["options"], form.house.options):
            form.house.choose(rules["options"])
            form.typed_minutes, form.best_of = str(rules["minutes"]), str(rules["best_of"])
    return form


SEATS_LEFT = "seats"
"""The part of the session with the seats and house rules of a game that was not dealt."""


def leave_seats(table_id: str, form: NewGameForm) -> None:
    """Keep the seats and house rules for the next visit of the form: it may be left before the game is dealt."""
    names = {seat_field(seat): name for seat, name in enumerate(form.names)}
    changed = changed_from(form.house.options, form.house.accepted)
    rules = {"options": changed, "minutes": form.minutes or 0, "best_of": form.best_of}
    fields = {**names, "dealer": form.dealer, "new": form.new, "rules": {form.rules.key: rules}}
    session[SEATS_LEFT] = {"table": table_id, "shape": shape_key(form.shape), "fields": fields}


def _seats_left(table_id: str, shape: Shape) -> Mapping[str, Any]:
    """The fields of the seats, as this phone left them at this table."""
    left: dict[str, Any] = session.get(SEATS_LEFT, {})
    is_it = (left.get("table"), left.get("shape")) == (table_id, shape_key(shape))
    return dict(left["fields"]) if is_it else {}


def checked_sheet(form: NewGameForm, table: GamesTable) -> Sheet | None:
    """The setup of the game's sheet, or None if the form shows errors."""
    setup = setup_of(form, table)
    if setup is None:
        return None
    custom_game = _custom_game(form, table.id)
    if custom_game is not None and custom_game.game.script:
        setup["deals"] = deals_json(custom_game.game.script)
    form.problem = why_not(setup)
    return None if form.problem else read_setup(setup)


def begun_sheet(form: NewGameForm, table_id: str) -> tuple[Sheet, list[str]]:
    """The setup of a game that was begun without the server, and the seats without a name; its hands are played.

    A name that looks like a known one is that one. A house rule that cannot be played any more is the usual one, and
    the page of the game says so.
    """
    form.names = names_as_known(form.names, names_of(table_id))
    form.dealer = form.dealer if 0 <= whole(form.dealer) < form.players else "0"
    form.house.check()
    dropped = [option_label(option) for option in form.house.options if option.key in form.house.wrong]
    form.house.choose(form.house.accepted)
    games = table_of_games(table_id)
    given = setup_json(form, games)
    try:
        sheet = read_setup(given)
    except InvalidInput as error:
        sheet = read_setup(given | {"options": {}})
        dropped.append(sentence(error))
    if dropped:
        words = _(
            "Some house rules can’t be played here: {rules}. This game has the usual ones.", rules=listed(dropped)
        )
        flash(words, "info")
    return sheet, form.unnamed


def keep_preset(form: NewGameForm, table_id: str) -> None:
    """Save the house rules under the name typed; the page confirms it, or says what is wrong."""
    if not form.check_rules():
        return
    chosen, minutes = form.house.chosen, form.minutes or 0
    try:
        saved = save_preset(table_id, form.rules.key, form.shape, form.preset_name, chosen, minutes)
    except (InvalidInput, TakenByAnother) as error:
        form.wrong["preset_name"] = sentence(error)
        return
    form.preset_name = ""
    form.saved = _("“{name}” saved for this table’s next games.", name=saved.name)


def seats_view(form: NewGameForm, table: GamesTable) -> View:
    """Values for `games/new.html`."""
    found = _custom_game(form, table.id)
    custom_game: View | None = None if found is None else {"name": found.name, "words": found.words, "key": found.key}
    return page_of(form, table, custom_game, "house-rules" in request.args)


def _custom_game(form: NewGameForm, table_id: str) -> AtTable | None:
    key = form.given.get("scripted", "")
    return custom_game_at(table_id, key) if form.rules.custom_scoring and key else None
