"""The rules that a tournament's matches may be played by: rule sets for two pairs, with presets and the table's own."""

from __future__ import annotations

from scorekeeper.core.rules.presets import presets_for
from scorekeeper.core.rules.ruleset import Options
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.rulesets import preset_name, rules_name
from scorekeeper.services.starting import PAIRS, RULES
from scorekeeper.storage.presets import table_presets


def offered_rules(table_id: str | None) -> dict[str, str]:
    """Names by key; first Partnership, with its presets and the table's own."""
    pairs = rule_set(RULES)
    found = {
        f"{RULES} {preset.key}": f"{rules_name(pairs)}: {preset_name(preset.key)}"
        for preset in presets_for(pairs.options(PAIRS))
    }
    own = [] if table_id is None else table_presets(table_id)
    found |= {f"{RULES} #{preset.id}": preset.name for preset in own if preset.rules == RULES}
    others = [rules for rules in rule_sets().values() if PAIRS in rules.shapes and rules.key != RULES]
    return found | {rules.key: rules_name(rules) for rules in others if rules.scripted is None}


def rules_behind(key: str, table_id: str | None) -> tuple[str, Options]:
    """The rule set of one of these, and the options that differ from its own."""
    rules, _space, preset = key.partition(" ")
    if preset.startswith("#") and table_id is not None:
        return rules, next((own.options for own in table_presets(table_id) if f"#{own.id}" == preset), {})
    known = presets_for(rule_set(rules).options(PAIRS))
    return rules, next((each.options for each in known if each.key == preset), {})


def key_of(rules: str, options: Options, table_id: str | None) -> str:
    """Which of these it is, whatever the target; empty for none of them."""
    wanted = _compared(rules, options)
    offered = (key for key in offered_rules(table_id) if key.split()[0] == rules)
    return next((key for key in offered if _compared(*rules_behind(key, table_id)) == wanted), "")


def _compared(rules: str, options: Options) -> Options:
    """The options that differ from the rule set's own, without the target."""
    return without_target(rule_set(rules).with_options(dict(options), PAIRS).changed_options())


def without_target(options: Options) -> Options:
    """The options without how far a match goes, which is asked for by itself."""
    return {name: value for name, value in options.items() if name != "target"}
