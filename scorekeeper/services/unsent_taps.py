"""Taps that wait on phones: each phone reports how many it holds, so that a keeper can ask for them."""

from contextlib import suppress

from scorekeeper.services.membership import Membership
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import DatabaseBusy
from scorekeeper.storage.games import change_unsent
from scorekeeper.storage.members import Member, member_by_id
from scorekeeper.storage.visits import GameRow

MAX_TAPS = 9999
"""More is not believed."""


def report_unsent(game: GameRow, own: Membership, taps: int) -> None:
    """Remember how many taps for this game wait on the requester's phone; 0: none any more."""
    known = next((row["taps"] for row in game.unsent or () if row["member"] == own.member_id), 0)
    if own.member_id is None or not 0 <= taps <= MAX_TAPS or taps == known:
        return
    with suppress(DatabaseBusy), write_transaction(deadline=0):  # it reports again with its next request
        change_unsent(game.id, own.member_id, taps)


def phones_with_taps(game: GameRow) -> list[tuple[Member, int]]:
    """The phones at the table that hold taps of this game, and how many."""
    found = [(member_by_id(game.table_id, row["member"]), row["taps"]) for row in game.unsent or ()]
    return [(member, taps) for member, taps in found if member is not None and not member.ended()]
