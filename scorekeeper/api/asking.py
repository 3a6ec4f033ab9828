"""What a call may have in its query and headers, declared by a dataclass: its fields are both read and described.

limit: Annotated[int, Whole(1, 200), Note("How many to list at most.")] = 50
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from datetime import date
from inspect import cleandoc
from typing import Any, ClassVar, TypeVar, get_type_hints

from flask import request
from werkzeug.datastructures import Headers

from scorekeeper.api.schemas import Json
from scorekeeper.api.serializers import BODY, number_asked
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.faults import NOT_ONE_OF, Kind
from scorekeeper.core.inputs.fields import quote
from scorekeeper.declared import Key, Note
from scorekeeper.formats.days import FIRST_YEAR, LAST_YEAR

Made = TypeVar("Made")
NOTES = re.compile(r"^([\w-]+): ", re.MULTILINE)
"""Begins what a docstring says of a field."""

HEADER, OLDER = object(), object()
"""Marks of what is in a header, and of an older name of another parameter."""


class AsText:
    """A text, as it came."""

    def __init__(self, longest: int | None = None) -> None:
        self.schema: Json = {"type": "string"} if longest is None else {"type": "string", "maxLength": longest}


class AsDay:
    """A day, such as 2026-11-19."""

    schema: ClassVar[Json] = {"type": "string", "format": "date"}


def described(made: type) -> tuple[Json, ...]:
    """The fields as OpenAPI parameters."""
    notes: dict[str, str] = {}
    for each in reversed(made.__mro__[:-1]):
        words = NOTES.split(cleandoc(each.__doc__ or ""))[1:]
        notes |= {name: " ".join(text.split()) for name, text in zip(words[::2], words[1::2], strict=True)}
    return tuple(_parameter(*each, notes) for each in _declared(made))


def asked(made: type[Made]) -> Made:
    """What this request asks for. Raises `InvalidInput`."""
    found = {}
    for field, schema, marks in _declared(made):
        name = _name(field, marks)
        given = request.headers if HEADER in marks else request.args
        if name in given:
            found[field.name] = _value(name, schema, given)
    return made(**found)


def _declared(made: type) -> Iterator[tuple[Any, Json, tuple[Any, ...]]]:
    hints = get_type_hints(made, include_extras=True)
    for field in fields(made):
        marks = hints[field.name].__metadata__
        yield field, next(mark.schema for mark in marks if hasattr(mark, "schema")), marks


def _name(field: Any, marks: tuple[Any, ...]) -> str:
    return next((mark.name for mark in marks if isinstance(mark, Key)), field.name)


def _parameter(field: Any, schema: Json, marks: tuple[Any, ...], notes: Mapping[str, str]) -> Json:
    name = _name(field, marks)
    default = {} if field.default in (None, MISSING) else {"default": field.default}
    return {
        "name": name,
        "in": "header" if HEADER in marks else "query",
        "description": next((mark.text for mark in marks if isinstance(mark, Note)), None) or notes[name],
        "schema": schema | default,
        **({"deprecated": True} if OLDER in marks else {}),
    }


def _value(name: str, schema: Json, given: Mapping[str, str] | Headers) -> object:
    """What is asked for under this name. Raises `InvalidInput`."""
    text = given[name]
    if schema.get("type") == "integer":
        return number_asked(name, schema["minimum"], schema["maximum"], given)
    if "enum" in schema and text not in schema["enum"]:
        raise InvalidInput(NOT_ONE_OF.at(BODY, {"what": name, "value": quote(text), "parts": tuple(schema["enum"])}))
    return _night(name, text) if schema.get("format") == "date" else text


def _night(name: str, text: str) -> date:
    try:
        night = date.fromisoformat(text)
    except ValueError:
        raise BODY.not_a(Kind.DAY, text, name) from None
    BODY.whole(night.year, name, FIRST_YEAR, LAST_YEAR)
    return night
