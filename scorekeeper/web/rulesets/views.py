"""A rule set on a page: tables of calls, rules with anchors, options, and worked examples."""

from flask import url_for

from scorekeeper.core.analysis.changes import is_penalty
from scorekeeper.core.examples import worked_examples
from scorekeeper.core.examples.hands import Example
from scorekeeper.core.pages.rulebook import Json, describe, promises_something, with_house_rules
from scorekeeper.core.rules.ruleset import HouseRules, Option, is_same
from scorekeeper.core.words.examples import example_words
from scorekeeper.core.words.language import translatable
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.lines import line_text
from scorekeeper.core.words.options import option_rule, value_label
from scorekeeper.core.words.vocabulary import sentence_case, shown
from scorekeeper.formats.checksums import rules_code

View = dict[str, object]

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
        "house_rules": [_house_rule(option, rules) for option in options if not option.is_idle(rules.options)],
        "examples": [_example(example, rules) for example in worked_examples(rules)],
        "rules_code": rules_code(rules),
    }


def _groups(book: Json, used: set[str]) -> list[View]:
    """The calls by kind, for tables. The first call of each rule has its anchor."""
    calls = [call for call in _listed(book["calls"]) if promises_something(call)]
    groups: list[View] = []
    for kind, each, pair in GROUPS:
        rows = [{**call, "id": _once(str(call["rule"]), used)} for call in calls if call["kind"] == kind]
        if rows:
            heading = pair if rows[0]["for_both"] else each if len(calls) > len(rows) else ""
            groups.append({"heading": _(heading) if heading else "", "kind": kind, "rows": rows})
    return groups


def _anchored(rulings: object, used: set[str]) -> list[View]:
    return [
        {"id": _once(str(ruling["rule"]), used), "text": _sentence(str(ruling["text"]))} for ruling in _listed(rulings)
    ]


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
        for deal in _listed(book["deals"])
        if deal["name"]
    ]


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
        "unit": rules.play.unit,
        "sides": [
            {
                "index": index,
                "name": side.name,
                "points": shown(side.points, rules.play.unit),
                "lines": [
                    {
                        "points": shown(line.points, rules.play.unit) if line.in_total else line.points,
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


def _listed(part: object) -> list[Json]:
    assert isinstance(part, list)
    return part
