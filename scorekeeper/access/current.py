"""What this request is about: the game, the table and the membership that the gate found, each loaded once."""

from flask import g, request

from scorekeeper.services import GameOnTable, game_on_table
from scorekeeper.services.membership import Membership
from scorekeeper.storage import Game, Role, Table, find_game, find_table

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
