"""Reads API requests: a strict JSON body, the last seen event number, the client's own id."""

from collections.abc import Mapping
from uuid import UUID

from flask import request

from scorekeeper.core.game.event_json import LARGEST_SEQ
from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.faults import NOT_WHOLE, Bounds, Kind
from scorekeeper.core.inputs.fields import quote
from scorekeeper.formats.strict_json import parse_json

BODY = FieldPath.to("body")


def json_body() -> object:
    """The body as JSON. Raises `InvalidInput`."""
    try:
        return parse_json(request.get_data())
    except InvalidInput as error:
        raise error.within("body") from error


def object_body() -> dict[str, object]:
    """The body, which must be an object. Raises `InvalidInput`."""
    found = json_body()
    if not isinstance(found, dict):
        raise BODY.not_a(Kind.OBJECT, found)
    return found


def entry_id(value: object, what: str = "id") -> str | None:
    """A UUID in its one spelling, None where none is given. Raises `InvalidInput`."""
    if value is None:
        return None
    try:
        return str(UUID(value)) if isinstance(value, str) else _no_uuid(value, what)
    except ValueError:
        return _no_uuid(value, what)


def last_seen(body: Mapping[str, object]) -> int | None:
    """The number of the last entry that the writer has seen. Raises `InvalidInput`."""
    seq = body.get("seq")
    return None if seq is None else BODY.whole(seq, "seq", 1, LARGEST_SEQ)


def number_asked(name: str, low: int, high: int) -> int | None:
    """A whole number of the address's query. Raises `InvalidInput`."""
    text = request.args.get(name)
    if text is None:
        return None
    where = FieldPath.to(name)
    if not text.isascii() or not text.isdecimal() or len(text) > len(str(high)):
        raise where.wrong(NOT_WHOLE, Bounds("it", quote(text), low, high))
    return where.whole(int(text), "it", low, high)


def _no_uuid(value: object, what: str) -> str:
    raise BODY.not_a(Kind.UUID, value, what)
