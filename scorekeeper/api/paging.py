"""Long lists, a page at a time: `next` of one answer is `after` of the next call, and null on the last page."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from flask import Response, current_app, jsonify, request, url_for

from scorekeeper.api.operations import Json as Schema
from scorekeeper.api.serializers import Json, number_asked
from scorekeeper.core.words.language import translatable

MAX_PAGE_SIZE = 200
MAX_PAGE = 100_000


def after(high: int, low: int = 1) -> Schema:
    """The parameter that continues a list."""
    return {
        "name": "after",
        "in": "query",
        "description": translatable("`next` from the previous page."),
        "schema": {"type": "integer", "minimum": low, "maximum": high},
    }


def limit(usual: int) -> Schema:
    """The parameter that says how long a page is; without it, as long as always."""
    return {
        "name": "limit",
        "in": "query",
        "description": translatable("How many to list at most. The same on each page."),
        "schema": {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE, "default": usual},
    }


def limit_asked(usual: int) -> int:
    """How many to list. Raises `InvalidInput`."""
    return number_asked("limit", 1, MAX_PAGE_SIZE) or usual


def list_in_pieces(name: str, rows: Iterable[Json], **more: object) -> Iterator[bytes]:
    """A whole list, as `page_answer` would write it, one row after the other."""
    write = partial(current_app.json.dumps, separators=(",", ":"))
    yield f"{write({**more, name: []})[:-2]}".encode()
    for number, row in enumerate(rows):
        yield f"{',' if number else ''}{write(row)}".encode()
    yield b'],"next":null}\n'


SAME_AS_AFTER = translatable("The same as `after`.")
PAGE = after(MAX_PAGE) | {"name": "page", "description": SAME_AS_AFTER, "deprecated": True}
OLDER_NAMES = ("page", "before")
"""What `after` was called in some lists."""


def page_asked() -> int:
    """The number of the page, from 1, of a list whose `next` is a number of a page. Raises `InvalidInput`."""
    return number_asked("after", 1, MAX_PAGE) or number_asked("page", 1, MAX_PAGE) or 1


def page_answer(name: str, rows: Sequence[Json], following: int | None, **more: object) -> Response:
    """A page of a list, with the address of the page after it in `Link` (RFC 8288)."""
    answer = jsonify({**more, name: rows, "next": following})
    if following is not None:
        query: dict[str, Any] = {
            key: value for key, value in request.args.items() if key not in ("after", *OLDER_NAMES)
        }
        path = url_for(str(request.endpoint), **(request.view_args or {}), **query, after=following)
        answer.headers["Link"] = f'<{path}>; rel="next"'
    return answer
