"""House rules as a form: a field for each option of a game, the rows of the page, and presets."""

from collections.abc import Mapping, Sequence

from scorekeeper.core.inputs.fields import json_line
from scorekeeper.core.pages import View
from scorekeeper.core.rules.presets import Preset, full, is_like, preset_of, presets_for
from scorekeeper.core.rules.ruleset import Option, Options, Topic, Value, is_same, options_apart, value_word
from scorekeeper.core.sheet.model import MAX_AGREED_LINES
from scorekeeper.core.words.language import translatable, translate as _, translate_plural as _n, with_commas
from scorekeeper.core.words.options import changed_rules, has_words, sentence_parts, value_label
from scorekeeper.core.words.rules import takes_words
from scorekeeper.core.words.rulesets import (
    NAMES,
    limit_lines,
    option_help,
    option_label,
    preset_agreed,
    preset_changes,
    preset_name,
    preset_text,
)

TOPICS = {
    Topic.END: translatable("Target and end"),
    Topic.BAGS: translatable("Bags"),
    Topic.NIL: translatable("Nil and blind"),
    Topic.BIDDING: translatable("Bidding"),
    Topic.SETS: translatable("Contracts and sets"),
    Topic.CARDS: translatable("Cards"),
}
MAX_BUTTONS = 4
MAX_LIST_LENGTH = 60

YES = "yes"
"""What a form sends for a switch that is on."""


class HouseRulesForm:
    """The options of a game with a word for each: as typed in the `given` fields, or else its default.

    A switch that is missing from the fields is off.
    """

    def __init__(self, options: Sequence[Option], given: Mapping[str, str] | None = None) -> None:
        self.options = options
        self.words = {option.key: _typed(option, given) for option in options}
        self.wrong: dict[str, str] = {}

    def choose(self, values: Options) -> None:
        """Fill in these values, and the rule set's defaults for the others."""
        for option in self.options:
            self.words[option.key] = value_word(option.read(values.get(option.key, option.default)))

    @property
    def chosen(self) -> dict[str, Value]:
        """The value of each option; an invalid value stays text as typed, to be shown again."""
        return {option.key: _value(option, self.words[option.key]) for option in self.options}

    @property
    def accepted(self) -> dict[str, Value]:
        """The values without those that are wrong."""
        return {key: value for key, value in self.chosen.items() if key not in self.wrong}

    @property
    def fields(self) -> dict[str, str]:
        """The form as it would be sent: a switch that is off is left out."""
        sent = {option.key: self.words[option.key] for option in self.options}
        for option in self.options:
            if option.is_switch:
                sent[option.key] = YES if sent[option.key] == value_word(True) else ""
        return {option_name(key): word for key, word in sent.items() if word}

    @property
    def summary(self) -> str:
        """The current preset, `Classic`; else how many options differ from the defaults."""
        return chosen_words(self.options, self.chosen)

    def check(self) -> bool:
        """Whether each value is one that the option takes, and they all go together; `wrong` says which is not."""
        chosen = self.chosen
        refused = [option for option in self.options if not option.allows(chosen[option.key])]
        self.wrong = {option.key: _("Choose {values}.", values=takes_words(option)) for option in refused}
        apart = options_apart(self.options, full(self.options, self.accepted))
        if apart is not None:
            label = next(option_label(option) for option in self.options if option.key == apart["other"])
            self.wrong[apart["option"]] = _("This does not go with “{other}”.", other=label)
        return not self.wrong

    def groups(self, base: Preset | None = None, own_rows: Sequence[View] = ()) -> list[View]:
        """Values for `option_groups` in `macros/options.html`: those that differ from the base, then by topic.

        The `base` is a preset, or the rule set's defaults. `own_rows` of the form that are no options come last in
        that of the end.
        """
        chosen, usual = self.chosen, full(self.options, {} if base is None else base.options)
        changed = [row for row in own_rows if row["differs"]]
        by_topic: dict[Topic, list[View]] = {topic: [] for topic in Topic}
        for option in self.options:
            row = self._row(option, chosen, usual[option.key])
            rows = changed if row["differs"] else by_topic[option.topic]
            rows.append(row)
        by_topic[Topic.END] += [row for row in own_rows if not row["differs"]]
        heading = _("Changed") if base is None else _("Not as in {preset}", preset=called(base))
        found = [
            ("changed", heading, changed),
            *[(topic.value, _(TOPICS[topic]), by_topic[topic]) for topic in Topic],
        ]
        first = "changed" if changed else Topic.END.value
        return [_group(key, heading, rows, key == first) for key, heading, rows in found if rows]

    def _row(self, option: Option, chosen: Options, usual: Value) -> View:
        """A house rule as a sentence around its control; `idle` if the other options make it irrelevant."""
        before, after = sentence_parts(option)
        held, wrong = self.words[option.key], self.wrong.get(option.key)
        hidden_when = (*option.no_effect_when, *option.rare_when)
        is_off = not option.is_offered(chosen) and not wrong
        return {
            "key": option.key,
            "name": option_name(option.key),
            "kind": _kind(option),
            "before": before,
            "after": after,
            "value": held,
            "choices": [
                {"value": value_word(value), "label": value_label(option, value), "on": value_word(value) == held}
                for value in _offered(option, chosen[option.key])
            ],
            "low": 0 if 0 in option.values else option.low,
            "high": option.high,
            "step": option.step,
            "usual": value_label(option, usual),
            "usual_word": value_word(usual),
            "differs": not is_off and not is_same(chosen[option.key], usual),
            "help": "" if has_words(option) else option_help(option),
            "errors": [wrong] if wrong else [],
            "idle": is_off,
            "idle_when": f"[{', '.join([_values_text(row) for row in hidden_when])}]",
        }


