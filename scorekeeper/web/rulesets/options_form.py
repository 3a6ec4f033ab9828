"""House rules as a form built from a rule set's options, and in URLs."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from wtforms import BooleanField, Field, Form
from wtforms.validators import StopValidation

from scorekeeper.core.pages import View
from scorekeeper.core.rules.presets import full, preset_of
from scorekeeper.core.rules.ruleset import Option, Options, Topic, Value, is_same, options_apart, value_word
from scorekeeper.core.words.language import translatable
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.options import changed_rules, has_words, sentence_parts, value_label
from scorekeeper.core.words.rules import takes_words
from scorekeeper.core.words.rulesets import option_help, option_label, preset_name
from scorekeeper.web.forms import StringField, WholeField, sentences, stripped

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


class HouseRulesForm(Form):
    """A form with a field per option: see `with_option_fields`."""

    options: ClassVar[Sequence[Option]] = ()

    @property
    def option_fields(self) -> list[Field]:
        """A field for each option, in their order."""
        return [self[option_name(option)] for option in self.options]

    @property
    def chosen(self) -> dict[str, Value]:
        """The value of each option; an invalid value stays text as typed, to be shown again."""
        fields = zip(self.options, self.option_fields, strict=True)
        return {option.key: _value(option, field.data) for option, field in fields}

    @property
    def accepted(self) -> dict[str, Value]:
        """The values of the options without invalid ones, after validation."""
        fields = zip(self.chosen.items(), self.option_fields, strict=True)
        return {key: value for (key, value), field in fields if not field.errors}

    @property
    def summary(self) -> str:
        """The current preset, `Classic`; else how many options differ from the defaults."""
        return chosen_words(self.options, self.chosen)

    @property
    def own_rows(self) -> Mapping[Topic, list[View]]:
        """Rows of a form that are no options, by the topic they belong to."""
        return {}

    @property
    def option_groups(self) -> list[View]:
        """Values for `option_groups` in `macros/options.html`: those that differ from the rule set, then by topic."""
        chosen = self.chosen
        changed: list[View] = []
        by_topic: dict[Topic, list[View]] = {topic: list(self.own_rows.get(topic, ())) for topic in Topic}
        for option, field in zip(self.options, self.option_fields, strict=True):
            row = _row(option, field, chosen)
            is_changed = not row["idle"] and not is_same(chosen[option.key], option.default)
            (changed if is_changed else by_topic[option.topic]).append(row)
        groups = [("changed", _("Changed"), changed), *((key.value, _(TOPICS[key]), by_topic[key]) for key in Topic)]
        return [
            {
                "key": key,
                "heading": heading,
                "rows": rows,
                "open": key in ("changed", Topic.END.value) or any(row["errors"] for row in rows),
                "idle": all(row["idle"] for row in rows),
                "wrong": any(row["errors"] for row in rows),
            }
            for key, heading, rows in groups
            if rows
        ]

    def validate(self, extra_validators: Mapping[str, Sequence[Any]] | None = None) -> bool:
        """Whether each value is one that the option takes, and they all go together."""
        is_good = super().validate(extra_validators)
        apart = options_apart(self.options, full(self.options, self.accepted))
        if apart is not None:
            self[f"option-{apart['option']}"].errors = [
                _("This does not go with “{other}”.", other=self._label(apart["other"]))
            ]
        return is_good and apart is None

    def _label(self, key: str) -> str:
        """An option's label."""
        return next(option_label(option) for option in self.options if option.key == key)

    def choose(self, values: Options) -> None:
        """Fill in these values, and the rule set's defaults for the others."""
        for option, field in zip(self.options, self.option_fields, strict=True):
            value, field.raw_data = option.read(values.get(option.key, option.default)), None
            field.data = value if isinstance(value, bool) or isinstance(field, WholeField) else value_word(value)


Base = TypeVar("Base", bound=HouseRulesForm)


def with_option_fields(base: type[Base], options: Sequence[Option]) -> type[Base]:
    """The form class with a field for each of these options added."""
    fields = {option_name(option): _field_of(option) for option in options}
    return type(base.__name__, (base,), {"options": options, **fields})


def option_data(values: Options) -> dict[str, Value]:
    """Option values by field name."""
    return {f"option-{key}": value if isinstance(value, bool) else value_word(value) for key, value in values.items()}


def option_name(option: Option) -> str:
    """The name of an option's field."""
    return f"option-{option.key}"


class AllowedValue:
    """Checks that an option allows the value."""

    def __init__(self, option: Option) -> None:
        self.option = option

    def __call__(self, _form: Form, field: Field) -> None:
        """Raise `StopValidation` for another value."""
        if not self.option.allows(_value(self.option, field.data)):
            field.errors = []
            raise StopValidation(_("Choose {values}.", values=takes_words(self.option)))


def _is_number(option: Option) -> bool:
    return option.has_range and None not in option.values and option.high - option.low > MAX_LIST_LENGTH


def _field_of(option: Option) -> Field:
    word, takes = value_word(option.default), [AllowedValue(option)]
    if option.is_switch:
        return BooleanField(option_label(option), default=option.default is True)
    if _is_number(option):
        return WholeField(option_label(option), takes, default=int(word))
    return StringField(option_label(option), takes, [stripped], default=word)


def chosen_words(options: Sequence[Option], values: Options) -> str:
    """The name of the preset with these values, `Classic`, or how many values were changed: `2 changes`."""
    named = preset_of(options, values)
    if named is not None:
        return preset_name(named.key)
    return _n(len(changed_rules(options, values)), "1 change", "{count} changes")


def _row(option: Option, field: Field, chosen: Options) -> View:
    """A house rule as a sentence around its control; `idle` if the other options make it irrelevant."""
    before, after = sentence_parts(option)
    held = str(field.raw_data[0]) if isinstance(field, WholeField) and field.raw_data else _word(field.data)
    hidden_when = (*option.no_effect_when, *option.rare_when)
    return {
        "key": option.key,
        "name": field.name,
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
        "usual": value_label(option, option.default),
        "help": "" if has_words(option) else option_help(option),
        "errors": sentences(field.errors),
        "idle": not option.is_offered(chosen) and not field.errors,
        "idle_when": json.dumps([{name: value_word(value) for name, value in row} for row in hidden_when]),
    }


def _word(held: Value) -> str:
    return held if isinstance(held, str) else value_word(held)


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


def _value(option: Option, held: Value) -> Value:
    """An option's value from its field, or from an old URL in which the option was a switch."""
    if not isinstance(held, str):
        return held
    return option.read(option.parse(value_word(True) if held == YES else held))
