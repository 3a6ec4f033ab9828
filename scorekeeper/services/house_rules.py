"""A table's house rules: presets, lines on cards and manners, custom games, the options a new game begins with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.faults import LIST_TOO_LONG, SAME_NAME, Named
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.inputs.spelling import composed, composed_json
from scorekeeper.core.pages.setting_up.house_rules import agreed_with_preset
from scorekeeper.core.rules.presets import Preset, changed_from, find_preset, fits, options_to_begin
from scorekeeper.core.rules.ruleset import Option, Options, RuleSet, Value
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet.reading import read_agreed
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.rulesets import NAMES, preset_name
from scorekeeper.formats.custom_game import custom_game_json, read_custom_game, shipped
from scorekeeper.formats.games import ExportedPreset
from scorekeeper.services.names import check_name, check_title, hides_letters, plain
from scorekeeper.storage.custom_games import find_custom_game
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.games import find_table, hold_table, last_game_by, store_agreed_lines
from scorekeeper.storage.presets import (
    TablePreset,
    add_table_preset,
    find_table_preset,
    remove_table_preset,
    rename_table_preset,
    table_presets,
)

MAX_PRESETS = 20


def first_options(table_id: str | None, rules: RuleSet, shape: Shape) -> Mapping[str, Value]:
    """The initial options of a new game's form: the table's last ones, else the rule set's preset or defaults."""
    last = last_game_by(table_id, rules.key, shape.sides, shape.players_per_side) if table_id else None
    return options_to_begin(rules, shape, None if last is None else last.options)


def presets_at(table_id: str | None, rules: RuleSet, shape: Shape) -> list[TablePreset]:
    """The table's own presets that fit this rule set and shape."""
    options = rules.options(shape)
    known = table_presets(table_id) if table_id else []
    return [preset for preset in known if preset.rules == rules.key and fits(preset.options, options)]


def preset_named(table_id: str | None, rules: RuleSet, shape: Shape, name: str) -> Preset:
    """A preset, given by the rule set's key or the table's name for it. Raises `InvalidInput`."""
    for preset in presets_at(table_id, rules, shape):
        if plain(preset.name) == plain(name):
            return Preset(preset.name, dict(preset.options), preset.minutes or 0)
    try:
        return find_preset(rules.key, rules.options(shape), name)
    except InvalidInput as error:
        raise error.within("preset") from error


def save_preset(
    table_id: str, rules_key: str, shape: Shape | None, name: str, chosen: Options, minutes: int = 0
) -> TablePreset:
    """Save options, and how long a game may take, as a preset; 0 minutes: no limit.

    Raises `InvalidInput` for a bad name, too many presets, or options that do not fit.
    """
    try:
        rules = rule_set(rules_key)
        fitting = [own for own in rules.shapes if fits(chosen, rules.options(own))]
        played = rules.with_options(chosen, shape or (fitting or rules.shapes)[0])
    except InvalidInput as error:
        raise error.within("preset") from error
    with write_transaction():
        hold_table(table_id)
        known = table_presets(table_id)
        if len(known) >= MAX_PRESETS:
            raise InvalidInput(
                LIST_TOO_LONG.at(
                    FieldPath.to("presets"), {"what": "presets", "found": len(known) + 1, "most": MAX_PRESETS}
                )
            )
        return add_table_preset(table_id, rules_key, _free_name(name, known), played.options, minutes or None)


def rename_preset(table_id: str, preset_id: int, name: str) -> None:
    """Rename a preset of the table. Raises `InvalidInput`, `NoSuchPreset`."""
    with write_transaction():
        hold_table(table_id)
        others = [preset for preset in table_presets(table_id) if preset.id != preset_id]
        rename_table_preset(table_id, preset_id, _free_name(name, others))


def remove_preset(table_id: str, preset_id: int) -> TablePreset:
    """Delete a preset of the table; games started with it keep their options. Raises `NoSuchPreset`."""
    found = find_table_preset(table_id, preset_id)
    remove_table_preset(table_id, preset_id)
    return found


def save_agreed(table_id: str, lines: Sequence[str]) -> tuple[str, ...]:
    """Save the table's own lines; every new game copies them. Raises `InvalidInput`."""
    agreed = tuple(map(composed, read_agreed(list(lines))))
    for line in agreed:
        check_name(line, quote(line))
    store_agreed_lines(table_id, agreed)
    return agreed


def agreed_at(table_id: str) -> tuple[str, ...]:
    """The table's own lines."""
    return tuple(find_table(table_id).agreed or ())


