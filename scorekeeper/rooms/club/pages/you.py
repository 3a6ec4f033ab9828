"""Whose phone asks: pages of the club say “you” to the player who said so under *Who are you?*."""

from typing import NamedTuple

from scorekeeper.access import current_membership
from scorekeeper.storage.members import member_by_id
from scorekeeper.storage.players import NoSuchPlayer, find_main_player


class You(NamedTuple):
    """The player of this phone, by the main name."""

    id: int
    name: str


def this_player(table_id: str) -> You | None:
    """The player whose phone asks; None on a phone that is nobody's."""
    member = member_by_id(table_id, current_membership().member_id or 0)
    if member is None or member.player_id is None:
        return None
    try:
        found = find_main_player(table_id, member.player_id).player
    except NoSuchPlayer:
        return None
    return You(found.id, found.name)
