"""The rule sets: one file each. Every module here with a `RULES` is one."""

import importlib
import pkgutil
from functools import cache

from scorekeeper.core.inputs import NOWHERE, InvalidInput, faults
from scorekeeper.core.rules.ruleset import RuleSet


@cache
def rule_sets() -> dict[str, RuleSet]:
    """All rule sets by key, in the order of the menu."""
    return {rules.key: rules for rules in sorted(_found(), key=lambda rules: (rules.order, rules.name))}


def _found() -> list[RuleSet]:
    """The `RULES` of every module here. Phones have no folder to search: `scorekeeper.compiler.sources` lists them."""
    names = [module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")]
    return [importlib.import_module(f"{__name__}.{name}").RULES for name in names]


def rule_set(key: str) -> RuleSet:
    """The rule set with this key. Raises `InvalidInput` with the known keys."""
    if key not in rule_sets():
        raise InvalidInput(faults.UNKNOWN_RULES.at(NOWHERE, {"key": key, "known": tuple(rule_sets())}))
    return rule_sets()[key]
