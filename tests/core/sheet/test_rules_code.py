"""The rules code: equal for equal rules, different for any other house rule."""

import re
from dataclasses import replace

from scorekeeper.core.rules.ruleset import Value
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.sheet import read_setup
from scorekeeper.formats.checksums import is_rules_code, rules_code
from tests.each_case import each_case

USUAL = rules_code(rule_set("partnership").with_options({}))
TEN_FOR_200_AT_FIRST = "PM2-HP"
FIRST_OPTIONS = (
    *("target", "bags", "bag_penalty", "bags_carry", "nil", "blind_nil", "blind_behind", "failed_nil"),
    *("lose_at", "may_total_tricks", "ten_for_200", "tie"),
)
"""The options of the two-player game when its first rules codes were written, which listed all of them."""
DEALS = [{"name": "Low", "rule": "All bid 1.", "limits": [{"kind": "one-of", "bids": ["1"]}]}]


def test_rules_code_is_short() -> None:
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{2}", USUAL)


def test_explicit_defaults_have_the_same_rules_code() -> None:
    assert rules_code(rule_set("partnership").with_options({"target": 500})) == USUAL


@each_case("options", [{"target": 300}, {"bags": 5}, {"bags_carry": False}, {"lose_at": -300}])
def test_any_house_rule_changes_the_rules_code(options: dict[str, Value]) -> None:
    assert rules_code(rule_set("partnership").with_options(options)) != USUAL


def test_every_rule_set_has_its_own_rules_code() -> None:
    codes = {rules_code(found.with_options({})) for found in rule_sets().values()}
    assert len(codes) == len(rule_sets())


def test_own_deals_change_the_rules_code() -> None:
    pairs = [{"name": "Us", "players": ["Ann", "Cal"]}, {"name": "Them", "players": ["Ben", "Dee"]}]
    plain = read_setup({"rules": "night", "sides": pairs})
    own = read_setup({"rules": "night", "sides": pairs, "deals": DEALS})
    assert rules_code(plain.rules) != rules_code(own.rules)


def test_first_rules_codes_are_still_known() -> None:
    rules = rule_set("two-player").with_options({"tie": "shared"})
    assert rules_code(rules) != "K6R-T8"
    listed = {key: rules.options[key] for key in FIRST_OPTIONS} | {"ten_for_200": False}
    assert is_rules_code("K6R-T8", rules, listed)
    assert not is_rules_code("K6R-T8", rules, {"tie": "shared"})


def test_rules_codes_of_earlier_revisions_are_still_known() -> None:
    old = rule_set("two-player").with_options({})
    new = replace(old.ruleset, revision=3).with_options({})
    assert is_rules_code(rules_code(old), new, {})
    assert not is_rules_code(rules_code(new), old, {})


def test_renamed_value_has_the_same_rules_code() -> None:
    old, new = (rule_set("partnership").with_options({"ten_for_200": value}) for value in (True, "ladder"))
    assert old.options == new.options
    assert rules_code(old) == rules_code(new)
    assert is_rules_code(TEN_FOR_200_AT_FIRST, old, {})
    assert rules_code(rule_set("partnership").with_options({"ten_for_200": False})) == USUAL
