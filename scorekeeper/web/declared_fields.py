"""Fields of forms with the bounds and choices that the fields of a dataclass declare."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from wtforms import BooleanField, RadioField
from wtforms.validators import Optional

from scorekeeper.declared import schema
from scorekeeper.web.forms import WholeBetween, WholeField, choices


def field_of(
    made: type,
    name: str,
    label: str,
    description: str = "",
    words: Mapping[str, str] | None = None,
    choice: Callable[..., Any] = RadioField,
    **more: Any,
) -> Any:
    """A switch, a choice in the order of its `words`, or a number, for a field of this dataclass."""
    described = schema(made)["properties"][name]
    more = {"default": next(part.default for part in fields(made) if part.name == name)} | more
    if words is not None:
        offered = sorted(described["enum"], key=list(words).index)
        return choice(label, description=description, choices=choices((key, words[key]) for key in offered), **more)
    if described["type"] == "boolean":
        return BooleanField(label, description=description, **more)
    may_be_empty = [Optional()] if "null" in described["type"] else []
    between = WholeBetween(described["minimum"], described["maximum"])
    return WholeField(label, [*may_be_empty, between], description=description, **more)
