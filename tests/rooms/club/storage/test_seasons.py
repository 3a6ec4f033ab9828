"""Seasons of a table: counted and listed by themselves, whatever other tables have."""

from __future__ import annotations

from datetime import date, timedelta

from scorekeeper.rooms.club.services.seasons import POINTS, save_season
from scorekeeper.rooms.club.storage.seasons import count_seasons, seasons_of
from scorekeeper.storage.games import create_table
from scorekeeper.storage.models import Table

FIRST = date(2026, 1, 1)
QUARTER = timedelta(weeks=13)


def add_quarters(table: Table, *numbers: int) -> None:
    for number in numbers:
        first = FIRST + number * QUARTER
        parts = {"name": f"Season {number}", "first_night": first, "last_night": first + QUARTER - timedelta(days=1)}
        how = {"counted_by": POINTS, "best_nights": None, "least_games": 1, "for_win": 3, "for_tie": 1, "for_loss": 0}
        save_season(table.id, parts | how | {"for_places": [6, 4, 2, 1]})


def test_seasons_of_a_table_are_counted_and_paged_latest_first(table: Table) -> None:
    other = create_table("Sunday")
    assert count_seasons(table.id) == 0
    add_quarters(table, 1, 3, 2)
    add_quarters(other, 1)
    assert (count_seasons(table.id), count_seasons(other.id)) == (3, 1)
    assert [season.name for season in seasons_of(table.id)] == ["Season 3", "Season 2", "Season 1"]
    assert [season.name for season in seasons_of(table.id, 1, 1)] == ["Season 2"]
