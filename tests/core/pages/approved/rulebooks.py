"""The rules pages: every rule set at its usual table, and the rules that its house rules bring."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.core.pages.rulebook import contents, describe, with_house_rules
from scorekeeper.core.rules.ruleset import Option, RuleSet, Value
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_sets

Pages = Iterator[tuple[str, object]]


def stories() -> Iterator[tuple[str, Pages]]:
    yield "Contents", iter([("Contents", contents())])
    for key, ruleset in rule_sets().items():
        yield key, books(ruleset)


def books(ruleset: RuleSet) -> Pages:
    shape = ruleset.shapes[0]
    yield "Rules", describe(ruleset.with_options({}, shape))
    yield "With other house rules", describe(ruleset.with_options(changed(ruleset, shape), shape))
    yield "House rules", with_house_rules(ruleset, shape)


def changed(ruleset: RuleSet, shape: Shape) -> dict[str, Value]:
    """Every option with another value than usual."""
    return {option.key: other(option) for option in ruleset.options(shape)}


def other(option: Option) -> Value:
    return next((value for value in reversed(option.values) if value != option.default), option.default)
