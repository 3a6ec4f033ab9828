"""Score lines with their rules, and with what stands behind them."""

from collections.abc import Iterable

from flask import url_for

from scorekeeper.rules import wording
from scorekeeper.rules.because import has_more_behind, is_penalty
from scorekeeper.rules.lines import LineItem, Objection

View = dict[str, object]


def line_views(lines: Iterable[LineItem], rules_key: str, why_url: str | None = None) -> list[View]:
    """Values for `macros/lines.html`.

    Each line leads to its rule on the rule set's page; one with more behind it to `why_url`, where that is given.
    """
    return [
        {
            "points": line.points,
            "text": wording.line_text(line),
            "rule_url": why_url if why_url and has_more_behind(line) else rule_url(rules_key, line.rule),
            "rule": None,
            "ledger": None,
            "penalty": is_penalty(line),
            "unit": None if line.in_total else "points",
        }
        for line in lines
    ]


def rule_url(rules_key: str, anchor: str) -> str:
    """A rule's place on the rule set's page."""
    return f"{url_for('rules.show', key=rules_key)}#{anchor}"


def objection_views(
    objections: Iterable[Objection], names: tuple[str, ...], overruled_by: str | None = None
) -> list[View]:
    """Values for `objections` in `macros/notices.html`."""
    return [{"text": _sentence(objection, names), "by": overruled_by} for objection in objections]


def _sentence(objection: Objection, names: tuple[str, ...]) -> str:
    text = wording.objection_text(objection, names)
    return f"{text[:1].upper()}{text[1:]}."
