"""The menu of rule sets: cards by number of players, the table's last choice first."""

from typing import Any

from flask import url_for

from scorekeeper.core.pages.place import shape_key
from scorekeeper.core.rules.ruleset import RuleSet
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.language import translatable
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.rulesets import rules_in_short, rules_name
from scorekeeper.formats.scripted_game import RULES
from scorekeeper.storage import games_of
from scorekeeper.web.scripted.views import deal_count, play_url, scripted_games_at

View = dict[str, object]


def shape_label(shape: Shape) -> str:
    """A shape in plain words."""
    if shape.people > 1:
        return _("{count} in pairs", count=shape.sides * shape.people)
    return _n(shape.sides, "1 player", "{count} players")


def shape_of(rules: RuleSet, key: str) -> Shape:
    """The shape with this key, or the usual one."""
    return {shape_key(shape): shape for shape in rules.shapes}.get(key, rules.shapes[0])


def shape_links(ruleset: RuleSet, chosen: Shape, endpoint: str, **values: Any) -> list[View]:
    """Links for each number of players; none if there is no choice."""
    if len(ruleset.shapes) == 1:
        return []
    return [
        {
            "label": shape_label(shape),
            "url": url_for(endpoint, shape=shape_key(shape), **values),
            "chosen": shape == chosen,
        }
        for shape in ruleset.shapes
    ]


GROUPS = (
    (translatable("Two players"), 2),
    (translatable("Three players"), 3),
    (translatable("Four players"), 4),
    (translatable("More"), 5),
)


def rules_menu(table_id: str) -> list[View]:
    """Values for `rules_cards` in `macros/cards.html`. A rule set is in every group whose number of players fits."""
    latest = games_of(table_id, limit=1)
    last = latest[0].rules if latest else None
    groups: list[View] = []
    if last in rule_sets():
        sides = latest[0].sides
        shape = Shape(len(sides), len(sides[0]["players"]))
        groups.append({"heading": _("Last played"), "rules": [_card(table_id, rule_sets()[last], last, shape=shape)]})
    for heading, people in GROUPS:
        rules = [_card(table_id, found, last, people) for found in rule_sets().values() if _seats(found, people)]
        rules += _scripted_games(table_id) if people == _scripted_players() else []
        if rules:
            groups.append({"heading": _(heading), "rules": rules})
    return groups


def _scripted_players() -> int:
    """The number of players of a scripted game."""
    shape = rule_set(RULES).shapes[0]
    return shape.sides * shape.people


def _scripted_games(table_id: str) -> list[View]:
    """Menu entries for scripted games that have hands: the table's own and those that ship with the app."""
    return [
        {
            "url": play_url(scripted),
            "name": scripted.name,
            "idea": scripted.words or deal_count(scripted),
            "last": False,
        }
        for scripted in scripted_games_at(table_id)
        if scripted.game.script
    ]


def all_rules() -> list[View]:
    """Like `rules_menu`, but for the rules pages: each rule set links to its page."""
    groups: list[View] = []
    for heading, people in GROUPS:
        rules = [
            {
                "url": url_for("rules.show", key=found.key),
                "name": rules_name(found),
                "idea": rules_in_short(found),
                "last": False,
            }
            for found in rule_sets().values()
            if _seats(found, people)
        ]
        groups.append({"heading": _(heading), "rules": rules})
    return groups


def _seats(rules: RuleSet, people: int) -> bool:
    seated = {shape.sides * shape.people for shape in rules.shapes}
    return people in seated if people < 5 else bool(max(seated) >= people)


def _shape(rules: RuleSet, people: int) -> Shape:
    """The shape for this many players, or the next larger; the usual one if no number is given."""
    exact = [shape for shape in rules.shapes if shape.sides * shape.people == people]
    more = [shape for shape in rules.shapes if shape.sides * shape.people > people > 0]
    return [*exact, *more, rules.shapes[0]][0]


def _card(table_id: str, rules: RuleSet, last: str | None, people: int = 0, shape: Shape | None = None) -> View:
    if rules.scripted is not None:
        url = url_for("scripted_games.index", table=table_id)
        return {"url": url, "name": rules_name(rules), "idea": rules_in_short(rules), "last": rules.key == last}
    shape = shape or _shape(rules, people)
    return {
        "url": url_for(
            "games.new", table=table_id, rules=rules.key, shape=shape_key(shape) if len(rules.shapes) > 1 else None
        ),
        "name": rules_name(rules),
        "idea": rules_in_short(rules),
        "last": rules.key == last,
    }
