"""The menu of games by number of players, and the rules pages by number of players."""

from collections.abc import Collection, Sequence
from typing import Any

from flask import url_for

from scorekeeper.core.pages import View, shape_key
from scorekeeper.core.rules.ruleset import HouseRules, Option, Options, RuleSet, value_word
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.language import translatable
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.rulesets import rules_in_short, rules_name
from scorekeeper.formats.scripted_game import RULES
from scorekeeper.services.house_rules import first_options
from scorekeeper.storage.games import games_of
from scorekeeper.web.scripted.at_table import deal_count, play_url, scripted_games_at


def shape_label(shape: Shape) -> str:
    """A shape in plain words."""
    if shape.players_per_side > 1:
        return _("{count} in pairs", count=shape.sides * shape.players_per_side)
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


def rules_page(rules: HouseRules) -> str:
    """The rule set's page with these house rules; without any it shows those that a new table begins with."""
    options = rules.ruleset.options(rules.shape)
    query: dict[str, Any] = {} if rules.shape == rules.ruleset.shapes[0] else {"shape": shape_key(rules.shape)}
    if rules.options != first_options(None, rules.ruleset, rules.shape):
        query |= {"chosen": "yes", **_option_query(options, rules.options)}
    return url_for("rules.show", key=rules.ruleset.key, **query)


def _option_query(options: Sequence[Option], values: Options) -> dict[str, str]:
    """The options in a URL; a switch that is off is left out."""
    return {
        f"option-{option.key}": "yes" if option.is_switch else value_word(values[option.key])
        for option in options
        if not option.is_switch or values[option.key]
    }


GROUPS = (
    (translatable("Two players"), 2),
    (translatable("Three players"), 3),
    (translatable("Four players"), 4),
    (translatable("More"), 5),
)
MAX_UNFOLDED = 6
MAX_LOOKED_AT = 50
"""Among how many games of a table its own are looked for."""

MANY = 5
"""The last choice by number of players: this many or more."""


def games_menu(table_id: str, players: int, usual: int, but: Collection[str]) -> View:
    """Values for `game_list` in `macros/cards.html`: every game for this number of players (0: all), once.

    The table's own come first, the latest one on top, then those for its `usual` number of players, then the others
    from few players to many. All but the `first` few are the `rest`. `but` are the rule sets shown above the list.
    """
    found = [
        rules for rules in rule_sets().values() if rules.key not in but and (not players or _seats(rules, players))
    ]
    played = list(dict.fromkeys(game.rules for game in games_of(table_id, limit=MAX_LOOKED_AT)))

    def place(rules: RuleSet) -> tuple[int, bool, int]:
        seated = [shape.sides * shape.players_per_side for shape in rules.shapes]
        own = played.index(rules.key) if rules.key in played else len(played)
        return (own, not _seats(rules, usual), 0 if players else min(seated))

    scripted = _scripted_players()
    games = [_entry(table_id, rules, players) for rules in sorted(found, key=place)]
    games += _scripted_games(table_id) if players in (0, scripted) else []
    return {"first": games[:MAX_UNFOLDED], "rest": games[MAX_UNFOLDED:]}


def players_menu(table_id: str, players: int) -> list[View]:
    """The chips over the list: all games, or those for 2, 3, 4 or more players."""
    return [
        {
            "label": _("All") if not number else _("{number}+", number=number) if number == MANY else str(number),
            "full_label": _("All games")
            if not number
            else _("Games for {number} or more players", number=number)
            if number == MANY
            else _("Games for {number} players", number=number),
            "url": url_for("games.new", table=table_id, players=number or "all"),
            "chosen": number == players,
        }
        for number in (0, *(number for _heading, number in GROUPS))
    ]


def seats_in_short(rules: RuleSet) -> str:
    """How many play: `4`, `2–8`."""
    seated = sorted({shape.sides * shape.players_per_side for shape in rules.shapes})
    return str(seated[0]) if len(seated) == 1 else _("{least}–{most}", least=seated[0], most=seated[-1])


def _scripted_players() -> int:
    """The number of players of a scripted game."""
    shape = rule_set(RULES).shapes[0]
    return shape.sides * shape.players_per_side


def _scripted_games(table_id: str) -> list[View]:
    """Menu entries for scripted games that have hands: the table's own and those that ship with the app."""
    return [
        {
            "url": play_url(scripted),
            "name": scripted.name,
            "idea": scripted.words or deal_count(scripted),
            "players": str(_scripted_players()),
        }
        for scripted in scripted_games_at(table_id)
        if scripted.game.script
    ]


def all_rules() -> list[View]:
    """Values for `rule_set_list` in `macros/cards.html`: rule sets by number of players, linked to their pages."""
    groups: list[View] = []
    for heading, players in GROUPS:
        rules = [
            {
                "url": url_for("rules.show", key=found.key),
                "name": rules_name(found),
                "idea": rules_in_short(found),
            }
            for found in rule_sets().values()
            if _seats(found, players)
        ]
        groups.append({"heading": _(heading), "rules": rules})
    return groups


def _seats(rules: RuleSet, players: int) -> bool:
    seated = {shape.sides * shape.players_per_side for shape in rules.shapes}
    return players in seated if players < 5 else bool(max(seated) >= players)


def _shape(rules: RuleSet, players: int) -> Shape:
    """The shape for this many players, or the next larger; the usual one if no number is given."""
    exact = [shape for shape in rules.shapes if shape.sides * shape.players_per_side == players]
    more = [shape for shape in rules.shapes if shape.sides * shape.players_per_side > players > 0]
    return [*exact, *more, rules.shapes[0]][0]


def _entry(table_id: str, rules: RuleSet, players: int) -> View:
    if rules.scripted is not None:
        url = url_for("scripted_games.index", table=table_id)
    else:
        shape = shape_key(_shape(rules, players)) if len(rules.shapes) > 1 else None
        url = url_for("games.new", table=table_id, rules=rules.key, shape=shape)
    return {"url": url, "name": rules_name(rules), "idea": rules_in_short(rules), "players": seats_in_short(rules)}
