"""The rules pages: the list, a page per rule set with its worked examples, a game's rules sheet, and the glossary."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import ANYONE, WATCHER, current_game
from scorekeeper.core.analysis.changes import is_penalty
from scorekeeper.core.examples import worked_examples
from scorekeeper.core.examples.hands import Example
from scorekeeper.core.inputs import InvalidInput, Json
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.pages import View, shape_key
from scorekeeper.core.pages.looking_up.rulebook import describe, promises_something, with_house_rules
from scorekeeper.core.pages.looking_up.settle import question_views, settle_view
from scorekeeper.core.pages.setting_up.house_rules import HouseRulesForm, chosen_words
from scorekeeper.core.pages.setting_up.shapes import rules_page, shape_links, shape_of
from scorekeeper.core.rules.ruleset import HouseRules, Option, RuleSet, is_same
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet.writing import table_lines
from scorekeeper.core.words.examples import example_words
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.core.words.lines import line_text
from scorekeeper.core.words.options import option_rule, value_label
from scorekeeper.core.words.rulesets import rules_name
from scorekeeper.core.words.vocabulary import format_points, sentence_case
from scorekeeper.formats.checksums import rules_code
from scorekeeper.services.house_rules import first_options
from scorekeeper.web.games.page_context import context_of
from scorekeeper.web.rulesets.glossary import GLOSSARY, Term
from scorekeeper.web.rulesets.menu import all_rules

pages = Blueprint("rules", __name__)

FIRST = ("target", "bags", "nil", "blind_nil", "tie")
"""The house rules that tables ask first of all."""


@pages.get("/rules", role=ANYONE)
def index() -> str:
    return render_template("rulesets/index.html", groups=all_rules())


@pages.get("/rules/<key>", role=ANYONE)
def show(key: str) -> str | tuple[str, int]:
    rules = _rule_set(key)
    shape = shape_of(rules, request.args.get("shape", ""))
    is_changed = "chosen" in request.args
    form = HouseRulesForm(rules.options(shape), request.args if is_changed else None)
    if not is_changed:
        form.choose(first_options(None, rules, shape))
    is_good = form.check()
    played = rules.with_options(form.accepted, shape)
    page = render_template("rulesets/show.html", **rulebook_view(played), **_choices(rules, shape, form, is_changed))
    return page if is_good else (page, 422)


@pages.get("/glossary", role=ANYONE)
def glossary() -> str:
    return render_template("rulesets/glossary.html", terms=[_term(term) for term in GLOSSARY])


@pages.get("/games/<game>/rules", role=WATCHER)
def sheet(game: str) -> str:
    """A game's rules sheet."""
    loaded = current_game()
    rules = loaded.state.setup.rules
    options = rules.ruleset.options(rules.shape)
    return render_template(
        "rulesets/sheet.html",
        game=loaded.game,
        agreed=table_lines(loaded.state.sheet),
        table={"name": loaded.game.table_name},
        summary=chosen_words(options, rules.options),
        first=FIRST,
        questions=question_views(rules),
        rules_url=rules_page(rules.ruleset, rules.shape, rules.options, url_for),
        **rulebook_view(rules),
    )


@pages.get("/games/<game>/settle", role=WATCHER)
def settle(game: str) -> str:
    """The questions that a table asks, answered by the rules of its game."""
    loaded = current_game()
    state, context = loaded.state, context_of(loaded)
    hand = len(state.board.hands)
    correct_url = context.link("corrections.new", hand=hand) if hand and context.may_write else None
    view = settle_view(state.setup.rules, hand, correct_url, request.args.get("find", "")[:MAX_NAME_LENGTH])
    return render_template("rulesets/settle.html", game=loaded.game, table={"name": loaded.game.table_name}, **view)


@pages.get("/games/<game>/rules/all", role=WATCHER)
def of_game(game: str) -> Response:
    """Lead to the rule set's page with a game's house rules. A browser keeps the anchor, which names one rule."""
    rules = current_game().state.setup.rules
    return redirect(rules_page(rules.ruleset, rules.shape, rules.options, url_for), 303)


