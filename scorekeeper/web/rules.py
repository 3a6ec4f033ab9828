"""The rules pages: what there is to play, and one page a rule set."""

from flask import Blueprint, abort, render_template

from scorekeeper.rules.errors import BadRules
from scorekeeper.variants import rule_set, rule_sets

pages = Blueprint("rules", __name__, url_prefix="/rules")


@pages.get("")
def index() -> str:
    return render_template("rules/index.html", rule_sets=list(rule_sets().values()))


@pages.get("/<key>")
def show(key: str) -> str:
    try:
        found = rule_set(key)
    except BadRules:
        abort(404)
    return render_template("rules/show.html", rules=found)
