"""Renders the hands of a score sheet once for all pages, and a page that takes long once for all who see the same."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from operator import is_
from typing import Any

from flask import current_app, get_flashed_messages, render_template, request
from markupsafe import Markup

from scorekeeper.access.quotas import PIECES
from scorekeeper.services.erasing import names_erased

MAX_PAGES = 64
"""About 8 MB."""
OF_REQUEST = {"g", "request", "session"}
"""What Flask gives every template; these pages do not use it."""


class KeptPages:
    """The most recently rendered pages without forms that take long. Thread-safe."""

    def __init__(self, most: int = MAX_PAGES) -> None:
        self._pages: OrderedDict[Hashable, bytes] = OrderedDict()
        self._most = most
        self._lock = threading.Lock()

    def rendered(
        self,
        template: str,
        of: Hashable,
        values: Callable[[], Mapping[str, object]],
        turn: AbstractContextManager[object] = PIECES,
    ) -> bytes:
        """A page that `of` describes wholly, in the reader's language; one is made at a time.

        `values` is only called if it is not there, within the `turn`, whose errors it raises.
        """
        if current_app.jinja_env.auto_reload:
            return render_template(template, **values()).encode()
        context: dict[str, object] = {}
        current_app.update_template_context(context)
        shown = {name: value for name, value in context.items() if name not in OF_REQUEST}
        messages = get_flashed_messages(with_categories=True)  # a cookie with one can be sent again and again
        key = (template, request.script_root, of, frozen(shown), frozen(messages))
        page = self._found(key)
        if page is None:
            with turn:
                page = self._found(key)
                if page is None:
                    page = render_template(template, **values()).encode()
                    self._keep(key, page)
        return page

    def _found(self, key: Hashable) -> bytes | None:
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
            return page

    def clear(self) -> None:
        """Drop them all."""
        with self._lock:
            self._pages.clear()

    def _keep(self, key: Hashable, page: bytes) -> None:
        with self._lock:
            self._pages[key] = page
            while len(self._pages) > self._most:
                self._pages.popitem(last=False)


def frozen(value: Any) -> Hashable:
    """The value as a part of a cache key."""
    kind = type(value)
    if kind is dict:
        return tuple(value), tuple([frozen(each) for each in value.values()])
    if kind is list or kind is tuple:
        return tuple([frozen(each) for each in value])
    if kind is bool or kind is Markup:  # each equals a number or text that a page shows differently
        return kind, value
    fields = getattr(kind, "__dataclass_fields__", None)
    if fields is not None:
        return kind, frozen([getattr(value, name) for name in fields])
    plain: Hashable = value
    return plain


KEPT_PAGES = KeptPages()


MAX_SHEETS = 256
MadeOf = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class RenderedHand:
    """A rendered hand, and the immutable objects it was rendered from."""

    of: MadeOf
    drawing: Markup

    def is_made_of(self, parts: MadeOf) -> bool:
        """Whether it was rendered from these very objects."""
        return len(self.of) == len(parts) and all(map(is_, self.of, parts))  # each page asks for every hand


class RenderedHandCache:
    """The rendered hands of recently used score sheets. Thread-safe."""

    def __init__(self, most: int = MAX_SHEETS) -> None:
        self._sheets: OrderedDict[Hashable, tuple[RenderedHand, ...]] = OrderedDict()
        self._most = most
        self._lock = threading.Lock()

    def drawn(self, sheet: Hashable, hands: Sequence[MadeOf], draw: Callable[[int], Markup]) -> list[Markup]:
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
    KEPT_PAGES.clear()
