"""The rule sets over the API, as data from the objects that score."""

from scorekeeper.access import ANYONE
from scorekeeper.api.answers import Json
from scorekeeper.api.calls import calls
from scorekeeper.core.pages import rulebook
from scorekeeper.core.rulesets import rule_set


@calls.get("/rules", endpoint="rules", role=ANYONE)
def all_rules() -> Json:
    return {"rules": rulebook.contents()}


@calls.get("/rules/<key>", endpoint="rule_set", role=ANYONE)
def one_rule_set(key: str) -> Json:
    found = rule_set(key)
    return rulebook.describe(found.with_options({}, found.shapes[0]))
