"""Access control for pages and API: each route declares a role, which is checked before every request."""

from scorekeeper.access.gate import (
    can_create_table,
    current_game,
    current_game_row,
    current_membership,
    current_seat,
    current_table,
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
from scorekeeper.access.routes import (
    ANYONE,
    KEEPER,
    OWN_SEAT,
    OWN_TOKEN,
    SCORER,
    TABLE_CREATOR,
    WATCHER,
    Access,
    RoomRole,
    Route,
)
from scorekeeper.access.setup import guard

__all__ = [
    "ANYONE",
    "KEEPER",
    "OWN_SEAT",
    "OWN_TOKEN",
    "SCORER",
    "TABLE_CREATOR",
    "WATCHER",
    "Access",
    "AccessRevoked",
    "NotAMember",
    "NotAllowed",
    "Refused",
    "RoomRole",
    "Route",
    "TokenMissing",
    "TokenUnknown",
    "TooMany",
    "WrongHost",
    "can_create_table",
    "current_game",
    "current_game_row",
    "current_membership",
    "current_seat",
    "current_table",
    "guard",
    "may",
]