def agreed_with(table_id: str, options: Sequence[Option], chosen: Options) -> tuple[str, ...]:
    """The table's own lines and those of the preset that a new game is played by, as many as a game can have."""
    return agreed_with_preset(agreed_at(table_id), options, chosen)


@dataclass(frozen=True, slots=True)
class NewHouseRules:
    """The presets and lines of a file that are new to a table, and sentences on what it cannot take."""

    presets: tuple[ExportedPreset, ...]
    agreed: tuple[str, ...]
    problems: tuple[str, ...]


def new_house_rules(table_id: str | None, presets: Sequence[ExportedPreset], agreed: Sequence[str]) -> NewHouseRules:
    """Compare the presets and lines of a file with the table's (None: a table that is yet to be made)."""
    known: list[TablePreset | ExportedPreset] = [*table_presets(table_id)] if table_id else []
    lines = agreed_at(table_id) if table_id else ()
    new: list[ExportedPreset] = []
    problems: list[str] = []
    for preset in presets:
        if any(_is_alike(own, preset) for own in known):
            continue
        try:
            _free_name(preset.name, known)
        except InvalidInput as error:
            taken = error.fault.code == SAME_NAME.key
            why = _("this table has another preset by that name") if taken else _("its name can’t be used here")
            problems.append(_("Preset “{name}” is left out: {why}", name=preset.name, why=why))
            continue
        if len(known) >= MAX_PRESETS:
            why = _("a table has {most} presets at most", most=MAX_PRESETS)
            problems.append(_("Preset “{name}” is left out: {why}", name=preset.name, why=why))
            continue
        new.append(preset)
        known.append(preset)
    if lines and agreed and tuple(agreed) != lines:
        problems.append(_("The file’s own rules are left out: this table keeps its own"))
    clear = tuple(line for line in agreed if not hides_letters(line))
    if not lines and len(clear) < len(agreed):
        problems.append(_("A rule of the file’s own is left out: it has letters that don’t show"))
    return NewHouseRules(tuple(new), () if lines else clear, tuple(problems))


def add_house_rules(table_id: str, presets: Sequence[ExportedPreset], agreed: Sequence[str]) -> tuple[str, ...]:
    """Add the presets and lines of an imported table; those the table already has stay unchanged.

    Returns sentences on what it cannot take.
    """
    with write_transaction():
        new = new_house_rules(table_id, presets, agreed)
        if new.agreed:
            store_agreed_lines(table_id, new.agreed)
        for preset in new.presets:
            add_table_preset(table_id, preset.rules, composed(preset.name.strip()), preset.options, preset.minutes)
    return new.problems


def _is_alike(one: TablePreset | ExportedPreset, other: ExportedPreset) -> bool:
    """Whether both are the same preset: name, rule set, limit and every option."""
    if (plain(one.name), one.rules, one.minutes) != (plain(other.name), other.rules, other.minutes):
        return False
    rules = rule_set(other.rules)
    fitting = [shape for shape in rules.shapes if fits(other.options, rules.options(shape))]
    options = rules.options((fitting or rules.shapes)[0])
    return changed_from(options, one.options) == changed_from(options, other.options)


def _free_name(name: str, others: Sequence[TablePreset | ExportedPreset]) -> str:
    """The stripped name. Raises `InvalidInput` if a preset of the table or of the program has it."""
    where = FieldPath.to("preset")
    stripped = where.name(name, "name")
    taken = [*(preset.name for preset in others), *NAMES, *map(preset_name, NAMES)]
    try:
        return check_title(stripped, taken, Named.PRESETS)
    except InvalidInput as error:
        raise error.within("preset") from error


def checked_custom_game(value: object, begun: bool = False) -> dict[str, Any]:
    """A custom game from its JSON, as it is stored; one that is only `begun` may have no deal yet.

    Raises `InvalidInput`, also for a disguised name or text.
    """
    read = read_custom_game(composed_json(value), begun=begun)
    for text in (read.name, read.words, *(text for deal in read.script for text in (deal.name, deal.text))):
        check_name(text, quote(text))
    return custom_game_json(read)


MAX_ID_LENGTH = 9
"""Digits of a custom game's id."""


def custom_game_by_key(table_id: str, key: str) -> tuple[dict[str, Any], int | None]:
    """A custom game and its version: by its id at this table, or by the name of one that ships, which has no version.

    Raises `NoSuchCustomGame`.
    """
    if key in shipped():
        return custom_game_json(shipped()[key]), None
    row = find_custom_game(table_id, int(key) if key.isascii() and key.isdecimal() and len(key) <= MAX_ID_LENGTH else 0)
    return row.content, row.version
