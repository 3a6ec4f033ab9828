"""Score lines with their rules."""

from collections.abc import Iterable

from flask import url_for

from scorekeeper.rules import wording
from scorekeeper.rules.lines import LineItem, Objection

View = dict[str, object]


def line_views(lines: Iterable[LineItem], rules_key: str) -> list[View]:
    """Values for `macros/lines.html`; each line leads to its rule on the rule set's page."""
    page = url_for("rules.show", key=rules_key)
    return [
        {
            "points": line.points,
            "text": wording.line_text(line),
            "rule_url": f"{page}#{line.rule}",
            "rule": None,
            "ledger": None,
            "penalty": line.reason.endswith("-penalty"),
            "unit": None if line.in_total else "points",
        }
        for line in lines
    ]


def objection_views(
    objections: Iterable[Objection], names: tuple[str, ...], overruled_by: str | None = None
) -> list[View]:
    """Values for `objections` in `macros/notices.html`."""
    return [{"text": _sentence(objection, names), "by": overruled_by} for objection in objections]


def _sentence(objection: Objection, names: tuple[str, ...]) -> str:
    text = wording.objection_text(objection, names)
    return f"{text[:1].upper()}{text[1:]}."
