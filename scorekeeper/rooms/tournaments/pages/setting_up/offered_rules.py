"""The rules that a tournament's matches may be played by: those for two pairs, with presets and the table's own; then
those that are played alone, two at a table, or more where partners change.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from scorekeeper.core.pages.setting_up.choose import PAIRS, RULES
from scorekeeper.core.rules.presets import presets_for
from scorekeeper.core.rules.ruleset import Options, RuleSet
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.rulesets import preset_name, rules_name
from scorekeeper.core.words.vocabulary import TENTHS
from scorekeeper.rooms.tournaments.domain.formats import formats
from scorekeeper.storage.presets import table_presets


def usual_shape(rules: RuleSet) -> Shape:
    """The sides of a match by these rules: two pairs, or those that they are for."""
    return PAIRS if PAIRS in rules.shapes else rules.shapes[0]


def _suits_some_format(rules: RuleSet) -> bool:
    return any(form.shape(rules) is not None for form in formats().values())


def offered_rules(table_id: str | None, suits: Callable[[RuleSet], bool] = _suits_some_format) -> dict[str, str]:
    """Names by key; first Partnership, with its presets and the table's own. Games in tenths are not offered: totals
    are typed and written in whole points.
    """
    pairs = rule_set(RULES)
    found = {
        f"{RULES} {preset.key}": f"{rules_name(pairs)}: {preset_name(preset.key)}"
        for preset in presets_for(pairs.options(PAIRS))
    }
    own = [] if table_id is None else table_presets(table_id)
    found |= {f"{RULES} #{preset.id}": preset.name for preset in own if preset.rules == RULES}
    others = [
        rules
        for rules in rule_sets().values()
        if rules.key != RULES and rules.custom_scoring is None and suits(rules) and not _is_in_tenths(rules)
    ]
    others.sort(key=lambda rules: PAIRS not in rules.shapes)
    return found | {rules.key: rules_name(rules) for rules in others}


@cache
def _is_in_tenths(rules: RuleSet) -> bool:
    return rules.with_options({}, usual_shape(rules)).scoring.unit == TENTHS


def rules_behind(key: str, table_id: str | None) -> tuple[str, Options]:
    """The rule set of one of these, and the options that differ from its own."""
    rules, _space, preset = key.partition(" ")
    if preset.startswith("#") and table_id is not None:
        return rules, next((own.options for own in table_presets(table_id) if f"#{own.id}" == preset), {})
    known = presets_for(rule_set(rules).options(usual_shape(rule_set(rules))))
    return rules, next((each.options for each in known if each.key == preset), {})


def key_of(rules: str, options: Options, table_id: str | None) -> str:
    """Which of these it is, whatever the target; empty for none of them."""
    wanted = _compared(rules, options)
    offered = (key for key in offered_rules(table_id) if key.split()[0] == rules)
    return next((key for key in offered if _compared(*rules_behind(key, table_id)) == wanted), "")


def _compared(rules: str, options: Options) -> Options:
    """The options that differ from the rule set's own, without the target."""
    known = rule_set(rules)
    return without_target(known.with_options(dict(options), usual_shape(known)).changed_options())


def without_target(options: Options) -> Options:
    """The options without how far a match goes, which is asked for by itself."""
    return {name: value for name, value in options.items() if name != "target"}
