"""The tables that a rule set seats, as the address and as people say them."""

from typing import Any

from flask import url_for

from scorekeeper.core.rules.ruleset import RuleSet
from scorekeeper.core.rules.seating import Shape

View = dict[str, object]


def shape_key(shape: Shape) -> str:
    """A shape as the address spells it: `2x2`."""
    return f"{shape.sides}x{shape.people}"


def shape_label(shape: Shape) -> str:
    """A shape as people say it."""
    return f"{shape.sides * shape.people} in pairs" if shape.people > 1 else f"{shape.sides} players"


def shape_of(rules: RuleSet, key: str) -> Shape:
    """The shape of this key, else the usual one."""
    return {shape_key(shape): shape for shape in rules.shapes}.get(key, rules.shapes[0])


def shape_links(ruleset: RuleSet, chosen: Shape, endpoint: str, **values: Any) -> list[View]:
    """How many may play, each a link; none where there is no choice."""
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
