"""Seasons over the API: list, read, start, change and remove one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from flask import Response

from scorekeeper.access import KEEPER, WATCHER, current_membership, current_table
from scorekeeper.api.making import Made, made, once
from scorekeeper.api.operations import call
from scorekeeper.api.paging import ByPage, PageLimit, page_answer
from scorekeeper.api.serializers import BODY, json_body
from scorekeeper.clock import utc_now
from scorekeeper.core.inputs import Json
from scorekeeper.core.inputs.faults import ValueKind
from scorekeeper.declared import Most, Whole
from scorekeeper.formats.chain import canonical_time
from scorekeeper.formats.days import read_day
from scorekeeper.rooms.club.access import with_club
from scorekeeper.rooms.club.services.closing import changes_since_closing, close_season, reopen_season
from scorekeeper.rooms.club.services.seasons import (
    SeasonClosed,
    SeasonPlayer,
    champions,
    players_of_seasons,
    save_season,
)
from scorekeeper.rooms.club.storage.models import Season
from scorekeeper.rooms.club.storage.seasons import SETTINGS, find_season, remove_season, seasons_of
from scorekeeper.services.series import night_of, zone_of

PAGE_SIZE = 20
MAX_CHAMPIONS = 100
"""Of players who are level, who may share a season."""
PlayerNumber = Annotated[int, Whole(1, 2**31 - 1)]
NIGHTS = ("first_night", "last_night")
WINTER = {"name": "Winter 2026", "first_night": "2026-11-01", "last_night": "2027-01-31", "least_games": 5}
LEAGUE = WINTER | {"name": "League 2026", "counted_by": "places", "for_places": [6, 3, 1]}


@dataclass(frozen=True, slots=True)
class SeasonsQuery(ByPage):
    """Which seasons."""

    limit: PageLimit = PAGE_SIZE


@call("GET /tables/<table>/seasons", WATCHER)
@with_club
def seasons(table: str, query: SeasonsQuery) -> Annotated[Response, "Seasons"]:
    """List a table’s seasons

    Each with who is first now: the champions, once it is over.

    200: A page of seasons, the one that ends last first.
    """
    page, most = query.number, query.limit
    found = seasons_of(table, most + 1, (page - 1) * most)
    return page_answer("seasons", _seasons_json(found[:most]), page + 1 if len(found) > most else None)


@call("GET /tables/<table>/seasons/<int:season>", WATCHER, "season")
@with_club
def one_season(table: str, season: int) -> Annotated[Json, "Season"]:
    """Read a season

    Its nights, how its games count, and who is first. Its leaderboard is a call of its own.

    200: The season.
    """
    return _season_json(find_season(table, season))


@call("POST /tables/<table>/seasons", KEEPER, body="NewSeason", examples={"winter": WINTER, "league": LEAGUE})
@with_club
def new_season(table: str) -> Annotated[Made, "Season"]:
    """Start a season

    Both nights count, and a game belongs to the night in which it began. `counted_by` is `points` for each game, the
    `share` of games won, points for the `places` of each night, or `sets`: of the contracts with partners those that
    did not fail. With `best_nights`, only that many of a player’s nights count.

    201: The season.
    """
    body = BODY.mapping(json_body(), "it", SETTINGS, required=("name", *NIGHTS))
    parts = _parts(body, {})
    season, saved, new = once(
        lambda: save_season(table, parts).id, lambda season: _season_json(find_season(table, int(season))), table
    )
    return made(saved, "season", new=new, table=table, season=season)


@call(
    "PATCH /tables/<table>/seasons/<int:season>",
    KEEPER,
    body="SeasonChange",
    examples={"longer": {"last_night": "2027-02-28"}},
)
@with_club
def change_season(table: str, season: int) -> Annotated[Json, "Season"]:
    """Change a season

    Parts you leave out stay as they are. No game changes: a season only counts them. A closed one is refused.

    200: The season as it is now.
    """
    found = find_season(table, season)
    body = BODY.mapping(json_body(), "it", SETTINGS)
    save_season(table, _parts(body, {name: getattr(found, name) for name in SETTINGS}), found)
    return _season_json(find_season(table, season))


@call("DELETE /tables/<table>/seasons/<int:season>", KEEPER, "remove_season")
@with_club
def delete_season(table: str, season: int) -> tuple[str, int]:
    """Remove a season

    Only the season goes: no game changes. A closed one is refused.

    204: The season is deleted. Its games stay.
    """
    if find_season(table, season).closed is not None:
        raise SeasonClosed
    remove_season(table, season)
    return "", 204


@dataclass(frozen=True, slots=True)
class Champions:
    """Who is champion where several are level.

    players: Some of those whom no tie-break tells apart, by number; null: all of them share it.
    """

    players: Annotated[list[PlayerNumber] | None, Most(MAX_CHAMPIONS, filled=True)] = None


@call(
    "PUT /tables/<table>/seasons/<int:season>/closed",
    KEEPER,
    "close_season",
    examples={"as it is": {}},
)
@with_club
def put_closed(table: str, season: int, body: Champions) -> Annotated[Json, "Season"]:
    """Close a season

    After its last night. Its champions and its leaderboard stay as they are now, whatever changes later in its games.

    200: The season as it is now.
    """
    member = current_membership().member_id
    close_season(table, season, zone_of(current_table().zone), member, body.players)
    return _season_json(find_season(table, season))


@call("DELETE /tables/<table>/seasons/<int:season>/closed", KEEPER, "reopen_season")
@with_club
def delete_closed(table: str, season: int) -> Annotated[Json, "Season"]:
    """Reopen a season

    Then it counts its games as they are now.

    200: The season as it is now.
    """
    reopen_season(table, season, current_membership().member_id)
    return _season_json(find_season(table, season))


@call("GET /tables/<table>/seasons/<int:season>/changes", WATCHER, "season_changes")
@with_club
def season_changes(table: str, season: int) -> Annotated[Json, "SeasonChanges"]:
    """List what changed in a closed season’s games

    Since it was closed: corrections, games left out or counted again, games added. None of them moves its leaderboard.

    200: The changes, the latest first.
    """
    found = find_season(table, season)
    return {
        "changes": [
            {
                "game": change.game.id,
                "number": change.game.number,
                "words": change.words,
                "who": change.who,
                "at": None if change.at is None else canonical_time(change.at),
            }
            for change in changes_since_closing(found, zone_of(current_table().zone))
        ]
    }


def _parts(body: Mapping[str, object], before: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a season, with those that the body leaves out. Raises `InvalidInput`."""
    given = {name: read_day(BODY, part, name) if name in NIGHTS else part for name, part in body.items()}
    if given.get("for_places") is not None and not isinstance(given["for_places"], list):
        raise BODY.not_a(ValueKind.LIST, given["for_places"], "for_places")
    return {**before, **given}


def _seasons_json(seasons: Sequence[Season]) -> list[Json]:
    zone = zone_of(current_table().zone)
    players = players_of_seasons(seasons, zone)
    tonight = night_of(utc_now(), zone)
    return [_with_first(season, champions(players[season.id]), tonight) for season in seasons]


def _season_json(season: Season) -> Json:
    return _seasons_json([season])[0]


def _with_first(season: Season, first: Sequence[SeasonPlayer], tonight: date) -> Json:
    settings = {name: getattr(season, name) for name in SETTINGS}
    return {
        "season": season.id,
        **settings,
        **{name: settings[name].isoformat() for name in NIGHTS},
        "over": season.last_night < tonight,
        "closed": None if season.closed is None else canonical_time(season.closed),
        "first": [{"player": player.id, "name": player.name, "score": player.score} for player in first],
    }
