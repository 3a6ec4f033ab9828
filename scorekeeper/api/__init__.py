"""The API: the use cases of the pages for programs, JSON in and out, a bearer token of a table's link. No cookie."""

from flask import Flask
from flask_wtf.csrf import CSRFProtect

from scorekeeper.api import errors
from scorekeeper.api.operations import calls, calls_of

# In this order the description lists the calls.
# isort: off
from scorekeeper.api import tables, house_rules, games, rule_sets, operations
# isort: on

__all__ = ["calls", "register"]

RESOURCES = (tables, house_rules, games, rule_sets, operations)


def register(app: Flask, csrf: CSRFProtect) -> None:
    """Add the calls; no form token protects them, and no cookie opens them.

    Raises `RuntimeError` for a call without an operation.
    """
    errors.register(app)
    app.json.sort_keys = False  # type: ignore[attr-defined]  # a scoreboard reads from its head
    csrf.exempt(calls)
    app.register_blueprint(calls)
    calls_of(app)
