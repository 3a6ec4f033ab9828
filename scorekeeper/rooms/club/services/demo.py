"""What the club adds to the made-up year of the demo: stakes from its first night, four seasons, and payments."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta, tzinfo
from random import Random
from typing import Any

from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.club.domain.stakes import MOST_WINS, Stake, Stakes, fewest_payments
from scorekeeper.rooms.club.services.ratings import rate_again
from scorekeeper.rooms.club.services.seasons import PLACES, POINTS, SHARE, save_season
from scorekeeper.rooms.club.services.settling import Marked, mark_as_paid, set_stakes, settlements
from scorekeeper.rooms.club.storage.seasons import seasons_of
from scorekeeper.services.series import night_of, zone_of
from scorekeeper.storage.games import find_table

SEASON = timedelta(weeks=13)
STAKES = Stakes("EUR", {"game": Stake(100), "bag": Stake(5, to_pot=True)}, MOST_WINS)


@contextmanager
def made_up(table: str, first: datetime, last: datetime, _rng: Random) -> Iterator[None]:
    """Around the games of the year."""
    set_stakes(table, STAKES, since=first)
    yield
    zone = zone_of(find_table(table).zone)
    rate_again(table)
    _start_seasons(table, night_of(last, zone) - (last - first) + timedelta(days=1))
    _settle(table, zone)


def _settle(table: str, zone: tzinfo) -> None:
    """All but the last season is paid."""
    for season in seasons_of(table)[1:]:
        for own in settlements(table, zone, season):
            for transfer in fewest_payments({each.player_id: each.amount for each in own.balances if each.amount}):
                mark_as_paid(table, zone, season, own.currency, transfer, Marked(credit=True))


def _start_seasons(table: str, first: date) -> None:
    """Four seasons, each counted in another way; the last one goes on."""
    ways: list[dict[str, Any]] = [
        {"counted_by": POINTS, "best_nights": None},
        {"counted_by": SHARE, "best_nights": None},
        {"counted_by": PLACES, "best_nights": None},
        {"counted_by": POINTS, "best_nights": 6},
    ]
    for number, way in enumerate(ways, start=1):
        last = first + SEASON - timedelta(days=1)
        parts = {
            "name": _("Season {number}", number=number),
            "first_night": first,
            "last_night": last,
            "least_games": 5,
        } | way
        save_season(table, parts | {"for_win": 3, "for_tie": 1, "for_loss": 0, "for_places": [6, 4, 2, 1]})
        first = last + timedelta(days=1)
