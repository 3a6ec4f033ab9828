"""The rules pages by number of players, and the entries of a table's custom games in its menu of games."""

from flask import url_for

from scorekeeper.core.pages import View
from scorekeeper.core.pages.setting_up.choose import seats
from scorekeeper.core.pages.setting_up.shapes import players_of
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.core.words.rulesets import rules_in_short, rules_name
from scorekeeper.formats.custom_game import RULES
from scorekeeper.web.custom_games.at_table import custom_games_at, deal_count, play_url

GROUPS = (
    (translatable("Two players"), 2),
    (translatable("Three players"), 3),
    (translatable("Four players"), 4),
    (translatable("More"), 5),
)


def custom_game_entries(table_id: str) -> list[View]:
    """Menu entries for custom games that have hands: the table's own and those that ship with the app."""
    players = str(players_of(rule_set(RULES).shapes[0]))
    return [
        {
            "url": play_url(custom_game),
            "name": custom_game.name,
            "idea": custom_game.words or deal_count(custom_game),
            "players": players,
        }
        for custom_game in custom_games_at(table_id)
        if custom_game.game.script
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
            if seats(found, players)
        ]
        groups.append({"heading": _(heading), "rules": rules})
    return groups
