"""The rules pages: every rule set at its usual table, its options at others, and the rules that house rules bring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorekeeper.core.pages.looking_up.rulebook import contents, describe, with_house_rules
from scorekeeper.core.rules.ruleset import Option, RuleSet, Value, values_alone
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.words.rules import shape_words
from scorekeeper.core.words.rulesets import rules_in_short
from tests.strategies import together

Pages = Iterator[tuple[str, object]]


def stories() -> Iterator[tuple[str, Pages]]:
    short = [(key, rules_in_short(ruleset)) for key, ruleset in rule_sets().items()]
    tables = [shape_words(Shape(sides, people)) for sides, people in ((3, 1), (2, 2), (2, 3))]
    yield "Contents", iter([("Contents", contents()), ("In short", dict(short)), ("Tables", tables)])
    for key, ruleset in rule_sets().items():
        yield key, books(ruleset)
    for key in ("partnership", "berkley-two"):
        ruleset = rule_sets()[key]
        yield f"{key}, house rules", iter([("House rules", with_house_rules(ruleset, ruleset.shapes[0]))])
        yield f"{key}, option by option", each_value(rule_sets()[key])


def books(ruleset: RuleSet) -> Pages:
    shape, *others = ruleset.shapes
    usual: Any = describe(ruleset.with_options({}, shape))
    yield "Rules", usual
    for other_shape in others:
        book: Any = describe(ruleset.with_options({}, other_shape))
        parts = {"table": book["table"], "options": book["options"]}
        yield f"Rules: options of {shape_words(other_shape)}", usual | parts
    yield "With other house rules", describe(ruleset.with_options(changed(ruleset, shape), shape))


def each_value(ruleset: RuleSet) -> Pages:
    """The rules with each value of each option, after those with the default."""
    shape = ruleset.shapes[0]
    for option in ruleset.options(shape):
        for value in dict.fromkeys((option.default, *values_alone(option, ruleset.options(shape)))):
            yield f"Value: {option.key}, {value}", describe(ruleset.with_options({option.key: value}, shape))


def changed(ruleset: RuleSet, shape: Shape) -> dict[str, Value]:
    """Every option with another value than usual, as far as these go together."""
    return together(ruleset.options(shape), {option.key: other(option) for option in ruleset.options(shape)})


def other(option: Option) -> Value:
    return next((value for value in reversed(option.values) if value != option.default), option.default)
