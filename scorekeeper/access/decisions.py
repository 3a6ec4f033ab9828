"""The kinds of decision that the table of routes is made of."""

from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.storage import Role


class Place(StrEnum):
    """What of an address says which table is meant: its own id, one of its games', or nothing."""

    TABLE = "table"
    GAME = "game"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class Decision:
    """Who may use a route: at least this role at the table of the address.

    `least` None: anyone may, member or not. `founding`: anyone where strangers may start tables, else keepers.
    """

    least: Role | None
    place: Place = Place.NOWHERE
    founding: bool = False


ANYONE = Decision(None)
FOUNDING = Decision(None, founding=True)
AT_TABLE = {role: Decision(role, Place.TABLE) for role in Role}
AT_GAME = {role: Decision(role, Place.GAME) for role in Role}
