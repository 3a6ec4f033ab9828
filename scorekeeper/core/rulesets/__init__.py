"""The rule sets: one file each. A module here that has a `RULES` is one, and is found by being here."""

import importlib
import pkgutil
from functools import cache

from scorekeeper.core.rules.faults import UNKNOWN_RULES, BadRules, UnknownRules
from scorekeeper.core.rules.ruleset import RuleSet


@cache
def rule_sets() -> dict[str, RuleSet]:
    """All rule sets by key, in the order of the menu."""
    return {rules.key: rules for rules in sorted(_found(), key=lambda rules: (rules.order, rules.name))}


def _found() -> list[RuleSet]:
    """Every `RULES` of a module here. Phones have no folder to look into: `scorekeeper.phone.sources` lists them."""
    names = [module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")]
    return [importlib.import_module(f"{__name__}.{name}").RULES for name in names]


def rule_set(key: str) -> RuleSet:
    """The rule set of this key. Raises `BadRules`, naming those there are."""
    if key not in rule_sets():
        raise BadRules(UNKNOWN_RULES, UnknownRules(key, tuple(rule_sets())))
    return rule_sets()[key]
