"""Who may do what: one table of routes and roles, read before every request. It serves the pages and the API alike."""

from scorekeeper.access.current import current_game, current_game_row, current_membership, current_table, may
from scorekeeper.access.decisions import ANYONE, AT_GAME, AT_TABLE, FOUNDING, Decision
from scorekeeper.access.gate import may_found
from scorekeeper.access.refusals import (
    NotAllowed,
    NotIn,
    PutOut,
    Refused,
    TokenMissing,
    TokenUnknown,
    TooMany,
    WrongHost,
)
from scorekeeper.access.setup import guard

__all__ = [
    "ANYONE",
    "AT_GAME",
    "AT_TABLE",
    "FOUNDING",
    "Decision",
    "NotAllowed",
    "NotIn",
    "PutOut",
    "Refused",
    "TokenMissing",
    "TokenUnknown",
    "TooMany",
    "WrongHost",
    "current_game",
    "current_game_row",
    "current_membership",
    "current_table",
    "guard",
    "may",
    "may_found",
]
