"""Addresses that the pages share: a rule with this table's house rules, and a hand on the score sheet."""

from collections.abc import Sequence

from scorekeeper.core.pages.place import Address, Place
from scorekeeper.core.rules.options import Option, Options, value_word
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.seating import Shape

HANDS_A_PAGE = 50


def hand_url(place: Place, number: int, hands: int) -> str:
    """The address of a hand on the score sheet of a game with this many hands."""
    last = number if number <= hands - HANDS_A_PAGE else None
    return f"{place.link('games.show', hands=last)}#hand-{number}"


def rule_url(address: Address, rules: HouseRules, anchor: str) -> str:
    """A rule on the rule set's page, with the figures that these house rules give it."""
    return f"{rules_page(address, rules)}#{anchor}"


def rules_page(address: Address, rules: HouseRules) -> str:
    """The rule set's page for these house rules."""
    options = rules.ruleset.options(rules.shape)
    query: dict[str, str] = {} if rules.shape == rules.ruleset.shapes[0] else {"shape": shape_key(rules.shape)}
    if any(rules.options[option.key] != option.default for option in options):
        query.update({"chosen": "yes", **option_query(options, rules.options)})
    return address("rules.show", key=rules.ruleset.key, **query)


def shape_key(shape: Shape) -> str:
    """A shape in an address: `2x2`."""
    return f"{shape.sides}x{shape.people}"


def option_query(options: Sequence[Option], values: Options) -> dict[str, str]:
    """The options in an address; a switch that is off is left out."""
    return {
        f"option-{option.key}": "yes" if option.is_switch else value_word(values[option.key])
        for option in options
        if not option.is_switch or values[option.key]
    }
