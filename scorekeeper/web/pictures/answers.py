"""Answers with a picture: as SVG, or as PNG, drawn once by a worker process and kept by what it shows."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import AbstractContextManager
from hashlib import sha256

from flask import Response, make_response, request

from scorekeeper.access import current_membership
from scorekeeper.access.quotas import PAGE_SLOTS, drawing, own_worker
from scorekeeper.access.refusals import Busy, NoPictures
from scorekeeper.core.words.language import translate as _
from scorekeeper.extras import how_to_install, is_installed
from scorekeeper.formats.heavy import run_sandboxed
from scorekeeper.formats.png import png, png_in_all_fonts
from scorekeeper.formats.strict_json import TooLarge
from scorekeeper.services.erasing import names_erased
from scorekeeper.web.pictures.text import has_fonts_for

MAX_KEPT = 128
"""About 12 MB: a picture for each table of a hall."""


def are_drawn() -> bool:
    """Whether this server draws pictures."""
    return is_installed("pictures")


def picture_answer(draw: Callable[[], str], kind: str, name: str) -> Response:
    """The SVG that this draws, or its PNG, under this name; `kind` is `svg` or `png`.

    Raises `NoPictures`, `Busy`, `TooMany`.
    """
    if not are_drawn():
        raise NoPictures(_("Whoever runs it can add them with {command}.", command=how_to_install("pictures")))
    with PAGE_SLOTS:
        drawn = draw()
    answer = make_response()
    answer.set_etag(f"{digest_of(drawn)}-{kind}")
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.mimetype = "image/svg+xml" if kind == "svg" else "image/png"
    if request.if_none_match.contains_weak(answer.get_etag()[0] or ""):
        answer.make_conditional(request)
        return answer
    answer.set_data(PICTURES.png_of(drawn, lambda: drawing(current_membership())) if kind == "png" else drawn)
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.{kind}"'
    return answer


def digest_of(drawn: str) -> str:
    """A short hash of what a picture shows."""
    return sha256(drawn.encode()).hexdigest()[:20]


class Pictures:
    """The latest pictures as PNG, by the hash of their SVG. Thread-safe: each is drawn once for all who ask."""

    def __init__(self, most: int = MAX_KEPT) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._drawn_now: dict[str, threading.Lock] = {}
        self._most = most
        self._lock = threading.Lock()

    def png_of(self, drawn: str, slot: Callable[[], AbstractContextManager[object]]) -> bytes:
        """The picture of this SVG. It is only drawn within the `slot`, whose errors it raises."""
        digest = digest_of(drawn)
        with self._lock:
            alone = self._drawn_now.setdefault(digest, threading.Lock())
        try:
            with alone:
                found = self._known(digest)
                if found is None:
                    with slot():
                        found = draw_png(drawn)
                    self._keep(digest, found)
                return found
        finally:
            with self._lock:
                self._drawn_now.pop(digest, None)

    def _known(self, digest: str) -> bytes | None:
        with self._lock:
            if digest in self._kept:
                self._kept.move_to_end(digest)
            return self._kept.get(digest)

    def _keep(self, digest: str, picture: bytes) -> None:
        with self._lock:
            self._kept[digest] = picture
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Drop them all."""
        with self._lock:
            self._kept.clear()


PICTURES = Pictures()


@names_erased.connect
def _drop_pictures(_sender: object) -> None:
    PICTURES.clear()


def draw_png(drawn: str) -> bytes:
    """The picture as PNG, in the fonts that ship with the app; the server's own only for letters that these lack."""
    (picture,) = run_sandboxed(png if has_fonts_for(drawn) else png_in_all_fonts, drawn.encode())
    assert isinstance(picture, bytes)
    return picture


class Ahead:
    """Draws pictures before anybody asks for them, one at a time; of a game only the latest, and of some games."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, str] = OrderedDict()
        self._lock = threading.Lock()
        self._runs = False

    def draw(self, whose: str, drawn: str) -> None:
        """Draw this SVG soon, instead of an earlier one of the same game."""
        with self._lock:
            self._waiting[whose] = drawn
            while len(self._waiting) > MAX_KEPT:
                self._waiting.popitem(last=False)
            if not self._runs:
                self._runs = True
                threading.Thread(target=self._run, name="pictures", daemon=True).start()

    def _run(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._runs = False
                    return
                _whose, drawn = self._waiting.popitem(last=False)
            try:
                PICTURES.png_of(drawn, own_worker)
            except (Busy, TooLarge, RuntimeError, OSError):  # whoever asks for it has it drawn
                logging.getLogger(__name__).info("A picture was not drawn ahead.", exc_info=True)


AHEAD = Ahead()
