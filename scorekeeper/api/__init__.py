"""The JSON API: the pages' use cases for programs, opened by a link's bearer token, never by a cookie."""

from flask import Flask
from flask_wtf.csrf import CSRFProtect

from scorekeeper.api import errors
from scorekeeper.api.operations import calls, calls_of

# In this order the description lists the calls.
# isort: off
from scorekeeper.api import tables, settings, house_rules, games, rule_sets, operations
# isort: on

__all__ = ["calls", "register"]

RESOURCES = (tables, settings, house_rules, games, rule_sets, operations)


def register(app: Flask, csrf: CSRFProtect) -> None:
    """Add the calls, without form tokens.

    Raises `RuntimeError` for a call without an operation.
    """
    errors.register(app)
    app.json.sort_keys = False  # type: ignore[attr-defined]  # a scoreboard reads from its head
    csrf.exempt(calls)
    app.register_blueprint(calls)
    calls_of(app)
