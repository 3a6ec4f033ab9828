"""The API: the use cases of the pages for programs, JSON in and out, a bearer token of a table's link. No cookie."""

from flask import Flask
from flask_wtf.csrf import CSRFProtect

from scorekeeper.api import errors, games, inviting, openapi_views, rule_sets, tables
from scorekeeper.api.blueprint import calls

__all__ = ["calls", "register"]

RESOURCES = (games, inviting, openapi_views, rule_sets, tables)


def register(app: Flask, csrf: CSRFProtect) -> None:
    """Add the calls; no form token protects them, and no cookie opens them."""
    errors.register(app)
    app.json.sort_keys = False  # type: ignore[attr-defined]  # a scoreboard reads from its head
    csrf.exempt(calls)
    app.register_blueprint(calls)
