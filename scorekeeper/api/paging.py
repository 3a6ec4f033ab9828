"""Long lists, a page at a time: `next` of one answer is `after` of the next call, and null on the last page."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from flask import Response, current_app, jsonify, request, url_for

from scorekeeper.core.inputs import Json
from scorekeeper.core.words.language import translatable
from scorekeeper.declared import Note, Older, Whole

MAX_PAGE_SIZE = 200
MAX_PAGE = 100_000


NEXT = Note(translatable("`next` from the previous page."))
SAME_AS_AFTER = Note(translatable("The same as `after`."))
PageLimit = Annotated[
    int, Whole(1, MAX_PAGE_SIZE), Note(translatable("How many to list at most. The same on each page."))
]
"""How long a page is; its default says how long it usually is."""


@dataclass(frozen=True)  # no slots: so a query may be of a page and of something else
class ByPage:
    """What a list takes whose `next` is the number of a page, from 1."""

    after: Annotated[int | None, Whole(1, MAX_PAGE), NEXT] = None
    page: Annotated[int | None, Whole(1, MAX_PAGE), SAME_AS_AFTER, Older()] = None

    @property
    def number(self) -> int:
        """The number of the page."""
        return self.after or self.page or 1


def list_in_pieces(name: str, rows: Iterable[Json], **more: object) -> Iterator[bytes]:
    """A whole list, as `page_answer` would write it, one row after the other."""
    write = partial(current_app.json.dumps, separators=(",", ":"))
    yield f"{write({**more, name: []})[:-2]}".encode()
    for number, row in enumerate(rows):
        yield f"{',' if number else ''}{write(row)}".encode()
    yield b'],"next":null}\n'


OLDER_NAMES = ("page", "before")
"""What `after` was called in some lists."""


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
