"""What addresses of the club have, and its routes that take nothing: for `tests/access/test_largest_input.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rooms.club.services.seasons import save_season

if TYPE_CHECKING:
    from tests.access.cast import Cast

WITHOUT_FIELDS = dict.fromkeys(("seasons.remove", "seasons.reopen"), "a tap, which has no field")


def come(cast: Cast) -> dict[str, str]:
    """A season."""
    with cast.app.app_context():
        year = {"name": "2026", "first_night": "2026-01-01", "last_night": "2026-12-31"}
        return {"season": str(save_season(cast.table, year).id)}
