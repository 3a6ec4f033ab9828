"""The JSON API: the same use cases as the pages, with a link's token as bearer token and without cookies."""

from flask import Flask
from flask_wtf.csrf import CSRFProtect

from scorekeeper.api import errors, origins
from scorekeeper.api.operations import calls, calls_of
from scorekeeper.api.reference import latest

# The OpenAPI document lists the calls in this order, then those of rooms.
# isort: off
from scorekeeper.api import (
    tables,
    sharing,
    players,
    presets,
    games,
    entries,
    scripted,
    transfer,
    checking,
    erasing,
    rule_sets,
)
from scorekeeper.api import operations
# isort: on

__all__ = ["calls", "register"]

RESOURCES = (
    tables,
    sharing,
    players,
    presets,
    games,
    entries,
    scripted,
    transfer,
    checking,
    erasing,
    rule_sets,
    operations,
)


def register(app: Flask, csrf: CSRFProtect) -> None:
    """Add the API calls, exempt from CSRF tokens.

    Raises `RuntimeError` for a call without an operation.
    """
    operations.subjects()  # imports the calls of rooms
    origins.register(app)
    errors.register(app)
    app.json.sort_keys = False  # type: ignore[attr-defined]  # keep the order of a scoreboard's keys
    csrf.exempt(calls)
    app.register_blueprint(calls)
    app.register_blueprint(latest)
    calls_of(app)
