"""Leaderboards over the API: of all games, a season, this month or tonight; and the games of each two players."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from flask import Response
from sqlalchemy import Row

from scorekeeper.access import WATCHER, current_table
from scorekeeper.api.operations import call
from scorekeeper.api.paging import ByPage, PageLimit, page_answer
from scorekeeper.api.schemas import TEXT
from scorekeeper.api.sending import AsIs
from scorekeeper.api.serializers import asked_at, number_asked
from scorekeeper.core.game.player_stats import WHOLE_WIN
from scorekeeper.core.inputs import Json
from scorekeeper.declared import OneOf, Whole
from scorekeeper.rooms.club.access import with_club
from scorekeeper.rooms.club.api.sorting import Order, is_backwards, part_of
from scorekeeper.rooms.club.services.leaderboards import (
    ALL,
    RANKED_FROM,
    SCORE,
    SEASON,
    Leaders,
    leaders_of,
    leaders_of_season,
    period_of,
)
from scorekeeper.rooms.club.services.ratings import ratings_are_current, shown_doubt, shown_rating
from scorekeeper.rooms.club.services.seasons import season_period, season_players
from scorekeeper.rooms.club.storage.leaderboard import (
    FIGURES,
    RATING,
    SORTINGS,
    Leader,
    Pair,
    Period,
    count_shown,
    games_among,
    most_active,
)
from scorekeeper.rooms.club.storage.models import Season
from scorekeeper.rooms.club.storage.ratings import ratings_of
from scorekeeper.rooms.club.storage.seasons import find_season
from scorekeeper.services.series import zone_of
from scorekeeper.storage.database import db
from scorekeeper.storage.players import find_main_player
from scorekeeper.storage.visits import TableRow

PAGE_SIZE = 50
MAX_ID = 2**31 - 1
MAX_PLAYERS = 50
"""Players whose games with each other are counted; without any given, those with the most games."""
PERIODS = (*RANKED_FROM, SEASON)
SORTS = (*SORTINGS, RATING, SCORE)
KINDS = ("pairs", "solo")


@dataclass(frozen=True, slots=True)
class PeriodQuery:
    """Which games count.

    period: Which games count. `season` needs the season’s number.
    season: The number of a season; then the period is `season`.
    """

    period: Annotated[str, OneOf(PERIODS)] = ALL
    season: Annotated[int | None, Whole(1, MAX_ID)] = None


@dataclass(frozen=True, slots=True)
class LeaderboardQuery(ByPage, PeriodQuery):
    """Who is ranked, and by what.

    sort: What to sort by: `rating` for all games, `score` for a season. Without it, the usual figure.
    least: The games that a player needs for a rank; a season has its own.
    games: Whose ratings: of games with partners, or of those played alone.
    """

    sort: Annotated[str | None, OneOf(SORTS)] = None
    least: Annotated[int | None, Whole(1, 1000)] = None
    games: Annotated[str, OneOf(KINDS)] = KINDS[0]
    order: Order = None
    limit: PageLimit = PAGE_SIZE


@dataclass(frozen=True, slots=True)
class PairsQuery(PeriodQuery):
    """Whose games with each other.

    players: Up to 50 players’ numbers, with commas: 1,2,5.
    """

    players: Annotated[str | None, AsIs(TEXT | {"maxLength": 600})] = None


def _season_asked(table: TableRow, query: PeriodQuery) -> Season | None:
    """The season in the query. Raises `NoSuchSeason`."""
    if query.period != SEASON and query.season is None:
        return None
    return find_season(table.id, query.season or 0)


@call("GET /tables/<table>/leaderboard", WATCHER)
@with_club
def leaderboard(table: str, query: LeaderboardQuery) -> Annotated[Response, "Leaderboard"]:
    """Read a leaderboard

    The players of a period by one of their figures. Those with fewer games than `ranked_from` come last, without a
    rank; whoever asked to be left out of rankings is not there. `score` is what a season counts.

    200: A page of players, the best first.
    """
    found = current_table()
    season = _season_asked(found, query)
    period = SEASON if season is not None else query.period
    known = tuple(sort for sort in SORTS if sort not in (SCORE if season is None else RATING,))
    usual = SCORE if season is not None else RATING if period == ALL else "won"
    by = asked_at("sort").one_of(query.sort or usual, "sort", known if period in (ALL, SEASON) else tuple(SORTINGS))
    solo, page, most = KINDS.index(query.games), query.number, query.limit
    ratings_are_current(found)
    in_season = [] if season is None else season_players(season, zone_of(found.zone))

    def leaders_from(limit: int, skip: int) -> Leaders:
        if season is not None:
            return leaders_of_season(found, season, in_season, by, limit, skip)
        return leaders_of(found, period, by, solo, query.least, limit, skip)

    backwards = is_backwards(by, query.order)
    whole = len(in_season) if by == SCORE else count_shown(found.id)
    limit, skip = part_of(whole, page, most, backwards)
    leaders = leaders_from(limit, skip)
    rows = [*reversed(leaders.players)] if backwards else leaders.players
    more, rows = len(rows) > most, rows[:most]
    ratings = ratings_of(db.session(), [row.id for row in rows]) if period == ALL else {}
    return page_answer(
        "players",
        [_leader(row, leaders, ratings, solo) for row in rows],
        page + 1 if more else None,
        period=period,
        season=None if season is None else season.id,
        sort=by,
        ranked_from=leaders.period.ranked_from,
    )


def _leader(leader: Leader, leaders: Leaders, ratings: Mapping[tuple[int, int], Row[Any]], solo: int) -> Json:
    rating = ratings.get((leader.id, solo))
    scored = leaders.in_season.get(leader.id)
    return {
        "player": leader.id,
        "name": leader.name,
        "rank": leader.rank,
        **{key: 0 if leader.sums is None else getattr(leader.sums, key) for key in FIGURES},
        "share": 0 if leader.sums is None else leader.sums.share / WHOLE_WIN,
        "rating": None if rating is None else shown_rating(rating.mu),
        "doubt": None if rating is None else shown_doubt(rating.sigma),
        "score": None if scored is None else scored.score,
    }


@call("GET /tables/<table>/head-to-head", WATCHER)
@with_club
def head_to_head(table: str, query: PairsQuery) -> Annotated[Json, "HeadToHead"]:
    """Read who won how often with and against whom

    For each two of these players the games that they had together or against each other, and how many of them the first
    one won. Without `players`, the 50 with the most games.

    200: The games of each two players, as partners and as opponents.
    """
    found = current_table()
    season = _season_asked(found, query)
    period = period_of(found, query.period) if season is None else season_period(season, zone_of(found.zone))
    names = _players_asked(found.id, period, query.players)
    return {
        "players": [{"player": player, "name": name} for player, name in names.items()],
        "partners": [_pair(pair) for pair in games_among(period, list(names), partners=True)],
        "opponents": [_pair(pair) for pair in games_among(period, list(names), partners=False)],
    }


def _players_asked(table_id: str, period: Period, asked: str | None) -> dict[int, str]:
    """The names of the players in the query, by number, without those left out of rankings. Raises `InvalidInput`."""
    if asked is None:
        return most_active(period, MAX_PLAYERS)
    names: dict[int, str] = {}
    for number in asked.split(",")[:MAX_PLAYERS]:
        player = find_main_player(table_id, number_asked("players", 1, MAX_ID, {"players": number}) or 0).player
        if player.is_ranked:
            names[player.id] = player.name
    return names


def _pair(pair: Pair) -> Json:
    counted: Json = {"games": pair.games, "won": pair.won, "share": pair.share / WHOLE_WIN}
    return {"player": pair.player_id, "other": pair.other_id, **counted}
