"""The access log: what was asked for and how long it took, without anything that lets a reader in.

An address names a table or a game by an id that is not to be guessed, and may carry more in its query. So the log
has the route in its place: `GET /games/<game> 200 3 ms`.
"""

import logging
import time
from typing import Any

from flask import Flask, Response, g, request

from scorekeeper.server.log_lines import print_lines

log = logging.getLogger(__name__)


class DiscreetFlask(Flask):
    """A Flask app whose error log keeps the same rule as the access log."""

    def log_exception(self, exc_info: Any) -> None:
        """As Flask does, with the route in place of the path."""
        self.logger.error("Error in %s", asked_for(), exc_info=exc_info)


def asked_for() -> str:
    """The request in progress, by method and route."""
    rule = request.url_rule
    return f"{request.method} {rule.rule if rule is not None else '(no such page)'}"


def add_access_log(app: Flask) -> None:
    """Log every answer of the app to standard error."""
    print_lines(log)

    @app.before_request
    def _began() -> None:
        g.access_began = time.perf_counter()

    @app.after_request
    def _answered(response: Response) -> Response:
        began: float = g.get("access_began", time.perf_counter())
        taken = (time.perf_counter() - began) * 1000
        log.info("%s %s %s %.0f ms", request.remote_addr, asked_for(), response.status_code, taken)
        return response
