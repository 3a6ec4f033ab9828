"""Routes that declare their role, and what the current request is about: its game, table and membership."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from flask import Flask, g, request
from werkzeug.routing import Rule

from scorekeeper.services import GameOnTable, game_on_table
from scorekeeper.services.members import Membership
from scorekeeper.storage import Game, Role, Table, find_game, find_table

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
    """An address of the app with the least role that it takes, at the table or the game in it.

    An API call also has its `operation`, for its description.
    """

    def __init__(
        self, string: str, *more: Any, role: Access | None = None, operation: object = None, **options: Any
    ) -> None:
        super().__init__(string, *more, **options)
        self.role = role
        self.operation = operation


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


# The rows stay on `g` for the request: the session forgets what nobody holds, and would ask for it once more.


def current_membership() -> Membership:
    """Who makes this request, at the table of its address; for routes that are decided by role."""
    membership: Membership = g.membership
    return membership


def may(least: str) -> bool:
    """Whether whoever asks may do what takes this role at the table of the address; False anywhere else."""
    membership: Membership | None = g.get("membership")
    return membership is not None and membership.may(Role(least))


def current_table() -> Table:
    """The table of the address, or of the game in it. Raises `NoSuchTable`."""
    if "table" not in g:
        parts = request.view_args or {}
        g.table = find_table(str(parts["table"]) if "table" in parts else current_game_row().table_id)
    table: Table = g.table
    return table


def current_game_row() -> Game:
    """The row of the game in the address, without what was recorded in it. Raises `NoSuchGame`."""
    if "game" not in g:
        g.game = find_game(str((request.view_args or {})["game"]))
    game: Game = g.game
    return game


def current_game() -> GameOnTable:
    """The game in the address as it is now: after a write, with what was written. Raises `NoSuchGame`."""
    return game_on_table(str((request.view_args or {})["game"]))
