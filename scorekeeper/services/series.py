"""Nights and series: a night ends at 5 in the morning of the table's time zone; a series counts the games of one night.

A series is between the same sets of players, whoever sits where. It counts itself; if the table says before a game that
it is one of a best of three, five or seven, the series ends when one side cannot be caught.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from flask import current_app

from scorekeeper.services.game_cache import OVER
from scorekeeper.storage.database import db
from scorekeeper.storage.players import main_names_of
from scorekeeper.storage.search import GameFilter, ListedGame, search_games
from scorekeeper.storage.visits import GameRow

NIGHT_ENDS = timedelta(hours=5)
MAX_GAMES = 60
"""Games of a night that are counted: more than anybody plays."""


def zone_of(name: str | None) -> tzinfo:
    """The time zone of a table, or the server's for a table without one."""
    zone = name or str(current_app.config["TIME_ZONE"])
    return UTC if zone == "UTC" else ZoneInfo(zone)


def night_of(moment: datetime, zone: tzinfo) -> date:
    """The day on which the night of this moment began: games after midnight belong to the evening before."""
    return (moment.astimezone(zone) - NIGHT_ENDS).date()


def night_period(night: date, zone: tzinfo) -> tuple[datetime, datetime]:
    """When this night begins, and when the next one does."""
    start, end = (datetime.combine(day, time(), zone) + NIGHT_ENDS for day in (night, night + timedelta(days=1)))
    return start, end


def finished_games(table_id: str, night: date, zone: tzinfo) -> list[ListedGame]:
    """The table's finished games of a night that count, the first one first."""
    since, until = night_period(night, zone)
    found = search_games(table_id, GameFilter(status=OVER, since=since, until=until), limit=MAX_GAMES)
    return [game for game in reversed(found) if game.not_counted is None]


Sides = tuple[frozenset[int], ...]


def players_of(game: ListedGame, main_players: Mapping[int, int]) -> Sides | None:
    """The players of each side, by their main names; None if a seat has nobody's name."""
    ids = [[player["id"] for player in side["players"]] for side in game.sides]
    if any(player is None for side in ids for player in side):
        return None
    return tuple(frozenset(main_players.get(player, player) for player in side) for side in ids)


def winner_of(game: ListedGame) -> int | None:
    """The side that won alone."""
    winners = [int(side) for side in game.summary.get("winners", ())]
    return winners[0] if len(winners) == 1 else None


@dataclass(frozen=True, slots=True)
class Series:
    """A series before one of its games: the games that each of this game's sides has won, and of how many (0: open)."""

    won: tuple[int, ...]
    best_of: int


def needed(best_of: int) -> int:
    """The wins that decide a series."""
    return best_of // 2 + 1


def series_before(game: GameRow) -> Series | None:
    """The series that the game continues; None if it is the first game of an open one, or the table counts none."""
    if game.without_club or game.taken_away is not None:
        return None
    best_of = game.best_of or 0
    zone = zone_of(game.zone)
    games = finished_games(game.table_id, night_of(game.created, zone), zone)
    earlier = [other for other in games if (other.created, other.number) < (game.created, game.number)]
    earlier = [other for other in earlier if (other.best_of or 0) == best_of]
    if not earlier and not best_of:
        return None
    main_players = main_names_of(db.session(), game.table_id)
    sides = players_of(_listed(game), main_players)
    if sides is None or len(sides) < 2:
        return None
    won = _count(earlier, sides, main_players, best_of)
    return Series(tuple(won), best_of) if best_of or any(won) else None


def _listed(game: GameRow) -> ListedGame:
    (found,) = search_games(game.table_id, GameFilter(number=game.number), limit=1)
    return found


def _count(games: Sequence[ListedGame], sides: Sides, main_players: Mapping[int, int], best_of: int) -> list[int]:
    """The wins of these sides in these games, since the last series that was decided."""
    won = [0 for _ in sides]
    for game in games:
        players, winner = players_of(game, main_players), winner_of(game)
        if players is None or set(players) != set(sides) or winner is None:
            continue
        won[sides.index(players[winner])] += 1
        if best_of and max(won) >= needed(best_of):
            won = [0 for _ in sides]
    return won


def next_of_series(game: GameRow, winners: Sequence[int]) -> int | None:
    """Of how many games the rematch is one: as many as this game, unless this one decided the series."""
    series = series_before(game) if game.best_of else None
    if series is None:
        return game.best_of
    won = [wins + int(list(winners) == [side]) for side, wins in enumerate(series.won)]
    return None if max(won) >= needed(series.best_of) else series.best_of
