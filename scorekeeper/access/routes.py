"""Routes that say who may use them, where they are declared: `@pages.get("", role=KEEPER)`.

A page is asked with the device's cookie, a call of the API with a bearer token, never the other way round. To strangers
a table that they are not in looks like one that does not exist.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from flask import Flask, request
from werkzeug.routing import Rule

from scorekeeper.storage import Role

API = "api"
"""The blueprint of the calls."""


class Open(StrEnum):
    """Roles that take no membership of the table in the address."""

    ANYONE = "anyone"
    TABLE_CREATOR = "table creator"  # anyone where strangers may start tables, else keepers of any table


Access = Role | Open

WATCHER, SCORER, KEEPER = Role.WATCHER, Role.SCORER, Role.KEEPER
ANYONE, TABLE_CREATOR = Open.ANYONE, Open.TABLE_CREATOR


class Route(Rule):
    """An address of the app with the least role that it takes, at the table or the game in it."""

    def __init__(self, string: str, *more: Any, role: Access | None = None, **options: Any) -> None:
        super().__init__(string, *more, **options)
        self.role = role


def role_of(rule: Rule) -> Access | None:
    """Who may use a route; None where nobody decided. Static files are everyone's."""
    if rule.endpoint == "static":
        return ANYONE
    return rule.role if isinstance(rule, Route) else None


def collect_roles(app: Flask) -> Mapping[str, Access | None]:
    """Who may use each endpoint of the app."""
    return {rule.endpoint: role_of(rule) for rule in app.url_map.iter_rules()}


def check_roles(app: Flask) -> None:
    """Raise `RuntimeError` for routes that nobody decided on, and for those whose role is at no table."""
    undecided = sorted(endpoint for endpoint, role in collect_roles(app).items() if role is None)
    if undecided:
        raise RuntimeError(f"nobody decided who may use {', '.join(undecided)}: say it on the route, as role=KEEPER")
    for rule in app.url_map.iter_rules():
        if isinstance(role_of(rule), Role) and not {"table", "game"} & rule.arguments:
            raise RuntimeError(f"{rule.endpoint} takes a role, and {rule.rule} names no table or game")


def is_call() -> bool:
    """Whether a program asks, by the API."""
    return request.blueprint == API
