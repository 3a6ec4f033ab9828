"""A table's house rules over the API: its own lines and presets; `preset` and `scripted` in other calls."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.access import SCORER, WATCHER
from scorekeeper.api.making import Made, made, once
from scorekeeper.api.operations import call
from scorekeeper.api.schemas import TEXT
from scorekeeper.api.sending import TAKEN, AsIs, HowTaken, SheetName
from scorekeeper.api.serializers import BODY, json_body
from scorekeeper.core.inputs import Json
from scorekeeper.core.rules.presets import Preset
from scorekeeper.core.rules.ruleset import RuleSet, Value
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.sheet.model import MAX_AGREED_LINE_LENGTH, MAX_AGREED_LINES, MAX_LIMIT
from scorekeeper.core.words.rulesets import own_preset_text
from scorekeeper.declared import Options, Text, Whole
from scorekeeper.formats.custom_game import RULES
from scorekeeper.services.house_rules import (
    agreed_at,
    agreed_with,
    custom_game_by_key,
    preset_named,
    remove_preset,
    save_agreed,
    save_preset,
)
from scorekeeper.storage.presets import TablePreset, find_table_preset, table_presets


@dataclass(frozen=True, slots=True)
class PresetQuery:
    """House rules to begin from.

    preset: A preset of the rule set by its key, or of the table by its name.
    """

    preset: Annotated[str | None, AsIs(TEXT)] = None


@dataclass(frozen=True, slots=True)
class NewGameQuery(PresetQuery):
    """What a new game may begin from.

    scripted: A custom game by its id: the sheet gets its rules and deals.
    names: Whether a new name that looks like a player’s is taken all the same, or refused to ask about it.
    """

    scripted: Annotated[str | None, AsIs(TEXT)] = None
    names: HowTaken = TAKEN


A_LINE = {"type": "string", "minLength": 1, "maxLength": MAX_AGREED_LINE_LENGTH}
LINES = {"type": "array", "maxItems": MAX_AGREED_LINES, "items": A_LINE}


def preset_asked(table_id: str | None, rules: RuleSet, shape: Shape, query: PresetQuery) -> Preset | None:
    """The preset in the query; None without one. Raises `InvalidInput`."""
    return preset_named(table_id, rules, shape, query.preset) if query.preset else None


def sheet_asked(table_id: str, query: NewGameQuery) -> object:
    """The sheet in the body, completed by the custom game and the preset of the query, and the table's own lines."""
    sheet = json_body()
    if not isinstance(sheet, dict):
        return sheet
    if query.scripted:
        sheet |= {"rules": RULES, "deals": custom_game_by_key(table_id, query.scripted)[0]["deals"]}
    is_new = not sheet.get("hands") and "agreed" not in sheet
    if is_new:
        sheet["agreed"] = list(agreed_at(table_id))
    sides = sheet.get("sides")
    rules = rule_sets().get(str(sheet.get("rules")))
    if rules and isinstance(sides, list) and isinstance(sheet.get("options", {}), dict):
        players = [side.get("players") for side in sides if isinstance(side, dict)]
        players_per_side = len(players[0]) if players and isinstance(players[0], list) else 1
        shape = Shape(len(sides), players_per_side)
        if shape in rules.shapes:  # otherwise reading the sheet raises the error
            asked = preset_asked(table_id, rules, shape, query)
            sheet["options"] = {**(asked.options if asked else {}), **sheet.get("options", {})}
            if asked and is_new:
                sheet["agreed"] = list(agreed_with(table_id, rules.options(shape), asked.options))
                sheet.setdefault("minutes", asked.minutes)
    return sheet


@call("GET /tables/<table>/house-rules", WATCHER)
def house_rules(table: str) -> Annotated[Json, "HouseRules"]:
    """Read a table’s house rules

    Its own lines on cards and manners, which score nothing, and the house rules it saved under a name.

    200: Its own lines, and its presets.
    """
    return {"agreed": list(agreed_at(table)), "presets": [_preset_json(preset) for preset in table_presets(table)]}


@dataclass(frozen=True, slots=True)
class Agreed:
    """A table's own lines."""

    agreed: Annotated[Any, AsIs(LINES)]


@call(
    "PUT /tables/<table>/agreed", SCORER, examples={"two lines": {"agreed": ["Both jokers are high", "The 2♣ leads"]}}
)
def put_agreed(table: str, body: Agreed) -> Annotated[Json, "HouseRules"]:
    """Write the table’s own lines

    Up to twelve lines on cards and manners; each new game keeps those it starts with.

    200: The table’s house rules.
    """
    BODY.listing(body.agreed, "agreed")
    save_agreed(table, body.agreed)
    return house_rules(table)


@dataclass(frozen=True, slots=True)
class NewPreset:
    """House rules under a name."""

    name: Annotated[str, SheetName()]
    rules: Annotated[str, Text()]
    options: Annotated[Mapping[str, Value], Options()]
    minutes: Annotated[int | None, Whole(0, MAX_LIMIT)] = None


@call(
    "POST /tables/<table>/presets",
    SCORER,
    examples={"short": {"name": "Lunch break", "rules": "partnership", "options": {"target": 150}, "minutes": 40}},
)
def new_preset(table: str, body: NewPreset) -> Annotated[Made, "Preset"]:
    """Save a preset

    House rules of a rule set, under a name the table gives them. Options you leave out keep their defaults.

    201: The preset.
    """
    preset, saved, new = once(
        lambda: save_preset(table, body.rules, None, body.name, body.options, body.minutes or 0).id,
        lambda preset: _preset_json(find_table_preset(table, int(preset))),
        table,
    )
    return made(saved, "remove_preset", new=new, table=table, preset=preset)


@call("DELETE /tables/<table>/presets/<int:preset>", SCORER, "remove_preset")
def delete_preset(table: str, preset: int) -> tuple[str, int]:
    """Remove a preset

    Games that began with it are not changed.

    204: The preset is deleted. Games keep their options.
    """
    remove_preset(table, preset)
    return "", 204


def _preset_json(preset: TablePreset) -> Json:
    rules = rule_set(preset.rules)
    shape = next((shape for shape in rules.shapes if _has_all(rules, shape, preset)), rules.shapes[0])
    changed = {
        option.key: preset.options[option.key]
        for option in rules.options(shape)
        if preset.options.get(option.key, option.default) != option.default
    }
    return {
        "preset": preset.id,
        "name": preset.name,
        "rules": preset.rules,
        "minutes": preset.minutes,
        "options": dict(preset.options),
        "text": own_preset_text(rules.options(shape), changed, preset.minutes or 0),
    }


def _has_all(rules: RuleSet, shape: Shape, preset: TablePreset) -> bool:
    return {option.key for option in rules.options(shape)} == set(preset.options)
