"""Logging: the access log without secrets, and one handler per logger."""

import logging
import time
from typing import Any, TextIO, cast

from blinker import Signal
from flask import Flask, Response, g, request
from flask.logging import default_handler, wsgi_errors_stream

from scorekeeper.access.gate import is_probe


def print_lines(log: logging.Logger) -> None:
    """Print each line of this log, with its time."""
    if not log.handlers:
        handler = logging.StreamHandler(cast(TextIO, wsgi_errors_stream))
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        log.addHandler(handler)
    log.setLevel(logging.INFO)


def print_once(app: Flask) -> None:
    """Let Flask's handler print what the app itself logs: the logs below it, whose lines reach it too, print theirs."""
    name = app.name
    if not default_handler.filters:
        default_handler.addFilter(lambda record: record.name == name)


log = logging.getLogger(__name__)
request_failed = Signal("The app sends this with each `error` that a request raised, also where a page explains it.")


class DiscreetFlask(Flask):
    """A Flask app whose error log keeps the same rule as the access log."""

    def handle_user_exception(self, e: Exception) -> Any:
        """As Flask does; says so to whoever counts errors."""
        request_failed.send(self, error=e)
        return super().handle_user_exception(e)

    def log_exception(self, exc_info: Any) -> None:
        """As Flask does, with the route in place of the path."""
        self.logger.error("Error in %s", asked_for(), exc_info=exc_info)


def asked_for() -> str:
    """The request in progress, by method and route."""
    return f"{request.method} {route_of_request()}"


def route_of_request() -> str:
    """The route of the request in progress, with the names of its parts in place of ids."""
    return request.url_rule.rule if request.url_rule is not None else "(no such page)"


def add_access_log(app: Flask) -> None:
    """Log every answer of the app to standard error, but those to probes."""
    print_lines(log)

    @app.before_request
    def _began() -> None:
        g.access_began = time.perf_counter()

    @app.after_request
    def _answered(response: Response) -> Response:
        if is_probe():
            return response
        began: float = g.get("access_began", time.perf_counter())
        taken = (time.perf_counter() - began) * 1000
        log.info("%s %s %s %.0f ms", request.remote_addr, asked_for(), response.status_code, taken)
        return response
