"""Where log lines go: each of our logs prints its own on standard error, and none of them is printed twice."""

import logging
from typing import TextIO, cast

from flask import Flask
from flask.logging import default_handler, wsgi_errors_stream


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
