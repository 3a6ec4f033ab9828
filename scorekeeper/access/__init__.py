"""Who may do what: one table of routes and roles, read before every request. It serves the pages and the API alike."""

from scorekeeper.access.decisions import ANYONE, AT_GAME, AT_TABLE, FOUNDING, Decision
from scorekeeper.access.gate import here, may, may_found
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
    "guard",
    "here",
    "may",
    "may_found",
]
