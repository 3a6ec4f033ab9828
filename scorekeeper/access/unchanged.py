"""Answers a phone whose game page is still current, without Flask, because phones poll.

It sends only 304s. The route does everything else: newer versions, refusals, and devices last seen more than a minute
ago.
"""

import re
from collections.abc import Iterable
from functools import cached_property
from urllib.parse import urlsplit

from flask import Flask
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.http import parse_cookie

from scorekeeper.access.cookie import NAME, SECRET, SECURE_NAME
from scorekeeper.access.followers import version_mark
from scorekeeper.services.membership import glance
from scorekeeper.storage import StorageError, db

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

VERSION = re.compile(r"/games/(\w+)/version")
HEADERS = (("Cache-Control", "no-cache, private"), ("Vary", "Accept-Encoding"))


class Unchanged:
    """WSGI middleware that answers 304 where the route of a game page's version would."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._route: WSGIApplication = app.wsgi_app
        self._only_host = urlsplit(app.config["PUBLIC_URL"] or "").netloc

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        asked = VERSION.fullmatch(environ["PATH_INFO"])
        seen: str | None = environ.get("HTTP_IF_NONE_MATCH")
        if asked is None or seen is None or not self._is_current(environ, asked[1], seen):
            return self._route(environ, start_response)
        start_response("304 NOT MODIFIED", [("ETag", seen), *HEADERS])
        return ()

    @cached_property
    def _engine(self) -> Engine:
        with self._app.app_context():
            return db.engine

    def _is_current(self, environ: "WSGIEnvironment", game_id: str, seen: str) -> bool:
        cookies = parse_cookie(environ.get("HTTP_COOKIE"))
        secret = cookies.get(SECURE_NAME if _is_https(environ) else NAME, "")
        if environ["REQUEST_METHOD"] != "GET" or environ.get("QUERY_STRING") or not SECRET.fullmatch(secret):
            return False
        if self._only_host and environ.get("HTTP_HOST") != self._only_host:
            return False
        try:
            with self._engine.connect() as connection:
                found = glance(game_id, secret, connection)
        except (StorageError, SQLAlchemyError):  # the route reports the error
            return False
        if found is None:
            return False
        mark = version_mark(found.as_role, found.has_pen, found.player_id, found.waiting)
        return seen == f'"{found.last_seq}{mark}"'


def _is_https(environ: "WSGIEnvironment") -> bool:
    return bool(environ["wsgi.url_scheme"] == "https")
