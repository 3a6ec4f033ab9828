"""Access control for pages and API: each route declares a role, which is checked before every request."""

from scorekeeper.access.gate import (
    can_create_table,
    current_game,
    current_game_row,
    current_membership,
    current_phone,
    current_seat,
    current_table,
    current_tournament,
    may,
)
from scorekeeper.access.refusals import (
    AccessRevoked,
    NotAllowed,
    NotAMember,
    Refused,
    TokenMissing,
    TokenUnknown,
    TooMany,
    WrongHost,
)
from scorekeeper.access.routes import ANYONE, KEEPER, OWN_MATCH, OWN_SEAT, SCORER, TABLE_CREATOR, WATCHER, Access, Route
from scorekeeper.access.setup import guard

__all__ = [
    "ANYONE",
    "KEEPER",
    "OWN_MATCH",
    "OWN_SEAT",
    "SCORER",
    "TABLE_CREATOR",
    "WATCHER",
    "Access",
    "AccessRevoked",
    "NotAMember",
    "NotAllowed",
    "Refused",
    "Route",
    "TokenMissing",
    "TokenUnknown",
    "TooMany",
    "WrongHost",
    "can_create_table",
    "current_game",
    "current_game_row",
    "current_membership",
    "current_phone",
    "current_seat",
    "current_table",
    "current_tournament",
    "guard",
    "may",
]
