"""A table's leaderboards: of all its games, a season, this month or tonight, by any figure that they have."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from scorekeeper.clock import utc_now
from scorekeeper.rooms.club.services.ratings import PROVISIONAL
from scorekeeper.rooms.club.services.seasons import SeasonPlayer, season_period
from scorekeeper.rooms.club.storage.leaderboard import (
    ASCENDING,
    RATING,
    SETS,
    SORTINGS,
    Leader,
    Period,
    Sums,
    leaderboard,
    leaderboard_by_rating,
)
from scorekeeper.rooms.club.storage.models import Season
from scorekeeper.services.series import night_of, night_period, zone_of
from scorekeeper.storage.visits import TableRow

ALL, MONTH, NIGHT, SEASON = "all", "month", "night", "season"
RANKED_FROM = {ALL: PROVISIONAL, MONTH: 3, NIGHT: 1}
"""The periods beside a season, each with how many games a player needs for a rank, unless somebody asks for others."""
SCORE = "score"
"""What a season is sorted by: its points, or the share of wins."""


@dataclass(frozen=True, slots=True)
class Leaders:
    """Some players of a leaderboard, its period, and in a season what everybody has there, by the player's id."""

    period: Period
    players: list[Leader]
    in_season: dict[int, SeasonPlayer] = field(default_factory=dict)


def period_of(table: TableRow, key: str, least: int | None = None) -> Period:
    """All games of the table, those of this month or of this night."""
    zone = zone_of(table.zone)
    night = night_of(utc_now(), zone)
    began = {ALL: None, MONTH: night.replace(day=1), NIGHT: night}[key]
    since = None if began is None else night_period(began, zone)[0]
    return Period(table.id, least or RANKED_FROM[key], since)


def leaders_of(table: TableRow, key: str, by: str, solo: int, least: int | None, limit: int, skip: int) -> Leaders:
    """A page of the leaderboard of this period."""
    period = period_of(table, key, least)
    if by == RATING:
        return Leaders(period, leaderboard_by_rating(table.id, solo, period.ranked_from, limit, skip))
    return Leaders(period, leaderboard(period, by, limit, skip))


def leaders_of_season(
    table: TableRow, season: Season, players: Sequence[SeasonPlayer], by: str, limit: int, skip: int
) -> Leaders:
    """A page of the leaderboard of a season, of everybody in it."""
    period = season_period(season, zone_of(table.zone))
    known = {player.id: player for player in players}
    if by != SCORE and season.closed is not None:
        return Leaders(period, _sorted(players, by, season.least_games)[skip : skip + limit], known)
    if by != SCORE:
        return Leaders(period, leaderboard(period, by, limit, skip), known)
    page = [Leader(player.id, player.name, player.sums, player.rank) for player in players[skip : skip + limit]]
    return Leaders(period, page, known)


def _sorted(players: Sequence[SeasonPlayer], by: str, least: int) -> list[Leader]:
    """The players of a closed season, as `leaderboard` sorts and ranks those of one that is counted."""
    if by == "name":
        return [Leader(own.id, own.name, own.sums, None) for own in sorted(players, key=lambda own: own.name)]

    def key(own: SeasonPlayer) -> tuple[bool, bool, Fraction]:
        figure = _figure(own.sums, by)
        best_first = figure if figure is None or by in ASCENDING else -figure
        return own.sums.games < least, best_first is None, best_first or Fraction(0)

    ordered = sorted(players, key=lambda own: (*key(own), -own.sums.games, own.name))
    keys = [key(own) for own in ordered]
    return [
        Leader(own.id, own.name, own.sums, 1 + keys.index(key(own)) if own.sums.games >= least else None)
        for own in ordered
    ]


def _figure(sums: Sums, by: str) -> Fraction | None:
    """The figure that is sorted by; None if there is nothing to divide by."""
    if by == SETS:
        return Fraction(sums.contracts_set, sums.contracts) if sums.contracts else None
    part, whole = SORTINGS[by]
    number = int(getattr(sums, part))
    if whole is None:
        return Fraction(number)
    return Fraction(number, int(getattr(sums, whole))) if getattr(sums, whole) else None
