"""Score lines with their rules, and with what stands behind them."""

from collections.abc import Iterable
from typing import Any

from flask import url_for

from scorekeeper.core.analysis.explanations import has_more_behind, is_penalty
from scorekeeper.core.rules.lines import LineItem, Objection
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.words.lines import line_text
from scorekeeper.core.words.objections import objection_text
from scorekeeper.web.rulesets.house_rules import option_query
from scorekeeper.web.rulesets.menu import shape_key

View = dict[str, object]


def line_views(lines: Iterable[LineItem], rules: HouseRules, why_url: str | None = None) -> list[View]:
    """Values for `macros/lines.html`.

    Each line leads to its rule on the rule set's page; one with more behind it to `why_url`, where that is given.
    """
    return [
        {
            "points": line.points,
            "text": line_text(line),
            "rule_url": why_url if why_url and has_more_behind(line) else rule_url(rules, line.rule),
            "rule": None,
            "ledger": None,
            "penalty": is_penalty(line),
            "unit": None if line.in_total else "points",
        }
        for line in lines
    ]


def rule_url(rules: HouseRules, anchor: str) -> str:
    """A rule's place on the rule set's page, with the figures that these house rules give it."""
    return f"{rules_page(rules)}#{anchor}"


def rules_page(rules: HouseRules) -> str:
    """The rule set's page for these house rules."""
    options = rules.ruleset.options(rules.shape)
    query: dict[str, Any] = {} if rules.shape == rules.ruleset.shapes[0] else {"shape": shape_key(rules.shape)}
    if any(rules.options[option.key] != option.default for option in options):
        query |= {"chosen": "yes", **option_query(options, rules.options)}
    return url_for("rules.show", key=rules.ruleset.key, **query)


def objection_views(
    objections: Iterable[Objection], names: tuple[str, ...], overruled_by: str | None = None
) -> list[View]:
    """Values for `objections` in `macros/notices.html`."""
    return [{"text": _sentence(objection, names), "by": overruled_by} for objection in objections]


def _sentence(objection: Objection, names: tuple[str, ...]) -> str:
    text = objection_text(objection, names)
    return f"{text[:1].upper()}{text[1:]}."
