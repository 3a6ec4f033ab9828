"""Renders the hands of a score sheet once for all pages, and a page of a game once for all phones that see the same.

The key of a page is everything that its template gets, so it is never out of date, nor another reader's. Two things
differ on each phone and are put in afterwards: the token of its forms, and the ids of events not recorded yet.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from operator import is_
from typing import Any

from flask import current_app, g, get_flashed_messages, request
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorekeeper.access.quotas import PIECES
from scorekeeper.services.erasing import names_erased

MAX_PAGES = 64
"""About 8 MB. Each game of a club has one page for scorers and one for watchers."""
NEW_IDS = "new_ids"
OF_REQUEST = {"g", "request", "session"}
"""What Flask gives every template; game pages do not use it."""

PLACE = Markup("\0")
"""Where a drawing belongs; no text on a page has this character."""

Page = tuple[bytes | int, ...]
"""Pieces of HTML and, between them, the indexes of the values to insert."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A rendered part of pages, encoded once: encoding a page takes half as long as compressing it."""

    utf8: bytes

    def __html__(self) -> str:
        return self.utf8.decode()


class SharedPages:
    """The most recently rendered pages. Thread-safe."""

    def __init__(self, most: int = MAX_PAGES) -> None:
        self._pages: OrderedDict[Hashable, Page] = OrderedDict()
        self._most = most
        self._lock = threading.Lock()

    def rendered(self, template: str, values: Mapping[str, object]) -> bytes:
        """The page for this request, rendered now or reused from an identical one."""
        context = dict(values)
        current_app.update_template_context(context)
        if get_flashed_messages(with_categories=True) or current_app.jinja_env.auto_reload:
            return _encoded(template, context)
        shown = {name: value for name, value in context.items() if name not in OF_REQUEST}
        ids: Sequence[str] = g.get(NEW_IDS, ())
        key = (
            template,
            request.script_root,
            frozen(shown, {each: index for index, each in enumerate(ids, start=1)}),
        )
        page = self._found(key)
        if page is not None:
            return b"".join([piece if isinstance(piece, bytes) else _own(piece, ids).encode() for piece in page])
        html = _encoded(template, context)
        self._keep(key, _in_pieces(html, [g.get("csrf_token", ""), *ids]))
        return html

    def kept(
        self,
        template: str,
        of: Hashable,
        values: Callable[[], Mapping[str, object]],
        turn: AbstractContextManager[object] = PIECES,
    ) -> bytes:
        """A page without forms that `of` describes wholly, in the reader's language; one is made at a time.

        `values` is only called if it is not there, within the `turn`, whose errors it raises.
        """
        context: dict[str, object] = {}
        current_app.update_template_context(context)
        if current_app.jinja_env.auto_reload:
            return _encoded(template, {**context, **values()})
        shown = {name: value for name, value in context.items() if name not in OF_REQUEST}
        messages = get_flashed_messages(with_categories=True)  # a cookie with one can be sent again and again
        key = (template, request.script_root, frozen(shown, {}), of, frozen(messages, {}))
        page = self._found(key)
        if page is None:
            with turn:
                page = self._found(key)
                if page is None:
                    page = (_encoded(template, {**context, **values()}),)
                    self._keep(key, page)
        return b"".join([piece for piece in page if isinstance(piece, bytes)])

    def _found(self, key: Hashable) -> Page | None:
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
            return page

    def clear(self) -> None:
        """Drop them all."""
        with self._lock:
            self._pages.clear()

    def _keep(self, key: Hashable, page: Page) -> None:
        with self._lock:
            self._pages[key] = page
            while len(self._pages) > self._most:
                self._pages.popitem(last=False)


def frozen(value: Any, ids: Mapping[str, int]) -> Hashable:
    """The value as a part of a cache key; a new id becomes its index, since each phone gets different ids."""
    kind = type(value)
    if kind is str:
        return (NEW_IDS, ids[value]) if value in ids else value
    if kind is dict:
        return tuple(value), tuple([frozen(each, ids) for each in value.values()])
    if kind is list or kind is tuple:
        return tuple([frozen(each, ids) for each in value])
    if kind is bool or kind is Markup:  # each equals a number or text that a page shows differently
        return kind, value
    fields = getattr(kind, "__dataclass_fields__", None)
    if fields is not None:
        return kind, frozen([getattr(value, name) for name in fields], ids)
    plain: Hashable = value
    return plain


