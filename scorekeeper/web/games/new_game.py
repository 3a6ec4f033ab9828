"""A new game: its form filled in from the table's last game, and the sheet made from it."""

from collections.abc import Mapping
from contextlib import suppress
from random import SystemRandom
from typing import Any

from flask import abort, request, session, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper import hooks
from scorekeeper.access import current_table
from scorekeeper.core.examples.hands import can_be_bid
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.spelling import composed
from scorekeeper.core.pages import View, shape_key
from scorekeeper.core.pages.new_game import (
    MAX_CHIPS,
    NameChecks,
    NewGameContext,
    NewGameForm,
    new_game_view,
    seat_field,
)
from scorekeeper.core.rules.presets import Preset, changed_from, in_effect
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import Sheet, read_setup
from scorekeeper.core.sheet.deals import deals_json
from scorekeeper.core.words.bidding import no_bid
from scorekeeper.core.words.language import translate as _
from scorekeeper.services.game_cache import sides_now
from scorekeeper.services.house_rules import agreed_with, first_options, preset_named, presets_at, save_preset
from scorekeeper.services.names import check_new_names, nearly, side_name, wrong_names
from scorekeeper.services.starting import first_minutes
from scorekeeper.storage.errors import TakenByAnother
from scorekeeper.storage.games import games_of
from scorekeeper.storage.players import most_active_players, roster_of
from scorekeeper.web.forms import sentence
from scorekeeper.web.rulesets.menu import rules_page, shape_links, shape_of
from scorekeeper.web.scripted.at_table import AtTable, scripted_game_at

CHANCE = SystemRandom()


def new_game_form(table_id: str, given: MultiDict[str, str]) -> NewGameForm:
    """The form as posted, after applying the button tapped; otherwise filled in from the table's last game.

    An unknown rule set is a 404.
    """
    typed = {name: composed(value.strip()) for name, value in given.items()}
    try:
        rules = rule_set(typed.get("rules", ""))
    except InvalidInput:
        abort(404)
    shape = shape_of(rules, typed.get("shape", ""))
    form = NewGameForm(rules, shape, typed, given.getlist("new"))
    if form.is_posted:
        form.rearrange(CHANCE.randrange)
        if "preset" in typed:
            with suppress(InvalidInput):  # ignore a preset removed in the meantime
                preset = preset_named(table_id, rules, shape, typed["preset"])
                form.house.choose(preset.options)
                form.typed_minutes = str(preset.minutes)
        return form
    form.house.choose(first_options(table_id, rules, shape))
    form.typed_minutes = str(first_minutes(table_id, rules, shape))
    _seat_first(form, table_id)
    return form


def _seat_first(form: NewGameForm, table_id: str) -> None:
    """Seat who sits there first: as this phone left them, whose turn it is, or the players of the last game."""
    form.dealer = "0"
    swapped = form.given.get("swapped", "")
    left = {} if swapped else _seats_left(table_id, form.shape)
    offered = (room.names_of_next(form.shape) for room in hooks.at_table(current_table()))
    last = list(next(filter(None, offered), ())) or _last_names(table_id, form.shape)
    for seat, name in enumerate(with_other_partners(last) if swapped else last):
        form.names[seat] = name
    if left:
        form.names = [str(left.get(seat_field(seat), "")) for seat in range(form.players)]
        form.dealer, form.new = str(left["dealer"]), list(left["new"])


SEATS_LEFT = "seats"
"""The part of the session with the seats of a game that was not dealt."""


def leave_seats(table_id: str, form: NewGameForm) -> None:
    """Keep the seats for the next visit of the form: it may be left before the game is dealt."""
    names = {seat_field(seat): name for seat, name in enumerate(form.names)}
    fields = {**names, "dealer": form.dealer, "new": form.new}
    session[SEATS_LEFT] = {"table": table_id, "shape": shape_key(form.shape), "fields": fields}


def _seats_left(table_id: str, shape: Shape) -> Mapping[str, Any]:
    """The fields of the seats, as this phone left them at this table."""
    left: dict[str, Any] = session.get(SEATS_LEFT, {})
    is_it = (left.get("table"), left.get("shape")) == (table_id, shape_key(shape))
    return dict(left["fields"]) if is_it else {}