def _rule_set(key: str) -> RuleSet:
    try:
        return rule_set(key)
    except InvalidInput:
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
        "shapes": shape_links(rules, shape, lambda own: url_for("rules.show", shape=own, key=rules.key)),
        "shape": shape_key(shape),
        "options": form.groups(),
        "summary": form.summary,
        "changed": is_changed,
        "wrong": bool(form.wrong),
    }


GROUPS = (
    ("number", translatable("Numbers"), translatable("Numbers, bid by the pair")),
    (
        "blind",
        translatable("Blind numbers, before looking"),
        translatable("Blind numbers, bid by the pair before looking"),
    ),
    ("special", translatable("Other calls"), ""),
)


def rulebook_view(rules: HouseRules) -> View:
    """Values for a rules page (see `macros/rules.html`), all computed from the rules that score."""
    book = describe(rules)
    options = rules.ruleset.options(rules.shape)
    used: set[str] = set()
    return {
        "book": book,
        "groups": _groups(book, used),
        "bidding": _anchored(book["limits"], used),
        "scoring": _anchored(book["scoring"], used),
        "deals": _deals(book),
        "more": _more(rules, used),
        "house_rules": [_house_rule(option, rules) for option in options if _is_listed(option, rules)],
        "examples": [_example(example, rules) for example in worked_examples(rules)],
        "rules_code": rules_code(rules),
    }


def _groups(book: Json, used: set[str]) -> list[View]:
    """The calls by kind, for tables. The first call of each rule has its anchor."""
    calls = [call for call in book["calls"] if promises_something(call)]
    groups: list[View] = []
    for kind, each, pair in GROUPS:
        rows = [{**call, "id": _once(str(call["rule"]), used)} for call in calls if call["kind"] == kind]
        if rows:
            heading = pair if rows[0]["for_both"] else each if len(calls) > len(rows) else ""
            groups.append({"heading": _(heading) if heading else "", "kind": kind, "rows": rows})
    return groups


def _anchored(rulings: list[Json], used: set[str]) -> list[View]:
    return [{"id": _once(str(ruling["rule"]), used), "text": _sentence(str(ruling["text"]))} for ruling in rulings]


def _more(rules: HouseRules, used: set[str]) -> list[View]:
    """The rules that other options would turn on, with their anchors."""
    found = [part for part in with_house_rules(rules.ruleset, rules.shape) if part["rule"] not in used]
    return [
        {"id": _once(str(part["rule"]), used), "text": _sentence(str(part["text"])), "with": part["with"]}
        for part in found
    ]


def _once(anchor: str, used: set[str]) -> str | None:
    if anchor in used:
        return None
    used.add(anchor)
    return anchor


def _deals(book: Json) -> list[View]:
    return [
        {
            "number": deal["number"],
            "name": sentence_case(str(deal["name"])),
            "text": deal["text"],
            "checked": deal["own"],
        }
        for deal in book["deals"]
        if deal["name"]
    ]


def _is_listed(option: Option, rules: HouseRules) -> bool:
    """Whether a page names this house rule: a table may choose it here, or has."""
    changed = not is_same(rules.options[option.key], option.default)
    return not option.has_no_effect(rules.options) and (changed or option.is_offered(rules.options))


def _house_rule(option: Option, rules: HouseRules) -> View:
    """A house rule in plain words, with its default."""
    value = rules.options[option.key]
    return {
        "rule": option_rule(option, rules.options),
        "key": option.key,
        "default": value_label(option, option.default),
        "changed": not is_same(value, option.default),
    }


def _example(example: Example, rules: HouseRules) -> View:
    page = url_for("rules.show", key=rules.ruleset.key)
    words = example_words(example)
    return {
        "title": words.title,
        "story": words.story,
        "comes_to": words.comes_to,
        "unit": rules.scoring.unit,
        "sides": [
            {
                "index": index,
                "name": side.name,
                "points": format_points(side.points, rules.scoring.unit),
                "lines": [
                    {
                        "points": format_points(line.points, rules.scoring.unit) if line.in_total else line.points,
                        "text": line_text(line),
                        "rule_url": f"{page}#{line.rule}",
                        "penalty": is_penalty(line),
                        "unit": None if line.in_total else "points",
                    }
                    for line in side.lines
                ],
            }
            for index, side in enumerate(example.sides)
        ],
    }


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
