"""A toy room: a shelf in the corner, with pages of its own, and readers who are there only for the shelf."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, request
from markupsafe import Markup

from scorekeeper.access import WATCHER, RoomRole, current_table
from scorekeeper.hooks import AtHome, AtTable, RoomParts, joins
from scorekeeper.storage.errors import NoSuchRow
from scorekeeper.storage.members import Role
from scorekeeper.storage.visits import TableRow

SHELVES: dict[str, str] = {}
"""The table of each shelf."""
READERS: set[int | None] = set()
"""The members who are let in at the shelf."""
OWN_SHELF = RoomRole("own shelf", "shelf", lambda membership: membership.member_id in READERS)

pages = Blueprint("shelf", __name__, url_prefix="/shelves/<shelf>")


@pages.get("", role=WATCHER)
def show(shelf: str) -> str:
    return f"Shelf of {current_table().name}"


@pages.get("/own", role=OWN_SHELF)
def own(shelf: str) -> str:
    return f"A book from the shelf of {current_table().name}"


def _table_of(shelf: str) -> str:
    assert request.view_args == {"shelf": shelf}
    if shelf not in SHELVES:
        raise NoSuchRow
    return SHELVES[shelf]


@joins
def at_home(secret: str | None, roles: Mapping[str, Role]) -> AtHome:
    if secret is None:
        return AtHome(Markup(), Markup("<p>Buy a shelf</p>"))
    here = [shelf for shelf, table in SHELVES.items() if table in roles]
    urgent = bool(here) and bool(READERS)
    return AtHome(Markup("<p>Shelves: {}</p>").format(len(here)), Markup(), comes_first=urgent, is_here=True)


class AtShelf(AtTable):
    """Readers are led to their shelf."""

    def own_page(self, member_id: int) -> str | None:
        return f"/shelves/{next(iter(SHELVES))}/own" if member_id in READERS else None


@joins
def at_table(table: TableRow) -> AtTable:
    return AtShelf(table)


@joins
def parts() -> RoomParts:
    return RoomParts(blueprints=lambda: [pages], urls=lambda: {"shelf": _table_of})
