"""How much a device may write and a table may grow. No evening comes near any of it: it stops what runs wild."""

from flask import request

from scorekeeper.access.limits import Limit, spend
from scorekeeper.access.room import check_room
from scorekeeper.services.membership import Membership

READING = ("GET", "HEAD", "OPTIONS")
GROWING = {
    "games.create": Limit.GAMES,
    "games.rematch": Limit.GAMES,
    "api.new_game": Limit.GAMES,
    "api.rematch": Limit.GAMES,
    "share.limited": Limit.LINKS,
    "share.code": Limit.LINKS,
    "pen.create": Limit.LINKS,
    "api.new_invite": Limit.LINKS,
}


def count_write(endpoint: str, membership: Membership | None) -> None:
    """Count what this request is about to write; nothing where it only reads.

    Raises `TooMany` where the device or its table has had its share, `NoRoom` where the disk is nearly full.
    """
    if request.method in READING:
        return
    check_room()
    if membership is None:  # who is at no table is counted by address, where it matters
        return
    _count(Limit.WRITES, f"{membership.table_id} {membership.member_id or membership.name}")
    grown = GROWING.get(endpoint)
    if grown is not None:
        _count(grown, membership.table_id)


def _count(limit: Limit, whose: str) -> None:
    spend(limit, whose=whose)
