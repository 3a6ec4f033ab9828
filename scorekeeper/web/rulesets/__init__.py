"""The rules pages: the list, one page per rule set, a game's rules sheet, and the glossary."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import ANYONE, WATCHER, current_game
from scorekeeper.core.pages import shape_key
from scorekeeper.core.rules.faults import BadRules
from scorekeeper.core.rules.ruleset import HouseRules, Option, Options, RuleSet, value_word
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.rulesets import rules_name
from scorekeeper.web.rulesets.glossary import GLOSSARY, Term
from scorekeeper.web.rulesets.menu import all_rules, shape_links, shape_of
from scorekeeper.web.rulesets.options_form import HouseRulesForm, chosen_words, with_house_rules
from scorekeeper.web.rulesets.views import rulebook_view

pages = Blueprint("rules", __name__)


@pages.get("/rules", role=ANYONE)
def index() -> str:
    return render_template("rulesets/index.html", groups=all_rules())


@pages.get("/rules/<key>", role=ANYONE)
def show(key: str) -> str | tuple[str, int]:
    rules = _rule_set(key)
    shape = shape_of(rules, request.args.get("shape", ""))
    is_changed = "chosen" in request.args
    form = with_house_rules(HouseRulesForm, rules.options(shape))(request.args if is_changed else None)
    is_good = form.validate()
    played = rules.with_options(form.accepted, shape)
    page = render_template("rulesets/show.html", **rulebook_view(played), **_choices(rules, shape, form, is_changed))
    return page if is_good else (page, 422)


@pages.get("/glossary", role=ANYONE)
def glossary() -> str:
    return render_template("rulesets/glossary.html", terms=[_term(term) for term in GLOSSARY])


@pages.get("/games/<game>/rules", role=WATCHER)
def sheet(game: str) -> str:
    """A game's rules sheet."""
    on_table = current_game()
    rules = on_table.state.head.rules
    options = rules.ruleset.options(rules.shape)
    return render_template(
        "rulesets/sheet.html",
        game=on_table.game,
        agreed=on_table.state.head.agreed,
        table={"name": on_table.game.table_name},
        summary=chosen_words(options, rules.options),
        rules_url=_page_of(rules),
        **rulebook_view(rules),
    )


@pages.get("/games/<game>/rules/all", role=WATCHER)
def of_game(game: str) -> Response:
    """Lead to the rule set's page with a game's house rules. A browser keeps the anchor, which names one rule."""
    return redirect(_page_of(current_game().state.head.rules), 303)


def _page_of(rules: HouseRules) -> str:
    """The rule set's page with these house rules."""
    options = rules.ruleset.options(rules.shape)
    query: dict[str, Any] = {} if rules.shape == rules.ruleset.shapes[0] else {"shape": shape_key(rules.shape)}
    if any(rules.options[option.key] != option.default for option in options):
        query |= {"chosen": "yes", **_option_query(options, rules.options)}
    return url_for("rules.show", key=rules.ruleset.key, **query)


def _option_query(options: Sequence[Option], values: Options) -> dict[str, str]:
    """The options in a URL; a switch that is off is left out."""
    return {
        f"option-{option.key}": "yes" if option.is_switch else value_word(values[option.key])
        for option in options
        if not option.is_switch or values[option.key]
    }


def _rule_set(key: str) -> RuleSet:
    try:
        return rule_set(key)
    except BadRules:
        abort(404)


def _term(term: Term) -> dict[str, object]:
    game = None if term.rules is None else rule_set(term.rules)
    return {
        "anchor": term.anchor,
        "word": _(term.word),
        "text": _(term.text),
        "also": [_(word) for word in term.also],
        "game": game and {"name": rules_name(game), "url": url_for("rules.show", key=game.key)},
    }


def _choices(rules: RuleSet, shape: Shape, form: HouseRulesForm, is_changed: bool) -> dict[str, object]:
    """The number of players, and the options as fields, filled in from the URL."""
    return {
        "shapes": shape_links(rules, shape, "rules.show", key=rules.key),
        "shape": shape_key(shape),
        "options": form.option_rows,
        "summary": form.summary,
        "changed": is_changed,
        "wrong": bool(form.errors),
    }
