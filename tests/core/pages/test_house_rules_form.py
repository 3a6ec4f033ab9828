"""The form of house rules: a browser can send what each of its controls holds."""

from __future__ import annotations

import pytest

from scorekeeper.core.inputs import Json
from scorekeeper.core.pages.setting_up.house_rules import HouseRulesForm
from scorekeeper.core.rules.ruleset import RuleSet
from scorekeeper.core.rulesets import rule_sets


@pytest.mark.parametrize("rules", rule_sets().values(), ids=lambda rules: rules.key)
def test_control_holds_what_its_option_is(rules: RuleSet) -> None:
    """A browser empties a field for numbers that is given a word."""
    for shape in rules.shapes:
        rows: list[Json] = []
        for group in HouseRulesForm(rules.options(shape)).groups():
            rows += group["rows"]  # type: ignore[arg-type] # views say no more than object
        assert rows
        for row in rows:
            if row["kind"] == "number":
                assert row["value"].lstrip("-").isdigit(), row["key"]
            elif row["kind"] != "switch":
                assert [choice["value"] for choice in row["choices"] if choice["on"]] == [row["value"]], row["key"]
