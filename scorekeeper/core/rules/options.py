"""House rules: what a rule set lets a table choose, and the one place where a choice is checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.core.rules.faults import BadRules
from scorekeeper.core.rules.lines import Code

Value = int | bool | str | None
Options = Mapping[str, Value]


def is_same(value: Value, other: Value) -> bool:
    """Whether two values are the same. 1 equals True in Python, but nobody means the number when they say yes."""
    return value == other and isinstance(value, bool) == isinstance(other, bool)


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule. It takes one of `values`, or (with `low` below `high`) any whole number from low to high.

    `older` are spellings of values from before there were more of them: (as it was spelled, what it is now).
    `unoffered` are values that do nothing here: games that began with one keep it, and nobody is offered it.
    """

    key: str
    name: str
    help: str
    default: Value
    values: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0
    older: tuple[tuple[Value, Value], ...] = ()
    unoffered: tuple[Value, ...] = ()

    @property
    def has_range(self) -> bool:
        return self.low < self.high

    @property
    def is_switch(self) -> bool:
        return self.values == (True, False)

    def allows(self, value: Value) -> bool:
        if any(is_same(value, allowed) for allowed in (*self.values, *self.unoffered)):
            return True
        if isinstance(value, bool) or not isinstance(value, int):
            return False
        return self.has_range and self.low <= value <= self.high

    def read(self, value: Value) -> Value:
        """A value as it is spelled now."""
        is_switch = isinstance(value, bool)  # True and 1 are equal to Python, and not to a table
        return next((now for old, now in self.older if isinstance(old, bool) == is_switch and old == value), value)

    def first_spelling(self, value: Value) -> Value:
        """A value as it was spelled first: a fingerprint stays what it is."""
        return next((old for old, now in self.older if now == value), value)

    def with_default(self, default: Value) -> "Option":
        """The same house rule, with what this rule set plays where nothing is said."""
        return replace(self, default=default)

    def without(self, value: Value, words: str) -> "Option":
        """The same house rule where one of its values does nothing, and `words` that leave it out."""
        offered = tuple(other for other in self.values if other != value)
        return replace(self, values=offered, unoffered=(*self.unoffered, value), help=words)


@dataclass(frozen=True, slots=True)
class UnknownOption:
    """A house rule that a rule set does not have, and those that it has."""

    rules: str
    option: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ValueRefused:
    """A value that a house rule does not take."""

    option: Option
    value: Value


UNKNOWN_OPTION = Code("unknown-option", UnknownOption)
VALUE_REFUSED = Code("value-refused", ValueRefused)


def value_word(value: Value) -> str:
    """A value as the command line and JSON spell it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def resolve(rules_name: str, options: Sequence[Option], chosen: Options) -> dict[str, Value]:
    """All options with their values, defaults filled in. Raises `BadRules`, naming the option and what it takes."""
    known = {option.key: option for option in options}
    for key, value in chosen.items():
        if key not in known:
            raise BadRules(UNKNOWN_OPTION, UnknownOption(rules_name, key, tuple(known)), option=key)
        if not known[key].allows(known[key].read(value)):
            raise BadRules(VALUE_REFUSED, ValueRefused(known[key], value), option=key)
    return {option.key: option.read(chosen.get(option.key, option.default)) for option in options}
