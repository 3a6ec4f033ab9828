"""The paper audit: a grid like the paper sheet, for anyone; it says where paper and rules part. Nothing is kept."""

from flask import Blueprint, abort, render_template, request

from scorekeeper.access import ANYONE
from scorekeeper.access.limits import Limit, spend
from scorekeeper.access.slots import slot
from scorekeeper.core.rules.errors import BadRules
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.web.transfer.audit_view import PaperGrid

pages = Blueprint("audit", __name__, url_prefix="/audit")


@pages.get("", role=ANYONE)
def show() -> str:
    if "rules" not in request.args:
        return render_template("transfer/audit/choose.html", rule_sets=list(rule_sets().values()))
    return render_template("transfer/audit/show.html", **_grid(request.args.get("rules", "")).view())


@pages.post("", role=ANYONE)
def create() -> str | tuple[str, int]:
    grid = _grid(request.form.get("rules", ""))
    if "more" not in request.form:
        spend(Limit.CHECKS)
        with slot():
            grid.compare()
    return render_template("transfer/audit/show.html", **grid.view()), 422 if grid.wrong else 200


def _grid(key: str) -> PaperGrid:
    try:
        return PaperGrid(rule_set(key), request.form if request.method == "POST" else request.args)
    except BadRules:
        abort(404)
