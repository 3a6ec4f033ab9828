"""House rules as a form, made from a rule set's options; and as an address carries them."""

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from wtforms import BooleanField, Field, Form, SelectField, StringField
from wtforms.validators import StopValidation

from scorekeeper.core.rules.ruleset import Option, Options, Value, value_word
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.rules import takes_words
from scorekeeper.formats.text_record.notation import option_value
from scorekeeper.web.forms import WholeField, choices, stripped


class HouseRulesForm(Form):
    """A form with a field for each option: see `with_house_rules`."""

    options: ClassVar[Sequence[Option]] = ()

    @property
    def option_fields(self) -> list[Field]:
        """A field for each option, in their order."""
        return [self[option_name(option)] for option in self.options]

    @property
    def chosen(self) -> dict[str, Value]:
        """The value of each option as it was typed; what an option does not take is text, to be shown again."""
        fields = zip(self.options, self.option_fields, strict=True)
        return {option.key: _value(option, field.data) for option, field in fields}

    @property
    def accepted(self) -> dict[str, Value]:
        """The same after validation, without the options that do not take what was typed."""
        fields = zip(self.chosen.items(), self.option_fields, strict=True)
        return {key: value for (key, value), field in fields if not field.errors}

    @property
    def summary(self) -> str:
        """`standard`, or `2 changes`."""
        return chosen_words(self.options, self.chosen)


Base = TypeVar("Base", bound=HouseRulesForm)


def with_house_rules(base: type[Base], options: Sequence[Option]) -> type[Base]:
    """The form with a field for each of these options besides its own."""
    fields = {option_name(option): _field_of(option) for option in options}
    return type(base.__name__, (base,), {"options": options, **fields})


def option_data(values: Options) -> dict[str, Value]:
    """Values of options by the names of their fields."""
    return {f"option-{key}": value if isinstance(value, bool) else value_word(value) for key, value in values.items()}


def option_name(option: Option) -> str:
    """The name of an option's field."""
    return f"option-{option.key}"


class Takes:
    """What an option takes; a field of one with a range shows its limits."""

    def __init__(self, option: Option) -> None:
        self.option = option
        self.field_flags = {"min": option.low, "max": option.high} if _is_number(option) else {"maxlength": 10}

    def __call__(self, _form: Form, field: Field) -> None:
        """Raise `StopValidation` for another value."""
        if not self.option.allows(_value(self.option, field.data)):
            field.errors = []
            raise StopValidation(_("Choose {values}.", values=takes_words(self.option)))


def _is_number(option: Option) -> bool:
    return option.has_range and not option.values


def _field_of(option: Option) -> Field:
    word, takes = value_word(option.default), [Takes(option)]
    if option.is_switch:
        return BooleanField(option.name, description=option.help, default=option.default is True)
    if _is_number(option):
        return WholeField(option.name, takes, description=option.help, default=int(word))
    if option.has_range:
        words = f"{option.help} Takes {takes_words(option)}."
        return StringField(option.name, takes, [stripped], description=words, default=word)
    offered = choices((value_word(value), value_word(value)) for value in option.values)
    return SelectField(
        option.name, takes, validate_choice=False, description=option.help, choices=offered, default=word
    )


def chosen_words(options: Sequence[Option], values: Options) -> str:
    """`standard`, or `2 changes`."""
    changed = sum(1 for option in options if not _same(values.get(option.key), option.default))
    return _n(changed, "1 change", "{count} changes") if changed else _("standard")


def _same(one: Value, other: Value) -> bool:
    return type(one) is type(other) and one == other


def _value(option: Option, held: Value) -> Value:
    """A house rule's value from what its field holds, or an old address from when the option was a switch."""
    if not isinstance(held, str):
        return held
    if held not in [value_word(value) for value in option.values]:
        for old, now in option.older:
            if held == ("yes" if old is True else value_word(old)):
                return now
    return option_value(option, held)
