"""Leaderboards over the API: of all games, a season, this month or tonight; and the games of each two players."""

from collections.abc import Mapping
from typing import Annotated, Any

from flask import Response, request
from sqlalchemy import Row

from scorekeeper.access import WATCHER, current_table
from scorekeeper.api.operations import call
from scorekeeper.api.paging import MAX_PAGE, PAGE, after, limit, limit_asked, page_answer, page_asked
from scorekeeper.api.serializers import BODY, Json, number_asked
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.faults import NOT_ONE_OF
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.words.language import translatable
from scorekeeper.rooms.club.access import with_club
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
    games_among,
    most_active,
)
from scorekeeper.rooms.club.storage.ratings import ratings_of
from scorekeeper.rooms.club.storage.seasons import find_season
from scorekeeper.services.series import zone_of
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Season
from scorekeeper.storage.players import find_main_player
from scorekeeper.storage.visits import TableRow

PAGE_SIZE = 50
MAX_ID = 2**31 - 1
MAX_PLAYERS = 50
"""Players whose games with each other are counted; without any given, those with the most games."""
PERIODS = (*RANKED_FROM, SEASON)
SORTS = (*SORTINGS, RATING, SCORE)
KINDS = ("pairs", "solo")

OF_PERIOD: tuple[Json, ...] = (
    {
        "name": "period",
        "in": "query",
        "description": translatable("Which games count. `season` needs the season’s number."),
        "schema": {"enum": list(PERIODS), "default": ALL},
    },
    {
        "name": "season",
        "in": "query",
        "description": translatable("The number of a season; then the period is `season`."),
        "schema": {"type": "integer", "minimum": 1, "maximum": MAX_ID},
    },
)


def _choice(name: str, known: tuple[str, ...], otherwise: str) -> str:
    """What the query asks for. Raises `InvalidInput`."""
    asked = request.args.get(name, otherwise)
    if asked not in known:
        raise InvalidInput(NOT_ONE_OF.at(BODY, {"what": name, "value": quote(asked), "parts": known}))
    return asked


def _season_asked(table: TableRow) -> Season | None:
    """The season in the query. Raises `InvalidInput`, `NoSuchSeason`."""
    number = number_asked("season", 1, MAX_ID)
    if _choice("period", PERIODS, ALL) != SEASON and number is None:
        return None
    return find_season(table.id, number or 0)


@call(
    "GET /tables/<table>/leaderboard",
    WATCHER,
    query=(
        *OF_PERIOD,
        {
            "name": "sort",
            "in": "query",
            "description": translatable(
                "What to sort by: `rating` for all games, `score` for a season. Without it, the usual figure."
            ),
            "schema": {"enum": list(SORTS)},
        },
        {
            "name": "least",
            "in": "query",
            "description": translatable("The games that a player needs for a rank; a season has its own."),
            "schema": {"type": "integer", "minimum": 1, "maximum": 1000},
        },
        {
            "name": "games",
            "in": "query",
            "description": translatable("Whose ratings: of games with partners, or of those played alone."),
            "schema": {"enum": list(KINDS), "default": KINDS[0]},
        },
        after(MAX_PAGE),
        limit(PAGE_SIZE),
        PAGE,
    ),
)
@with_club
def leaderboard(table: str) -> Annotated[Response, "Leaderboard"]:
    """Read a leaderboard

    The players of a period by one of their figures. Those with fewer games than `ranked_from` come last, without a
    rank; whoever asked to be left out of rankings is not there. `score` is what a season counts.

    200: A page of players, the best first.
    """
    found = current_table()
    season = _season_asked(found)
    period = SEASON if season is not None else _choice("period", PERIODS, ALL)
    known = tuple(sort for sort in SORTS if sort not in (SCORE if season is None else RATING,))
    usual = SCORE if season is not None else RATING if period == ALL else "won"
    by = _choice("sort", known if period in (ALL, SEASON) else tuple(SORTINGS), usual)
    solo = KINDS.index(_choice("games", KINDS, KINDS[0]))
    page, most = page_asked(), limit_asked(PAGE_SIZE)
    skip = (page - 1) * most
    ratings_are_current(found)
    if season is not None:
        leaders = leaders_of_season(found, season, season_players(season, zone_of(found.zone)), by, most + 1, skip)
    else:
        leaders = leaders_of(found, period, by, solo, number_asked("least", 1, 1000), most + 1, skip)
    rows = leaders.players[:most]
    ratings = ratings_of(db.session(), [row.id for row in rows]) if period == ALL else {}
    return page_answer(
        "players",
        [_leader(row, leaders, ratings, solo) for row in rows],
        page + 1 if len(leaders.players) > most else None,
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
        "rating": None if rating is None else shown_rating(rating.mu),
        "doubt": None if rating is None else shown_doubt(rating.sigma),
        "score": None if scored is None else scored.score,
    }


@call(
    "GET /tables/<table>/head-to-head",
    WATCHER,
    query=(
        *OF_PERIOD,
        {
            "name": "players",
            "in": "query",
            "description": translatable("Up to 50 players’ numbers, with commas: 1,2,5."),
            "schema": {"type": "string", "maxLength": 600},
        },
    ),
)
@with_club
def head_to_head(table: str) -> Annotated[Json, "HeadToHead"]:
    """Read who won how often with and against whom

    For each two of these players the games that they had together or against each other, and how many of them the first
    one won. Without `players`, the 50 with the most games.

    200: The games of each two players, as partners and as opponents.
    """
    found = current_table()
    season = _season_asked(found)
    if season is not None:
        period = season_period(season, zone_of(found.zone))
    else:
        period = period_of(found, _choice("period", PERIODS, ALL))
    names = _players_asked(found.id, period)
    return {
        "players": [{"player": player, "name": name} for player, name in names.items()],
        "partners": [_pair(pair) for pair in games_among(period, list(names), partners=True)],
        "opponents": [_pair(pair) for pair in games_among(period, list(names), partners=False)],
    }


def _players_asked(table_id: str, period: Period) -> dict[int, str]:
    """The names of the players in the query, by number, without those left out of rankings. Raises `InvalidInput`."""
    asked = request.args.get("players")
    if asked is None:
        return most_active(period, MAX_PLAYERS)
    names: dict[int, str] = {}
    for number in asked.split(",")[:MAX_PLAYERS]:
        player = find_main_player(table_id, number_asked("players", 1, MAX_ID, {"players": number}) or 0).player
        if not player.unranked:
            names[player.id] = player.name
    return names


def _pair(pair: Pair) -> Json:
    return {"player": pair.player_id, "other": pair.other_id, "games": pair.games, "won": pair.won}
