"""A later version as old files see it: one more house rule in each rule set, and every sentence worded differently."""

from dataclasses import replace

import pytest

from scorekeeper.core import rulesets as variants
from scorekeeper.core.rules.ruleset import Option, RuleSet
from scorekeeper.core.sheet import writing
from scorekeeper.core.words import outcomes
from scorekeeper.formats import table_zip
from scorekeeper.services.game_cache import GAME_CACHE

EARLY_BIRD = Option("early_bird", "Early bird", "Whoever came first deals first.", False, (True, False))


def bring_later_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch to the later version's rules and sentences."""
    found = {key: with_one_more(ruleset) for key, ruleset in variants.rule_sets().items()}
    monkeypatch.setattr(variants, "rule_sets", lambda: found)
    monkeypatch.setattr(writing, "line_text", lambda line: f"{line.points} more: {line.reason}")
    monkeypatch.setattr(writing, "objection_text", lambda objection, names: f"Not so: {objection.code}")
    monkeypatch.setattr(outcomes, "outcome_text", lambda *_: "That was it.")
    monkeypatch.setattr(table_zip, "README", "Games of spades.\n")
    GAME_CACHE.clear()


def with_one_more(ruleset: RuleSet) -> RuleSet:
    """The rule set with a house rule that changes nothing by default."""
    return replace(ruleset, name=f"{ruleset.name} (new)", options=lambda shape: (EARLY_BIRD, *ruleset.options(shape)))
