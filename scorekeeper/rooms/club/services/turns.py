"""Taking turns at one table: who is here tonight, and who plays with whom next.

It is asked of the evening's games, so nothing is stored but who is here, since which game, and how turns are taken.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

from scorekeeper.clock import utc_now
from scorekeeper.core.rules.seating import Shape
from scorekeeper.rotation.at_table import NextGame, PlayedGame, Present, rotated, winners_stay
from scorekeeper.services.game_cache import OVER
from scorekeeper.services.series import MAX_GAMES, night_of, night_period, players_of, winner_of, zone_of
from scorekeeper.storage.database import db
from scorekeeper.storage.games import store_turns
from scorekeeper.storage.players import main_names_of, names_by_id
from scorekeeper.storage.search import GameFilter, search_games
from scorekeeper.storage.visits import GameRow, TableRow

ROTATION, WINNERS_STAY = "rotation", "winners-stay"
WAYS = (ROTATION, WINNERS_STAY)
MAX_HERE = 20
"""How many can take turns at one table."""
MAX_STAY = 20


@dataclass(frozen=True, slots=True)
class Turns:
    """Tonight's turns: who is here in which order, the games so far, how turns are taken.

    `chosen`: somebody said so; else those are here who played tonight.
    """

    here: Sequence[Present]
    played: Sequence[PlayedGame]
    names: dict[int, str]
    way: str = ROTATION
    longest: int = 0
    chosen: bool = False
    lot_seed: int = 0

    def next_game(self, shape: Shape) -> NextGame | None:
        """Who plays next at a table of this shape; None if too few are here."""
        if self.way == WINNERS_STAY:
            return winners_stay(self.here, self.played, shape, self.longest)
        return rotated(self.here, self.played, shape, self.lot_seed)


def are_turns_taken(table: TableRow | GameRow) -> bool:
    """Whether somebody said who is here tonight, at the table or at that of the game."""
    if table.without_club or not table.turns:
        return False
    night = night_of(utc_now(), zone_of(table.zone))
    return bool(table.turns.get("night") == night.isoformat())


def turns_tonight(table: TableRow) -> Turns:
    """Who takes turns tonight: as somebody said, or else whoever played tonight."""
    zone = zone_of(table.zone)
    night = night_of(utc_now(), zone)
    since, until = night_period(night, zone)
    main_players = main_names_of(db.session(), table.id)
    played = []
    for row in reversed(search_games(table.id, GameFilter(since=since, until=until), limit=MAX_GAMES)):
        sides = players_of(row, main_players)
        if sides is not None:
            winner = winner_of(row) if row.status == OVER else None
            played.append(PlayedGame(tuple(tuple(sorted(side)) for side in sides), winner))
    stored: dict[str, Any] = table.turns or {}
    chosen = are_turns_taken(table)
    if chosen:
        here = _stored(stored["here"], len(played), main_players)
    else:
        seated = [player for game in played for side in game.sides for player in side]
        here = [Present(player) for player in dict.fromkeys(seated)]
    return Turns(
        here,
        played,
        names_by_id([one.player for one in here]),
        stored.get("way", ROTATION),
        stored.get("longest", 0),
        chosen,
        crc32(f"{table.id} {night} {len(played)}".encode()),
    )


def _stored(rows: Sequence[Sequence[int]], games: int, main_players: dict[int, int]) -> list[Present]:
    """Those who are here, each once, by the name they have now; who skips a game does so once."""
    found: dict[int, Present] = {}
    for player, since, skips in rows:
        main = main_players.get(player, player)
        found.setdefault(main, Present(main, min(since, games), skips == games))
    return list(found.values())


def take_turns(
    table: TableRow, players: Collection[int], skipping: Collection[int], way: str = ROTATION, longest: int = 0
) -> None:
    """Say who is here from now on, who skips the next game, and how turns are taken. Who stays keeps their turns."""
    now = turns_tonight(table)
    games = len(now.played)
    known = {one.player: one for one in now.here}
    here = [known[player] for player in known if player in players]
    here += [Present(player, since=games) for player in players if player not in known]
    here = [replace(one, skips=one.player in skipping) for one in here[:MAX_HERE]]
    rows = [[one.player, one.since, games if one.skips else -1] for one in here]
    night = night_of(utc_now(), zone_of(table.zone))
    store_turns(table.id, {"night": night.isoformat(), "here": rows, "way": way, "longest": longest})


def names_of_next(table: TableRow, shape: Shape) -> list[str]:
    """The names of the next game, seat by seat, if turns are taken tonight and enough are here; else nobody."""
    turns = turns_tonight(table) if are_turns_taken(table) else None
    game = None if turns is None else turns.next_game(shape)
    return [] if turns is None or game is None else seat_by_seat(game, turns.names)


def seat_by_seat(game: NextGame, names: dict[int, str]) -> list[str]:
    """The players of the next game in the order of their seats, so that partners face each other."""
    sides = game.sides
    return [names[sides[seat % len(sides)][seat // len(sides)]] for seat in range(sum(map(len, sides)))]
