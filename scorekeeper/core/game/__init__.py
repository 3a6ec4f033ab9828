"""The log of a game: its entries in order, what of them stands, and the scoreboard that they come to."""

from scorekeeper.core.game.course import Course, fold
from scorekeeper.core.game.entered import (
    BIDS,
    CLOSE,
    CORRECTION,
    ERASE,
    HAND,
    MISDEAL,
    REOPEN,
    SIGN,
    START,
    SUBSTITUTE,
    TAKE_BACK,
    AlreadyRecorded,
    Entered,
    Irregular,
    NotNow,
    Proposed,
)
from scorekeeper.core.game.payloads import read_proposal
from scorekeeper.core.game.signs import AGREED, DISPUTED, OWN_DEVICE, PROGRAM, SHARED_DEVICE, Sign
from scorekeeper.core.game.undo import in_force, to_redo, to_undo

__all__ = [
    "AGREED",
    "BIDS",
    "CLOSE",
    "CORRECTION",
    "DISPUTED",
    "ERASE",
    "HAND",
    "MISDEAL",
    "OWN_DEVICE",
    "PROGRAM",
    "REOPEN",
    "SHARED_DEVICE",
    "SIGN",
    "START",
    "SUBSTITUTE",
    "TAKE_BACK",
    "AlreadyRecorded",
    "Course",
    "Entered",
    "Irregular",
    "NotNow",
    "Proposed",
    "Sign",
    "fold",
    "in_force",
    "read_proposal",
    "to_redo",
    "to_undo",
]
