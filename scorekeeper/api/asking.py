"""What a call may have in its query and headers, declared by a dataclass: its fields are both read and described.

    class PlayersQuery:
        '''Which players, in which order.

        sort: What to sort by.
        '''

        sort: Annotated[str, OneOf(SORTINGS)] = "games"
        limit: Annotated[int, Whole(1, 200), Note("How many to list at most.")] = 50

The docstring, or a `Note`, says what a field is for.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, NamedTuple, TypeVar, get_type_hints

from flask import request

from scorekeeper.api.serializers import asked_at, number_asked
from scorekeeper.api.words import notes_of
from scorekeeper.core.inputs import InvalidInput, Json
from scorekeeper.core.inputs.faults import UNKNOWN_PART
from scorekeeper.core.inputs.fields import quote
from scorekeeper.declared import FieldKind, Key, Note, Older, Whole

Made = TypeVar("Made")

HEADER = object()
"""Marks what is in a header."""


class UnknownParameter(InvalidInput):
    """The query has a parameter that the call does not take."""


class Asked(NamedTuple):
    """A field: its name in the dataclass and in the request, what reads it, its default, and its marks."""

    field: str
    name: str
    kind: FieldKind
    default: Any
    marks: Sequence[Any]


def _fields_of(made: type) -> Sequence[Asked]:
    hints = get_type_hints(made, include_extras=True)
    found = []
    for field in fields(made):
        marks = hints[field.name].__metadata__
        name = next((mark.name for mark in marks if isinstance(mark, Key)), field.name)
        found.append(Asked(field.name, name, marks[0], field.default, marks))
    return found


_fields: Callable[[type], Sequence[Asked]] = cache(_fields_of)


def asked(made: type[Made]) -> Made:
    """What this request asks for. Raises `InvalidInput`."""
    found = {}
    for part in _fields(made):
        given = request.headers if HEADER in part.marks else request.args
        if part.name not in given:
            continue
        if isinstance(part.kind, Whole):
            found[part.field] = number_asked(part.name, part.kind.low, part.kind.high, given)
        else:
            found[part.field] = part.kind.read(asked_at(part.name), given[part.name], part.name)
    return made(**found)


def refuse_unknown(made: type | None) -> None:
    """Raise `UnknownParameter` for a parameter that this call's query does not have; a typing error is no default."""
    known = () if made is None else tuple(part.name for part in _fields(made) if HEADER not in part.marks)
    for name in request.args:
        if name not in known:
            unknown = UNKNOWN_PART.at(asked_at(name), {"what": "it", "value": quote(name), "parts": known})
            raise UnknownParameter(unknown)


def described(made: type) -> tuple[Json, ...]:
    """The fields as OpenAPI parameters."""
    notes = notes_of(made)
    return tuple(_parameter(part, notes) for part in _fields(made))


def _parameter(part: Asked, notes: Mapping[str, str]) -> Json:
    default = {} if part.default in (None, MISSING) else {"default": part.default}
    return {
        "name": part.name,
        "in": "header" if HEADER in part.marks else "query",
        "description": next((mark.text for mark in part.marks if isinstance(mark, Note)), None) or notes[part.name],
        "schema": part.kind.schema | default,
        **({"deprecated": True} if Older() in part.marks else {}),
    }
