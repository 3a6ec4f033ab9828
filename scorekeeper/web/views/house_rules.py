"""House rules as form fields, drawn from the options."""

from scorekeeper.rules.options import Option, Value, value_word

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
        return field | {"kind": "text", "help": f"{option.help} Takes {option.allowed_words()}.", "max_length": 10}
    return field | {
        "kind": "select",
        "choices": [{"value": value_word(v), "label": value_word(v)} for v in option.values],
    }
