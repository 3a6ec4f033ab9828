"""Logging: an access log without secrets, one handler per logger, lines as text or JSON, a request id."""

import json
import logging
import re
import threading
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from traceback import walk_tb
from typing import Any, TextIO, cast

from blinker import Signal
from flask import Flask, Response, current_app, g, has_request_context, request
from flask.logging import default_handler, wsgi_errors_stream

from scorekeeper.access.routes import is_probe
from scorekeeper.chance import random_hex
from scorekeeper.formats.tracebacks import traceback_text

REQUEST_ID = "request_id"
TRUSTED_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")  # no character that could end a log line or an HTML tag


class Discreet(logging.Formatter):
    """Formats errors without what they say, which may quote what somebody sent, with names."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 - as `logging` calls it
        """Where it was raised, and its kind."""
        return traceback_text(ei[1])


MINUTE = 60.0
"""Seconds in which a fault that comes again is only counted."""


class OncePerMinute(logging.Filter):
    """Lets each fault through once in a `MINUTE`, and then says how often it came again.

    A fault is known by its kind and where it was raised. Whoever finds one could fill the disk with it.
    """

    def __init__(self) -> None:
        super().__init__()
        self._again: dict[tuple[str, str, int], int] = {}
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is printed."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None or error.__traceback__ is None:
            return True
        *_, (frame, line) = walk_tb(error.__traceback__)
        fault = (type(error).__qualname__, frame.f_code.co_filename, line)
        with self._lock:
            is_new = fault not in self._again
            self._again[fault] = 0 if is_new else self._again[fault] + 1
        if is_new:
            timer = threading.Timer(MINUTE, self._tell, (logging.getLogger(record.name), fault))
            timer.daemon = True
            timer.start()
        return is_new

    def _tell(self, log: logging.Logger, fault: tuple[str, str, int]) -> None:
        with self._lock:
            again = self._again.pop(fault)
        if again:
            log.error("%s in %s, line %s: %s times more in a minute", *fault, again)


TEXT_FORMAT = Discreet("%(asctime)s %(message)s")
SERVER_FORMAT = Discreet("%(asctime)s [%(process)d] [%(levelname)s] %(message)s")
APP_FORMAT = Discreet("[%(asctime)s] %(levelname)s in %(module)s: %(message)s")


class JsonLines(Discreet):
    """Formats each line as a JSON object: time, logger, level, message, and the record's `facts` by name."""

    def format(self, record: logging.LogRecord) -> str:
        """Format the record as one line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "log": record.name.removeprefix("scorekeeper.").removeprefix("server."),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if has_request_context():
            line["request"] = request_id()
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def print_log(log: logging.Logger, as_json: bool = False) -> None:
    """Print each line of this log with its time."""
    if not log.handlers:
        log.addHandler(logging.StreamHandler(cast(TextIO, wsgi_errors_stream)))
    log.handlers[0].setFormatter(JsonLines() if as_json else TEXT_FORMAT)
    log.setLevel(logging.INFO)


def print_app_log(app: Flask, as_json: bool = False) -> None:
    """Make Flask's handler print only the app's own records, since child loggers have handlers of their own."""
    name = app.name
    default_handler.setFormatter(JsonLines() if as_json else APP_FORMAT)
    if not default_handler.filters:
        default_handler.addFilter(lambda record: record.name == name)
        default_handler.addFilter(OncePerMinute())


def log_start(message: str, facts: Mapping[str, Any], *, level: int = logging.INFO) -> None:
    """Log as one JSON object that the server started, or why it did not."""
    started = logging.getLogger("scorekeeper.serve")
    print_log(started, as_json=True)
    started.log(level, "%s", message, extra={"facts": facts})


log = logging.getLogger(__name__)
request_failed = Signal("Sent with each `error` that a request raises, even if an error page handles it.")


class DiscreetFlask(Flask):
    """A Flask app whose error log shows routes instead of paths, like the access log."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return it unchanged: no view or hook is a coroutine, and Flask would check that fourteen times a request."""
        return func

    def handle_user_exception(self, e: Exception) -> Any:
        """Handle the error as Flask does, and signal it."""
        request_failed.send(self, error=e)
        return super().handle_user_exception(e)

    def log_exception(self, exc_info: Any) -> None:
        """Log the error as Flask does, but with the route instead of the path."""
        self.logger.error("Error in %s, request=%s", method_and_route(), request_id(), exc_info=exc_info)


def method_and_route() -> str:
    """The method and route of the current request."""
    return f"{request.method} {route_of_request()}"


def route_of_request() -> str:
    """The current request's route, with placeholders instead of ids."""
    return request.url_rule.rule if request.url_rule is not None else "(no such page)"


def request_id() -> str:
    """The id of this request in the logs: the X-Request-ID of a trusted proxy, or one of our own."""
    if REQUEST_ID not in g:
        given = request.headers.get("X-Request-ID", "") if current_app.config.get("PROXIES") else ""
        g.request_id = given if TRUSTED_ID.fullmatch(given) else random_hex(8)
    found: str = g.request_id
    return found


def add_request_ids(app: Flask) -> None:
    """Send the request id with every error, as the X-Request-ID header, and give it to the error page."""
    app.add_template_global(request_id)

    @app.after_request
    def _add_header(response: Response) -> Response:
        if response.status_code >= 400:
            response.headers["X-Request-ID"] = request_id()
        return response


def add_access_log(app: Flask, as_json: bool = False) -> None:
    """Log every response to standard error, except those to probes."""
    print_log(log, as_json)

    @app.before_request
    def _start_clock() -> None:
        g.access_began = time.perf_counter()

    @app.after_request
    def _log_response(response: Response) -> Response:
        if is_probe():
            return response
        began: float = g.get("access_began", time.perf_counter())
        taken = (time.perf_counter() - began) * 1000
        facts = {
            "address": request.remote_addr,
            "method": request.method,
            "route": route_of_request(),
            "status": response.status_code,
            "ms": round(taken),
        }
        values = (request.remote_addr, method_and_route(), response.status_code, taken, request_id())
        log.info("%s %s %s %.0f ms request=%s", *values, extra={"facts": facts})
        return response
