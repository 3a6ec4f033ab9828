"""How many may play a game, and how they sit: in words, in a URL, and as links."""

from collections.abc import Callable, Sequence

from scorekeeper.core.pages import Address, View, shape_key
from scorekeeper.core.rules.presets import options_to_begin
from scorekeeper.core.rules.ruleset import Option, Options, RuleSet, value_word
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.words.language import translate as _, translate_plural as _n


def players_of(shape: Shape) -> int:
    """How many play."""
    return shape.sides * shape.players_per_side


def shape_label(shape: Shape) -> str:
    """A shape in plain words."""
    if shape.players_per_side > 1:
        return _("{count} in pairs", count=players_of(shape))
    return _n(shape.sides, "1 player", "{count} players")


def shape_of(rules: RuleSet, key: str) -> Shape:
    """The shape with this key, or the usual one."""
    return {shape_key(shape): shape for shape in rules.shapes}.get(key, rules.shapes[0])


def shape_links(rules: RuleSet, chosen: Shape, url_of: Callable[[str], str]) -> list[View]:
    """Links for each number of players, to the URL of the shape with this key; none if there is no choice."""
    if len(rules.shapes) == 1:
        return []
    return [
        {"label": shape_label(shape), "url": url_of(shape_key(shape)), "chosen": shape == chosen}
        for shape in rules.shapes
    ]


def rules_page(rules: RuleSet, shape: Shape, chosen: Options, address: Address) -> str:
    """The rule set's page with these house rules; without any it shows those that a new table begins with."""
    shown = None if shape == rules.shapes[0] else shape_key(shape)
    if chosen == options_to_begin(rules, shape):
        return address("rules.show", key=rules.key, shape=shown)
    options = _option_query(rules.options(shape), chosen)
    return address("rules.show", key=rules.key, shape=shown, chosen="yes", **options)


def _option_query(options: Sequence[Option], values: Options) -> dict[str, str]:
    """The options in a URL; a switch that is off is left out."""
    return {
        f"option-{option.key}": "yes" if option.is_switch else value_word(values[option.key])
        for option in options
        if not option.is_switch or values[option.key]
    }
