"""Searches: past games by filters, and players with their figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Row, Select, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute, aliased

from scorekeeper.core.words.language import translate as _
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.errors import StorageError
from scorekeeper.storage.games import find_game
from scorekeeper.storage.models import Game, Player, Result, Tally, Together
from scorekeeper.storage.players import MOST_OFFERED, main_players_of

PageKey = tuple[datetime, int]
"""A pagination key: when the last game on the page began, and its number."""


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Filters for games. With `players`, only finished games that count, with all of these players."""

    players: tuple[int, ...] = ()
    rules: str | None = None
    status: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    number: int | None = None


def search_games(table_id: str, game_filter: GameFilter, before: PageKey | None = None, limit: int = 30) -> list[Game]:
    """Matching games, latest first; `before` is the key of the last page."""
    if game_filter.players:
        query, created, number = _with_players(game_filter)
    else:
        query, created, number = select(Game).where(Game.table_id == table_id), Game.created, Game.number
        if game_filter.rules is not None:
            query = query.where(Game.rules == game_filter.rules)
    if game_filter.status is not None:
        query = query.where(Game.status == game_filter.status)
    if game_filter.number is not None:
        query = query.where(number == game_filter.number)
    if game_filter.since is not None:
        query = query.where(created >= game_filter.since)
    if game_filter.until is not None:
        query = query.where(created < game_filter.until)
    if before is not None:
        query = query.where(tuple_(created, number) < before)
    return list(db.session.scalars(query.order_by(created.desc(), number.desc()).limit(limit)))


def _with_players(
    game_filter: GameFilter,
) -> tuple[Select[Game], InstrumentedAttribute[datetime], InstrumentedAttribute[int]]:
    """A query that starts from the player with the fewest games and joins the others, with its sort columns."""
    first, *others = _rarest_first(game_filter.players)
    query = select(Game).join(Result, Result.game_id == Game.id).where(Result.player_id == first)
    for player in others:
        more = aliased(Result)
        query = query.join(more, (more.game_id == Result.game_id) & (more.player_id == player))
    if game_filter.rules is not None:
        query = query.where(Result.rules == game_filter.rules)
    return query, Result.played, Result.number


def _rarest_first(players: Sequence[int]) -> list[int]:
    counts = {player: sums.games for player, sums in sums_of(players).items()}
    return sorted(dict.fromkeys(players), key=lambda player: counts.get(player, 0))


def games_from(table_id: str, after: int = 0, limit: int = 200) -> list[Game]:
    """The table's games, oldest first; `after` is the number of the last one seen."""
    query = select(Game).where(Game.table_id == table_id, Game.number > after).order_by(Game.number).limit(limit)
    return list(db.session.scalars(query))


def count_games(table_id: str) -> int:
    """How many games the table has; their numbers have no gaps."""
    newest = select(Game.number).where(Game.table_id == table_id).order_by(Game.number.desc()).limit(1)
    return db.session.scalar(newest) or 0


def mark_not_counted(game_id: str, reason: str | None) -> Game:
    """Store why statistics exclude the game; None includes it again. Raises `NoSuchGame`."""
    with write_transaction():
        game = find_game(game_id)
        game.not_counted = reason
    return game


MOST_PLAYERS = 500


class NoSuchPlayer(StorageError):
    """The table has no such player."""


@dataclass(frozen=True, slots=True)
class MainPlayer:
    """A player of a table, with their sums (None before the first result) and the names merged into theirs."""

    player: Player
    tally: Tally | None
    other_names: tuple[str, ...] = ()


def players_with_sums(table_id: str, limit: int = MOST_OFFERED) -> list[MainPlayer]:
    """The players with the most games; a merged name is not listed."""
    ids = main_players_of(table_id, limit)
    query = select(Player, Tally).outerjoin(Tally, Tally.player_id == Player.id).where(Player.id.in_(ids))
    found = {player.id: MainPlayer(player, tally) for player, tally in db.session.execute(query)}
    return [found[player] for player in ids]


def every_sum(table_id: str) -> list[MainPlayer]:
    """Every player with a result, most games first, for exports."""
    query = select(Player, Tally).join(Tally, Tally.player_id == Player.id).where(Tally.table_id == table_id)
    query = query.order_by(Tally.games.desc(), Player.name)
    return [MainPlayer(player, tally) for player, tally in db.session.execute(query)]


def sums_of(player_ids: Sequence[int]) -> dict[int, Tally]:
    """The sums of those of these players who have a result."""
    return {row.player_id: row for row in db.session.scalars(select(Tally).where(Tally.player_id.in_(player_ids)))}


def find_main_player(table_id: str, player_id: int) -> MainPlayer:
    """The player behind this name's row. Raises `NoSuchPlayer`."""
    player = db.session.get(Player, player_id)
    while player is not None and player.merged_into is not None:
        player = db.session.get(Player, player.merged_into)
    if player is None or player.table_id != table_id:
        raise NoSuchPlayer(_("This table has no such player"))
    merged_names = select(Player.id, Player.name).where(Player.table_id == table_id)
    names = [player.id]
    found: list[str] = []
    while names:
        merged = db.session.execute(merged_names.where(Player.merged_into.in_(names))).all()
        names = [row.id for row in merged]
        found += [row.name for row in merged]
    return MainPlayer(player, db.session.get(Tally, player.id), tuple(sorted(found)))


def partners_and_opponents(player_id: int, limit: int = MOST_PLAYERS) -> list[Row[Together, str]]:
    """A player's partners and opponents, most games first, each with the other's name."""
    query = (
        select(Together, Player.name)
        .join(Player, Player.id == Together.other_id)
        .where(Together.player_id == player_id)
        .order_by(Together.games.desc(), Player.name)
        .limit(limit)
    )
    return list(db.session.execute(query).all())


def between(one: int, other: int) -> list[Together]:
    """The games of two players: as partners, and as opponents."""
    query = select(Together).where(Together.player_id == one, Together.other_id == other).order_by(Together.partners)
    return list(db.session.scalars(query))


def results_of_player(player_id: int, limit: int) -> list[Result]:
    """A player's latest results."""
    query = select(Result).where(Result.player_id == player_id)
    return list(db.session.scalars(query.order_by(Result.played.desc(), Result.number.desc()).limit(limit)))


def record_of(column: str, *, table_id: str | None = None, player_id: int | None = None) -> Result | None:
    """The result with the highest `largest` (in points), `run` or `streak`, of a table or of a player."""
    figure = {"largest": Result.largest, "run": Result.run, "streak": Result.streak}[column]
    whose = Result.player_id == player_id if player_id is not None else Result.table_id == table_id
    query = select(Result).where(whose, figure > 0)
    if column == "largest":
        query = query.where(Result.unit == "points")
    return db.session.scalar(query.order_by(figure.desc()).limit(1))


def names_by_id(ids: list[int]) -> dict[int, str]:
    """The names of these players."""
    found = db.session.execute(select(Player.id, Player.name).where(Player.id.in_(ids)))
    return {row.id: row.name for row in found}


def search_players(table_id: str, word: str, limit: int = 20) -> list[Player]:
    """Players whose name contains the word, shortest names first."""
    pattern = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    query = select(Player).where(Player.table_id == table_id, Player.name.ilike(f"%{pattern}%", escape="\\"))
    return sorted(db.session.scalars(query.limit(limit)), key=lambda player: (len(player.name), player.name))
