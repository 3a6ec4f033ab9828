"""What the club adds to the sample games: a season."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from scorekeeper.rooms.club.services.seasons import save_season
from scorekeeper.services.series import night_of, zone_of
from scorekeeper.storage.games import find_table


def play(table: str) -> dict[str, str]:
    """A season that has begun, of the sample games; it has no id to open."""
    tonight = night_of(datetime.now(UTC), zone_of(find_table(table).zone))
    points = {"counted_by": "points", "for_win": 3, "for_tie": 1, "for_loss": 0, "for_places": None}
    nights = {"first_night": tonight, "last_night": tonight + timedelta(days=90), "best_nights": 8}
    save_season(table, {"name": "Winter", "least_games": 2} | points | nights)
    return {}
