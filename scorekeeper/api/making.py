"""What a post makes: once for each key that it is sent with, and where it is then."""

from collections.abc import Callable
from typing import Any

from flask import request, url_for

from scorekeeper.access.limits import address
from scorekeeper.api.serializers import Json, entry_id, json_body
from scorekeeper.formats.chain.stored_event import canonical_json
from scorekeeper.storage.idempotency_keys import made_once

REPEATABLE = "Idempotency-Key"
"""A UUID in a header: the same post again with it makes nothing more."""

Made = tuple[Json, int, dict[str, str]]
"""An answer about what a post made, its status, and its headers."""


def posted_id(own: object = None) -> str | None:
    """The id of what is posted: its own in the body, or else the key in the header. Raises `InvalidInput`."""
    return entry_id(request.headers.get(REPEATABLE), REPEATABLE) if own is None else entry_id(own)


def once(make: Callable[[], str | int], table_id: str | None = None) -> tuple[str, bool]:
    """The id of what `make` makes, and whether it is new: not if it was made by the same post with the same key.

    A post without a table makes one, for anybody, and its key is the sender’s: another address can’t guess it.
    Raises `InvalidInput`, and `EventIdTaken` if the key came with another body.
    """
    key = posted_id()
    if key is None:
        return str(make()), True
    whose = f"{request.endpoint} {table_id or address()}"
    return made_once(key, whose, table_id, canonical_json(json_body()), lambda: str(make()))


def made(answer: Json, endpoint: str, *, new: bool = True, **parts: Any) -> Made:
    """The answer to a post, with the address of what it made: that of the call `endpoint`, with these `parts`."""
    return answer, 201 if new else 200, {"Location": url_for(f"api.{endpoint}", **parts)}