def _typed(option: Option, given: Mapping[str, str] | None) -> str:
    """The word of an option in these fields, which may be an old spelling from a URL."""
    if given is None:
        return value_word(option.default)
    if option.is_switch:
        return value_word(given.get(option_name(option.key), "") not in ("", value_word(False)))
    return given.get(option_name(option.key), value_word(option.default)).strip()


def _value(option: Option, word: str) -> Value:
    """An option's value from its word, or from that of the switch which it was in older versions."""
    return option.read(option.parse(value_word(True) if word == YES else word))


def option_name(key: str) -> str:
    """The name of an option's field."""
    return f"option-{key}"


def _group(key: str, heading: str, rows: Sequence[View], is_first: bool) -> View:
    wrong = any(row["errors"] for row in rows)
    return {
        "key": key,
        "heading": heading,
        "rows": rows,
        "open": is_first or wrong,
        "idle": all(row["idle"] for row in rows),
        "wrong": wrong,
    }


def _values_text(values: Sequence[tuple[str, Value]]) -> str:
    """Values of options as a JSON object."""
    return json_line({key: value_word(value) for key, value in values}, " ")


def _is_number(option: Option) -> bool:
    has_words = any(value is None or isinstance(value, str) for value in option.values)
    return option.has_range and not has_words and option.high - option.low > MAX_LIST_LENGTH


def _kind(option: Option) -> str:
    """The kind of control: a switch, buttons for a few values, a list with + and −, or a number."""
    if option.is_switch:
        return "switch"
    if _is_number(option):
        return "number"
    return "list" if option.has_range or len(option.values) > MAX_BUTTONS else "buttons"


def _offered(option: Option, value: Value) -> list[Value]:
    """The values its control offers, smallest first; always including the current one."""
    if option.is_switch or _is_number(option):
        return []
    upwards = range(option.low, option.high + 1, option.step)
    found = upwards if option.high > 0 else range(option.high, option.low - 1, -option.step)
    offered = [*option.values, *(found if option.has_range else ())]
    return offered if value in offered or not option.allows(value) else [*offered, value]


def chosen_words(options: Sequence[Option], values: Options) -> str:
    """The name of the preset with these values, `Classic`, or how many values were changed: `2 changes`."""
    named = preset_of(options, values)
    if named is not None:
        return preset_name(named.key)
    return _n(len(changed_rules(options, values)), "1 change", "{count} changes")


def agreed_with_preset(lines: Sequence[str], options: Sequence[Option], chosen: Options) -> tuple[str, ...]:
    """The table's own lines and those of the preset that is played by, as many as a game can have."""
    preset = preset_of(options, full(options, chosen))
    known = [line.rstrip(".") for line in lines]
    more = [line for line in preset_agreed(preset.key) if line.rstrip(".") not in known] if preset else []
    return (*lines, *more)[:MAX_AGREED_LINES]


def called(preset: Preset) -> str:
    """What a preset is called: one of a table has a name of its own."""
    return preset_name(preset.key) if preset.key in NAMES else preset.key


def nearest_preset(house: HouseRulesForm, minutes: int | None, own: Sequence[Preset]) -> Preset:
    """The preset of which the form changes least; the first of several."""
    return min([*presets_for(house.options), *own], key=lambda preset: _changes(house, minutes, preset))


def _changes(house: HouseRulesForm, minutes: int | None, preset: Preset) -> int:
    """How many house rules of the form are not as in this preset; those without effect are left out."""
    chosen, usual = house.chosen, full(house.options, preset.options)
    changed = [
        option
        for option in house.options
        if not is_same(chosen[option.key], usual[option.key]) and not option.has_no_effect(chosen)
    ]
    return len(changed) + (1 if preset.minutes != minutes else 0)


def preset_rows(house: HouseRulesForm, minutes: int | None, own: Sequence[Preset]) -> View:
    """The presets of this game, then the table's `own`; and the current choice in short: `Classic, 2 changes`.

    The first preset lists its rules, the others what they change about it. `minutes` is the limit of the form.
    """
    options, chosen = house.options, house.chosen
    named = presets_for(options)
    first = named[0]
    offered = [(first, preset_name(first.key), preset_text(options, first))]
    others = [(preset, preset_name(preset.key), preset_agreed(preset.key)) for preset in named[1:]]
    for preset, name, lines in [*others, *[(preset, preset.key, list[str]()) for preset in own]]:
        changes = [preset_changes(options, preset.options, first.options), *limit_lines(preset.minutes), *lines]
        text = " ".join([change for change in changes if change])
        offered.append((preset, name, text or _("Like {preset}.", preset=preset_name(first.key))))
    alike = [preset for preset, _name, _text in offered if is_like(options, full(options, preset.options), chosen)]
    with_limit = [preset for preset in alike if preset.minutes == minutes]
    rows: list[View] = [
        {"key": preset.key, "name": name, "text": text, "chosen": preset in (with_limit or alike)}
        for preset, name, text in offered
    ]
    names = [row["name"] for row in rows if row["chosen"]]
    return {"presets": rows, "options_summary": names[0] if names else _nearest_words(house, minutes, own)}


def _nearest_words(house: HouseRulesForm, minutes: int | None, own: Sequence[Preset]) -> str:
    """`Classic, 2 changes`."""
    base = nearest_preset(house, minutes, own)
    return with_commas([called(base), _n(_changes(house, minutes, base), "1 change", "{count} changes")])
