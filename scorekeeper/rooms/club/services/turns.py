"""Taking turns at one table or several: who is here tonight, and who plays with whom next.

It is asked of the evening's games, so nothing is stored but who is here, since which game, and how turns are taken.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zlib import crc32

from scorekeeper.clock import utc_now
from scorekeeper.core.rules.seating import Shape
from scorekeeper.rotation.at_table import (
    NextGames,
    PlayedGame,
    Present,
    as_proposed,
    rotated,
    sat_out,
    stays_of,
    winners_stay,
)
from scorekeeper.services.game_cache import OVER
from scorekeeper.services.series import MAX_GAMES, night_of, night_period, players_of, winner_of, zone_of
from scorekeeper.storage.database import db
from scorekeeper.storage.games import store_turns
from scorekeeper.storage.models import PLAYING
from scorekeeper.storage.players import main_names_of, names_by_id
from scorekeeper.storage.search import GameFilter, ListedGame, search_games
from scorekeeper.storage.visits import GameRow, TableRow

ROTATION, WINNERS_STAY = "rotation", "winners-stay"
WAYS = (ROTATION, WINNERS_STAY)
MAX_HERE = 20
"""How many can take turns at one table."""
MAX_STAY = 20
MAX_TABLES = 5
HERE, SKIPS, GONE = "here", "skips", "gone"
ProposedGames = NextGames
"""The next games as pages have them."""


@dataclass(frozen=True, slots=True)
class Here(Present):
    """Somebody who is here, or (`gone`: since before which game) was."""

    gone: int | None = None


@dataclass(frozen=True, slots=True)
class Turns:
    """Tonight's turns: who is here in which order, the games so far, how turns are taken.

    `chosen`: somebody said so; else those are here who played tonight. `running` are the ids of games that go on, each
    with its place among the games so far.
    """

    everybody: Sequence[Here]
    played: Sequence[PlayedGame]
    names: dict[int, str]
    way: str = ROTATION
    longest: int = 0
    tables: int = 0
    chosen: bool = False
    seed: str = ""
    running: Sequence[tuple[str, int]] = ()

    @property
    def here(self) -> list[Here]:
        """Those who are here now."""
        return [one for one in self.everybody if one.gone is None]

    @property
    def playing(self) -> set[int]:
        """Those who play now."""
        return {player for _game, number in self.running for player in self.played[number].players}

    @property
    def free(self) -> list[Here]:
        """Those who are here and do not play now."""
        return [one for one in self.here if one.player not in self.playing]

    def state_of(self, one: Here) -> str:
        """Whether somebody is here, skips the next game, or is gone."""
        if one.gone is not None:
            return GONE
        return SKIPS if one.skips == len(self.played) else HERE

    def stays(self, side: Sequence[int]) -> bool:
        """Whether these won their last game and stay."""
        last = next((game for game in reversed(self.played) if not game.players.isdisjoint(side)), None)
        return last is not None and set(side) == set(stays_of(self.played, last, self.longest))

    def partnered(self, players: Sequence[int]) -> bool:
        """Whether these were partners tonight."""
        return any(set(players) <= set(side) for game in self.played for side in game.sides)

    def sat_out(self, one: Here, begun: int) -> int:
        """How many rounds somebody sat out tonight, without the one of which these games have begun."""
        return sat_out(one, self.played[: len(self.played) - begun])

    def next_games(self, shape: Shape) -> NextGames | None:
        """Who plays next at tables of this shape; None if too few are here."""

        def propose(here: Sequence[Present], played: Sequence[PlayedGame]) -> NextGames | None:
            if self.way == WINNERS_STAY:
                return winners_stay(here, played, shape, self.longest, self.tables)
            return rotated(here, played, shape, crc32(f"{self.seed} {len(played)}".encode()), self.tables)

        return as_proposed(propose, self.here, self.played)


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
    found = reversed(search_games(table.id, GameFilter(since=since, until=until), limit=MAX_GAMES))
    games = [(row, sides) for row in found if (sides := players_of(row, main_players)) is not None]
    played, latest = [], dict[int, ListedGame]()
    for row, sides in games:
        elsewhere = frozenset(player for player, last in latest.items() if _goes_on(last, row.created))
        winner = winner_of(row) if row.status == OVER else None
        ordered = tuple(tuple(sorted(side)) for side in sides)
        elsewhere -= frozenset().union(*sides)
        ended = row.last_activity.timestamp()
        played.append(PlayedGame(ordered, winner, row.status == PLAYING, elsewhere, ended))
        latest |= {player: row for side in sides for player in side}
    stored: dict[str, Any] = table.turns or {}
    chosen = are_turns_taken(table)
    if chosen:
        everybody = _stored(stored["here"], len(played), main_players)
    else:
        seated = [player for game in played for side in game.sides for player in side]
        everybody = [Here(player) for player in dict.fromkeys(seated)]
    running = [(row.id, number) for number, (row, _sides) in enumerate(games) if row.status == PLAYING]
    at_tables = [player for _game, number in running for player in played[number].players]
    return Turns(
        everybody,
        played,
        names_by_id([*(one.player for one in everybody), *at_tables]),
        stored.get("way", ROTATION),
        stored.get("longest", 0),
        stored.get("tables", 0),
        chosen,
        f"{table.id} {night}",
        running,
    )


def _goes_on(game: ListedGame, moment: datetime) -> bool:
    """Whether the game went on at this moment, after it had begun."""
    return game.status == PLAYING or game.last_activity > moment


def _stored(rows: Sequence[Sequence[int]], games: int, main_players: dict[int, int]) -> list[Here]:
    """Those who are or were here, each once, by the name they have now; who skips a game does so once."""
    found: dict[int, Here] = {}
    for player, since, skips, *gone in rows:
        main = main_players.get(player, player)
        left = gone[0] if gone and gone[0] >= 0 else None
        found.setdefault(main, Here(main, min(since, games), skips if skips >= 0 else None, left))
    return list(found.values())


def tap_player(table: TableRow, player: int) -> None:
    """Somebody who is here skips the next game, who skips it is gone, who is gone is here."""

    def tapped(now: Turns, one: Here) -> Here:
        games = len(now.played)
        state = now.state_of(one)
        if state == HERE:
            return replace(one, skips=games)
        if state == SKIPS:
            return replace(one, skips=None, gone=games)
        return _back(one, games)

    _change(table, {player}, tapped)


def arrive(table: TableRow, players: Collection[int]) -> None:
    """These are here from now on, if they are not yet."""
    _change(table, players, lambda now, one: one if one.gone is None else _back(one, len(now.played)))


def settle_turns(table: TableRow, way: str, longest: int = 0, tables: int = 0) -> None:
    """Say how turns are taken."""
    _change(table, (), lambda _now, one: one, way=way, longest=longest, tables=tables)


def _back(one: Here, games: int) -> Here:
    """Who went and is back before another game began was not gone; who comes later is in next."""
    return Here(one.player, one.since if one.gone == games else games)


def _change(table: TableRow, players: Collection[int], tapped: Callable[[Turns, Here], Here], **ways: Any) -> None:
    now = turns_tonight(table)
    games = len(now.played)
    known = {one.player for one in now.everybody}
    everybody = [tapped(now, one) if one.player in players else one for one in now.everybody]
    everybody += [Here(player, since=games) for player in players if player not in known]
    kept = sorted(everybody, key=lambda one: one.gone is not None)[:MAX_HERE]
    rows = [
        [one.player, one.since, *(-1 if part is None else part for part in (one.skips, one.gone))]
        for one in everybody
        if one in kept
    ]
    night = night_of(utc_now(), zone_of(table.zone))
    stored = {"way": now.way, "longest": now.longest, "tables": now.tables} | ways
    store_turns(table.id, {"night": night.isoformat(), "here": rows, **stored})


def names_of_next(table: TableRow, shape: Shape) -> list[str]:
    """The names of the next game, seat by seat, if turns are taken tonight and enough are here; else nobody."""
    turns = turns_tonight(table) if are_turns_taken(table) else None
    games = None if turns is None else turns.next_games(shape)
    return [] if turns is None or games is None else seat_by_seat(games.sides, turns.names)


def seat_by_seat(sides: Sequence[Sequence[int]], names: dict[int, str]) -> list[str]:
    """The players of the next game in the order of their seats, so that partners face each other."""
    return [names[sides[seat % len(sides)][seat // len(sides)]] for seat in range(sum(map(len, sides)))]


def fitting_shape(played: Sequence[tuple[str, Shape]], people: int) -> tuple[str, Shape] | None:
    """Of the games that the table played, the latest first, the one for this many people: with partners if that is
    possible, then for as many of them as possible, then the one that is played most. None if none is for so few.
    """
    often = Counter(played)

    def worth(game: tuple[str, Shape]) -> tuple[bool, int, int]:
        seats = game[1].sides * game[1].players_per_side
        return game[1].players_per_side > 1, people // seats * seats, often[game]

    fit = [game for game in often if game[1].sides * game[1].players_per_side <= people]
    return max(fit, key=worth, default=None)
