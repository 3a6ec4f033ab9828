"""A table's night over the API."""

from datetime import date
from typing import Annotated

from scorekeeper.access import WATCHER, current_table
from scorekeeper.api.operations import call
from scorekeeper.core.game.player_stats import WHOLE_WIN
from scorekeeper.core.inputs import Json
from scorekeeper.rooms.club.access import with_club
from scorekeeper.rooms.club.services.nights import NightTotals, night_at
from scorekeeper.services.series import zone_of


@call("GET /tables/<table>/nights/<day:night>", WATCHER)
@with_club
def night(table: str, night: date) -> Annotated[Json, "Night"]:
    """Read a night of a table

    A night ends at 5 in the morning of the table’s time zone. `night` is a day: 2026-11-19.

    200: The night’s finished games, and what each player and pair did.
    """
    found = current_table()
    played = night_at(found.id, night, zone_of(found.zone))
    return {
        "night": night.isoformat(),
        "games": [game.row.id for game in played.games],
        "players": [_totals(player) for player in played.players],
        "pairs": [_totals(pair) for pair in played.pairs],
        "nils": played.nils,
        "nils_made": played.nils_made,
    }


def _totals(totals: NightTotals) -> Json:
    return {"name": totals.name, "games": totals.games, "won": totals.won, "points": totals.margin} | {
        "nils": totals.nils,
        "nils_made": totals.nils_made,
        "share": totals.share / WHOLE_WIN,
    }
