"""Sends hostile requests to the test cast's tables, and notes what broke and what was written anyway."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote_from_bytes

from werkzeug.test import EnvironBuilder

from scorekeeper.services.game_cache import GAME_CACHE
from scorekeeper.services.verifying import verify_stored
from scorekeeper.storage.database import db
from scorekeeper.storage.setup import close_storage
from tests.access.cast import Cast
from tests.hypothesis_budget import IN_SOAK
from tests.shared_app import file_of, lay_out

Value = TypeVar("Value")
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")
COUNTED = ("entry", "player", "card_table", "scripted_game", "member")
STATE = f"SELECT sum(last_seq), {', '.join(f'(SELECT count(*) FROM {name})' for name in COUNTED)} FROM game"


class Attack:
    """Sends requests as a keeper or as a stranger, and notes what broke."""

    def __init__(self, cast: Cast, folder: Path) -> None:
        self.cast, self.app = cast, cast.app
        self.turns = count()
        self.broke: list[str] = []
        self.sent = 0
        close_storage(self.app)
        self.whole = folder / "whole.sqlite"
        shutil.copy(file_of(self.app), self.whole)
        self.state = self._state()

    def some(self, values: Sequence[Value], most: int) -> Iterator[Value]:
        """A few of the values, different ones each time; all of them in the soak."""
        if IN_SOAK:
            yield from values
            return
        for _ in range(min(most, len(values))):
            yield values[next(self.turns) % len(values)]

    def send(self, who: str, method: str, path: str, label: str = "", *, chunked: bool = False, **more: Any) -> None:
        """One request. A refusal must not write anything."""
        if "/api/" in path and "Authorization" not in more.get("headers", {}):
            more["headers"] = {**more.get("headers", {}), **self.cast.bearer(who)}
        self.sent += 1
        builder = EnvironBuilder(method=method, path="/", **more)
        try:
            environ = builder.get_environ()
        finally:
            builder.close()
        if chunked:  # the way a server passes on a body of unknown length
            environ.pop("CONTENT_LENGTH", None)
            environ |= {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
        raw, _, query = path.partition("?")
        environ |= {"PATH_INFO": unquoted(raw), "RAW_URI": path, "REQUEST_URI": path}
        if query:
            environ["QUERY_STRING"] = query
        what = f"{who} {method} {path[:80]} {label[:80]}"
        try:
            answer = self.cast.clients[who].open(environ)
            answer.get_data()
        except Exception as error:
            self.broke.append(f"{what}: {error!r:.300}")
            return
        if answer.status_code >= 500:
            self.broke.append(f"{what}: {answer.status_code}")
        if method in UNSAFE:
            state = self._state()
            if answer.status_code >= 400 and state != self.state:
                self.broke.append(f"{what}: {answer.status_code}, and yet something was written")
            self.state = state

    def _state(self) -> object:
        """The state that a refusal must not change."""
        with closing(sqlite3.connect(file_of(self.app))) as beside, closing(beside.execute(STATE)) as rows:
            return rows.fetchone()

    def check_and_restore(self, what: str) -> None:
        """Check that everything written is valid; then restore the first state."""
        with self.app.app_context():
            if self.state != self.first:
                self.broke += [f"{what}: {finding}" for finding in verify_stored().findings]
            db.session.remove()
        self.restore()

    def restore(self) -> None:
        """Restore the first state."""
        close_storage(self.app)
        lay_out(self.whole, file_of(self.app))
        GAME_CACHE.clear()
        self.state = self.first

    @property
    def first(self) -> object:
        """The state at the beginning."""
        if not hasattr(self, "_first"):
            self._first = self.state
        return self._first


def unquoted(path: str) -> str:
    """A path the way a server passes it on."""
    latin = path.encode("utf-8", "surrogatepass").decode("latin-1")
    return re.sub("%([0-9a-fA-F]{2})", lambda found: chr(int(found[1], 16)), latin)


def encoded(fields: dict[str, str]) -> bytes:
    """Fields the way a form sends them, including halves of surrogate pairs."""

    def spelled(words: str) -> str:
        return quote_from_bytes(words.encode("utf-8", "surrogatepass"))

    return "&".join(f"{spelled(name)}={spelled(value)}" for name, value in fields.items()).encode()
