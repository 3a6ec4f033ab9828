"""House rules as form fields, drawn from the options, and read back from them."""

from collections.abc import Mapping, Sequence

from scorekeeper.core.rules.options import Option, Options, Value, value_word
from scorekeeper.core.words.rules import takes_words

View = dict[str, object]


def option_field(option: Option, value: Value, wrong: str | None) -> View:
    """Values for `field` in `macros/forms.html`."""
    field: View = {
        "name": f"option-{option.key}",
        "label": option.name,
        "help": option.help,
        "value": value if option.is_switch else value_word(value),
        "errors": [wrong] if wrong else [],
    }
    if option.is_switch:
        return field | {"kind": "check"}
    if option.has_range and not option.values:
        return field | {"kind": "number", "min": option.low, "max": option.high}
    if option.has_range:
        return field | {"kind": "text", "help": f"{option.help} Takes {takes_words(option)}.", "max_length": 10}
    return field | {
        "kind": "select",
        "choices": [{"value": value_word(v), "label": value_word(v)} for v in option.values],
    }


def chosen_options(options: Sequence[Option], given: Mapping[str, str]) -> tuple[dict[str, Value], dict[str, str]]:
    """The options that a form chose, and for each that cannot be, what it takes. A switch that is off is not sent."""
    chosen: dict[str, Value] = {}
    wrong: dict[str, str] = {}
    for option in options:
        name = f"option-{option.key}"
        if option.is_switch:
            chosen[option.key] = name in given
            continue
        value = option_value(option, given.get(name, value_word(option.default)).strip())
        if option.allows(value):
            chosen[option.key] = value
        else:
            wrong[option.key] = f"This can be {takes_words(option)}."
    return chosen, wrong


def options_shown(options: Sequence[Option], given: Mapping[str, str] | None) -> dict[str, Value]:
    """What the fields hold: what was typed, else the defaults."""
    if given is None:
        return {option.key: option.default for option in options}
    return {
        option.key: f"option-{option.key}" in given
        if option.is_switch
        else option_value(option, given.get(f"option-{option.key}", value_word(option.default)).strip())
        for option in options
    }


def option_query(options: Sequence[Option], values: Options) -> dict[str, str]:
    """The options as an address carries them."""
    return {
        f"option-{option.key}": "yes" if option.is_switch else value_word(values[option.key])
        for option in options
        if not option.is_switch or values[option.key]
    }


def chosen_words(options: Sequence[Option], values: Options) -> str:
    """`as printed`, or `2 changed`."""
    changed = sum(1 for option in options if not _same(values.get(option.key), option.default))
    return f"{changed} changed" if changed else "as printed"


def _same(one: Value, other: Value) -> bool:
    return type(one) is type(other) and one == other


def option_value(option: Option, text: str) -> Value:
    """A house rule's value from the text of a form; other text comes back as it is, to be refused by name."""
    for value in option.values:
        if value_word(value) == text:
            return value
    for old, now in option.older:  # an address that was kept from when the option was a switch
        if text == ("yes" if old is True else value_word(old)):
            return now
    try:
        return int(text)
    except ValueError:
        return text