def _encoded(template: str, context: Mapping[str, object]) -> bytes:
    """The page; the hands of its score sheet, which are most of it, are put in where the template left a slot.

    It is encoded piece by piece: most pieces are ASCII, which takes a tenth of the time, but all together are not.
    """
    sheet = context.get("sheet")
    hands: Sequence[Drawing] = sheet["hands"] if isinstance(sheet, dict) else ()
    later = {"sheet": {**sheet, "hands": [PLACE] * len(hands)}} if isinstance(sheet, dict) else {}
    drawn = current_app.jinja_env.get_template(template).generate({**context, **later})
    first, *others = b"".join([piece.encode() for piece in drawn]).split(PLACE.encode())
    pieces = [first]
    for hand, piece in zip(hands, others, strict=True):
        pieces += (hand.utf8, piece)
    return b"".join(pieces)


def _in_pieces(html: bytes, own: Sequence[str]) -> Page:
    """The page without this phone's own values."""
    pieces: list[bytes | int] = [html]
    for index, text in enumerate(own):
        if text:
            pieces = [part for piece in pieces for part in _without(piece, text.encode(), index)]
    return tuple(pieces)


def _without(piece: bytes | int, text: bytes, index: int) -> Iterator[bytes | int]:
    if isinstance(piece, int):
        yield piece
        return
    first, *others = piece.split(text)
    yield first
    for each in others:
        yield from (index, each)


def _own(index: int, ids: Sequence[str]) -> str:
    return ids[index - 1] if index else str(generate_csrf())


SHARED_PAGES = SharedPages()


MAX_SHEETS = 256
MadeOf = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class RenderedHand:
    """A rendered hand, and the immutable objects it was rendered from."""

    of: MadeOf
    drawing: Drawing

    def is_made_of(self, parts: MadeOf) -> bool:
        """Whether it was rendered from these very objects."""
        return len(self.of) == len(parts) and all(map(is_, self.of, parts))  # each page asks for every hand


class RenderedHandCache:
    """The rendered hands of recently used score sheets. Thread-safe."""

    def __init__(self, most: int = MAX_SHEETS) -> None:
        self._sheets: OrderedDict[Hashable, tuple[RenderedHand, ...]] = OrderedDict()
        self._most = most
        self._lock = threading.Lock()

    def drawn(self, sheet: Hashable, hands: Sequence[MadeOf], draw: Callable[[int], Drawing]) -> list[Drawing]:
        """Render each hand with `draw(index)`, unless one rendered from the very same objects is cached.

        `sheet` is the cache key: the score sheet and everything else that the rendering depends on. A hand may have
        moved since: from hand 51 on, each new one takes the oldest off the page.
        """
        with self._lock:
            cached = {id(hand.of[0]): hand for hand in self._sheets.get(sheet, ())}
        now = tuple(
            known
            if (known := cached.get(id(parts[0]))) and known.is_made_of(parts)
            else RenderedHand(parts, draw(index))
            for index, parts in enumerate(hands)
        )
        if not current_app.jinja_env.auto_reload:  # with auto-reload, templates may change
            self._keep(sheet, now)
        return [hand.drawing for hand in now]

    def clear(self) -> None:
        """Drop them all."""
        with self._lock:
            self._sheets.clear()

    def _keep(self, sheet: Hashable, hands: tuple[RenderedHand, ...]) -> None:
        with self._lock:
            self._sheets[sheet] = hands
            self._sheets.move_to_end(sheet)
            while len(self._sheets) > self._most:
                self._sheets.popitem(last=False)


RENDERED_HANDS = RenderedHandCache()


@names_erased.connect
def _drop_what_was_rendered(_sender: object) -> None:
    RENDERED_HANDS.clear()
    SHARED_PAGES.clear()