def _last_names(table_id: str, shape: Shape) -> list[str]:
    """Who sat where in the table's last game of this shape, seat by seat; empty for a seat without a name."""
    for game in games_of(table_id, limit=20):
        sides = [players for _name, players in sides_now(game)]
        if len(sides) == shape.sides and len(sides[0]) == shape.players_per_side:
            names = [sides[seat % shape.sides][seat // shape.sides] for seat in range(sum(map(len, sides)))]
            return ["" if name in game.unnamed else name for name in names]
    return []


def with_other_partners(names: list[str]) -> list[str]:
    """The first player stays and the others move up a seat, so that in turn everyone partners everyone."""
    return [*names[:1], *names[2:], *names[1:2]]


def name_checks(table_id: str) -> NameChecks:
    """What this table knows of names."""
    return NameChecks(roster_of(table_id), wrong_names, nearly)


def sheet_of(form: NewGameForm, table_id: str) -> Sheet | None:
    """The setup of the game's sheet, or None if the form shows errors."""
    if not form.check(name_checks(table_id)):
        return None
    setup: View = {
        "rules": form.rules.key,
        "options": in_effect(form.rules.options(form.shape), form.house.chosen),
        "sides": [{"name": side_name(players), "players": players} for players in form.sides()],
        "dealer": int(form.dealer),
        "agreed": list(_agreed(form, table_id)),
        "minutes": form.minutes or 0,
    }
    scripted = _scripted(form, table_id)
    if scripted is not None and scripted.game.script:
        setup["deals"] = deals_json(scripted.game.script)
    try:
        check_new_names(form.seated, roster_of(table_id))
        sheet = read_setup(setup)
    except InvalidInput as error:
        form.problem = sentence(error)
        return None
    form.problem = None if can_be_bid(sheet.rules) else _("{why} Change a house rule.", why=no_bid())
    return None if form.problem else sheet


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


def seats_view(form: NewGameForm, table_id: str) -> View:
    """Values for `games/new.html`."""
    scripted = _scripted(form, table_id)
    chips = [player.name for player in most_active_players(table_id, limit=MAX_CHIPS + form.players)]
    context = NewGameContext(
        chips=chips if form.open_seat is not None else [],
        presets=own_presets(form, table_id),
        agreed=_agreed(form, table_id),
        counts=not current_table().without_club,
        shapes=shape_links(form.rules, form.shape, "games.new", table=table_id, rules=form.rules.key),
        rules_url=_rules_url(form),
        scripted=None if scripted is None else {"name": scripted.name, "words": scripted.words, "key": scripted.key},
        rules_open="house-rules" in request.args,
    )
    return new_game_view(form, context)


def own_presets(form: NewGameForm, table_id: str) -> list[Preset]:
    """The table's own presets that fit this game."""
    options = form.house.options
    kept = presets_at(table_id, form.rules, form.shape)
    return [Preset(own.name, changed_from(options, own.options), own.minutes or 0) for own in kept]


def first_fields(form: NewGameForm) -> dict[str, str]:
    """The form as it is first shown, by field: who deals it without a look at the seats sends these."""
    seats = {seat_field(seat): name for seat, name in enumerate(form.names)}
    choice = {"rules": form.rules.key, "shape": form.given.get("shape", ""), "dealer": form.dealer}
    return {**choice, **seats, **form.house.fields}


def _scripted(form: NewGameForm, table_id: str) -> AtTable | None:
    key = form.given.get("scripted", "")
    return scripted_game_at(table_id, key) if form.rules.scripted and key else None


def _agreed(form: NewGameForm, table_id: str) -> tuple[str, ...]:
    """The lines that the game will have: the table's own, and the preset's."""
    return agreed_with(table_id, form.house.options, form.house.chosen)


def _rules_url(form: NewGameForm) -> str:
    """The rules page with the house rules of the form, as far as they can be played."""
    with suppress(InvalidInput):
        return rules_page(form.rules.with_options(form.house.chosen, form.shape))
    return url_for("rules.show", key=form.rules.key)
