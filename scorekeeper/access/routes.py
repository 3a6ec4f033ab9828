"""Routes with roles: who may use each route of the app."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from flask import Flask, current_app, request
from werkzeug.routing import Rule

from scorekeeper.access.limits import RateLimit
from scorekeeper.services.membership import Membership
from scorekeeper.storage.members import Role


class Open(StrEnum):
    """Roles that need no membership of the table in the URL."""

    ANYONE = "anyone"
    TABLE_CREATOR = "table creator"  # anyone, or if the settings say so, only keepers of some table


class Own(StrEnum):
    """Roles for what is a member's own: any role will do, also a watcher's."""

    SEAT = "own seat"  # a device whose player sits in the game of the URL
    TOKEN = "own token"  # a program, whichever its table is


@dataclass(frozen=True, slots=True)
class RoomRole:
    """A role at what a room has in the URL, under the name `part`: any member of the table has it.

    Of the devices that are at the table only for the room, those have it that the room `admits`, which may also raise
    a `Refused`.
    """

    name: str
    part: str
    admits: Callable[[Membership], bool]


Access = Role | Open | Own | RoomRole

MAX_FORM_TEXT = 5000
"""The most characters of a text in a form, a query or a call, unless its route says another; fields have less."""
A_FILE = 4 * 1024 * 1024
"""For a form that takes a file's content as text: as large as any request may be."""

WATCHER, SCORER, KEEPER = Role.WATCHER, Role.SCORER, Role.KEEPER
ANYONE, TABLE_CREATOR = Open.ANYONE, Open.TABLE_CREATOR
OWN_SEAT, OWN_TOKEN = Own.SEAT, Own.TOKEN


class Route(Rule):
    """A route of the app and the least role it needs, at the table or game in its URL.

    An API call also has its `operation`, for the OpenAPI document. A `probe` is for monitoring: it is allowed under any
    host name and not in the access log. `longest` is how many characters a text of its form may have. A write that
    makes what `grows` limits counts once more for its table. A page or call `with_names` is the same for those who read
    numbers for the names that a room keeps back: a file, or a choice of names, has no use for a number.
    """

    def __init__(
        self,
        string: str,
        *more: Any,
        role: Access | None = None,
        operation: object = None,
        probe: bool = False,
        longest: int = MAX_FORM_TEXT,
        grows: RateLimit | None = None,
        with_names: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(string, *more, **options)
        self.role = role
        self.operation = operation
        self.probe = probe
        self.longest = longest
        self.grows = grows
        self.with_names = with_names


def role_of(rule: Rule) -> Access | None:
    """Who may use a route; None if it does not declare a role. Static files are public."""
    if rule.endpoint == "static":
        return ANYONE
    return rule.role if isinstance(rule, Route) else None


def has_page(endpoint: str) -> bool:
    """Whether the app has this page: those of closed rooms are left out."""
    return endpoint in current_app.view_functions


def is_probe() -> bool:
    """Whether this request is a monitoring probe."""
    return isinstance(request.url_rule, Route) and request.url_rule.probe


def collect_roles(app: Flask) -> Mapping[str, Access | None]:
    """Who may use each endpoint of the app."""
    return {rule.endpoint: role_of(rule) for rule in app.url_map.iter_rules()}


def check_roles(app: Flask, parts: Collection[str] = ()) -> None:
    """Raise `RuntimeError` for routes without a role, and for a role without a table in the URL.

    `parts` are the names of what rooms have in URLs.
    """
    at_table = ("table", "game", *parts)
    undecided = sorted(endpoint for endpoint, role in collect_roles(app).items() if role is None)
    if undecided:
        raise RuntimeError(f"no role for {', '.join(undecided)}: declare one on the route, as role=KEEPER")
    for rule in app.url_map.iter_rules():
        role = role_of(rule)
        if isinstance(role, Role) and rule.arguments.isdisjoint(at_table):
            raise RuntimeError(f"{rule.endpoint} has a role, but {rule.rule} has no {' or '.join(at_table)}")
        if role is OWN_SEAT and "game" not in rule.arguments:
            raise RuntimeError(f"{rule.endpoint} is for a seat, but {rule.rule} has no game")
        if isinstance(role, RoomRole) and role.part not in rule.arguments:
            raise RuntimeError(f"{rule.endpoint} is for {role.name}, but {rule.rule} has no {role.part}")
