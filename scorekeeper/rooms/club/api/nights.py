"""A table's night, and its year, over the API."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated

from scorekeeper.access import WATCHER, current_table
from scorekeeper.api.operations import call
from scorekeeper.core.game.player_stats import WHOLE_WIN
from scorekeeper.core.inputs import Json
from scorekeeper.formats.chain import canonical_time
from scorekeeper.rooms.club.access import with_club
from scorekeeper.rooms.club.services.nights import NightTotals, night_at
from scorekeeper.rooms.club.services.years import NoSuchYear, year_of
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


@call("GET /tables/<table>/years/<int:year>", WATCHER)
@with_club
def year(table: str, year: int) -> Annotated[Json, "Year"]:
    """Read a year of a table

    Who won most games, came most often, the best pair, the longest streak and the biggest comeback, each with who it
    was with. Nobody is named who asked to be left out; what a year has too few games for is null.

    200: The year, of the nights that began in it.
    """
    found = current_table()
    played = year_of(found.id, year, zone_of(found.zone))
    if played is None:
        raise NoSuchYear
    champion, nights, pair = played.champion, played.most_nights, played.best_pair
    run, comeback = played.streak, played.comeback
    return {
        "year": year,
        "games": played.games,
        "nights": played.nights,
        "players": played.players,
        "hands": played.hands,
        "champion": champion
        and _who(champion.names)
        | {"share": champion.share / WHOLE_WIN, "games": champion.games}
        | {"partner": champion.partner, "together": champion.together},
        "most_nights": nights
        and _who(nights.names) | {"nights": nights.nights, "partner": nights.partner, "together": nights.together},
        "best_pair": pair and _who(pair.names) | {"share": pair.share / WHOLE_WIN, "games": pair.games},
        "streak": run
        and _who(run.names)
        | {"partners": list(run.partners), "wins": run.wins}
        | {"first": canonical_time(run.first), "last": canonical_time(run.last)},
        "comeback": comeback
        and _who(comeback.names) | {"points": comeback.points, "game": comeback.game, "hand": comeback.hand},
    }


def _who(names: Sequence[str]) -> Json:
    return {"names": list(names)}
