"""Which other websites’ pages may make calls (CORS): those that the settings name, by default none.

Such a page sends a token; cookies do nothing for calls, so a browser is never told to send them.
"""

from flask import Flask, Response, current_app, request

from scorekeeper.api.operations import PREFIX

SENT = "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Accept-Language"
SHOWN = (
    "ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, Content-Disposition, Scorekeeper-Left-Out, "
    "X-Request-ID"
)
METHODS = "GET, POST, PUT, PATCH, DELETE"
KEPT = 3600
"""Seconds for which a browser may remember what it was allowed."""


def register(app: Flask) -> None:
    """Answer browsers that ask before a call, and let their pages read the answers, if the settings name any."""
    if app.config["API_ORIGINS"]:
        app.before_request(_asked_before)
        app.after_request(_let_read)


def _asked_before() -> Response | None:
    """Answer a browser that asks whether a page may make a call: it sends no token yet."""
    if request.method != "OPTIONS" or "Access-Control-Request-Method" not in request.headers or not _is_let_in():
        return None
    answer = Response(status=204)
    answer.headers["Access-Control-Allow-Methods"] = METHODS
    answer.headers["Access-Control-Allow-Headers"] = SENT
    answer.headers["Access-Control-Max-Age"] = str(KEPT)
    return answer


def _let_read(answer: Response) -> Response:
    if _is_call():
        answer.vary.add("Origin")
        if _is_let_in():
            answer.headers["Access-Control-Allow-Origin"] = request.headers["Origin"]
            answer.headers["Access-Control-Expose-Headers"] = SHOWN
    return answer


def _is_let_in() -> bool:
    return _is_call() and request.headers.get("Origin") in current_app.config["API_ORIGINS"]


def _is_call() -> bool:
    """Whether this is below the API’s address, even where there is no call."""
    return request.path.startswith(f"{PREFIX}/")
