"""Searches: past games by filters, and players with their figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, Select, and_, bindparam, func, select, tuple_
from sqlalchemy.orm import aliased

from scorekeeper.core.words.language import translate as _
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.errors import StorageError
from scorekeeper.storage.games import find_game
from scorekeeper.storage.models import PLAYING, Game, Player, Result, Tally, Together

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


@dataclass(frozen=True, slots=True)
class ListedGame:
    """What lists show of a game's row. Columns are as in the model."""

    id: str
    number: int
    created: datetime
    status: str
    ended_by: str | None
    summary: dict[str, Any]
    sides: list[dict[str, Any]]
    not_counted: str | None


_LISTED = tuple(getattr(Game, name) for name in ListedGame.__dataclass_fields__)


def search_games(
    table_id: str, game_filter: GameFilter, before: PageKey | None = None, limit: int = 30
) -> list[ListedGame]:
    """Matching games, latest first; `before` is the key of the last page."""
    if game_filter.players and game_filter.status == PLAYING:
        return []  # nobody has a result in them
    players = _rarest_first(game_filter.players)
    given = {name: getattr(game_filter, name) for name in _CONDITIONS}
    values = {name: value for name, value in given.items() if value is not None}
    values |= {f"player_{place}": player for place, player in enumerate(players)}
    values |= {} if before is None else dict(zip(_BEFORE, before, strict=True))
    statement = _search(len(players), frozenset(values))
    rows = db.session.connection().execute(statement, values | {"table": table_id, "limit": limit})
    return [ListedGame(*row) for row in rows.all()]


_CONDITIONS = ("rules", "status", "since", "until", "number")
_BEFORE = ("before", "before_number")


@cache  # building the statement takes longer than running it
def _search(players: int, given: frozenset[str]) -> Select[Any]:
    """A search for this many players, with these conditions."""
    if players:
        query, created, number, rules = _with_players(players), Result.played, Result.number, Result.rules
    else:
        query = select(*_LISTED).where(Game.table_id == bindparam("table"))
        created, number, rules = Game.created, Game.number, Game.rules
    conditions = {
        "rules": rules == bindparam("rules"),
        "status": Game.status == bindparam("status"),
        "since": created >= bindparam("since"),
        "until": created < bindparam("until"),
        "number": and_(Game.table_id == bindparam("table"), Game.number == bindparam("number")),
        "before": tuple_(created, number)
        < tuple_(*(bindparam(name, type_=each.type) for name, each in zip(_BEFORE, (created, number), strict=True))),
    }
    query = query.where(*(condition for name, condition in conditions.items() if name in given))
    # To sort one game, SQLite would read a player's results in order.
    order = () if "number" in given else (created.desc(), number.desc())
    return query.order_by(*order).limit(bindparam("limit"))


def _with_players(players: int) -> Select[Any]:
    """A query that starts from the player with the fewest games and joins the others."""
    query = select(*_LISTED).join(Result, Result.game_id == Game.id).where(Result.player_id == bindparam("player_0"))
    for place in range(1, players):
        more = aliased(Result)
        is_theirs = more.player_id == bindparam(f"player_{place}")
        query = query.join(more, (more.game_id == Result.game_id) & is_theirs)
    return query


def _rarest_first(players: Sequence[int]) -> list[int]:
    if len(players) < 2:
        return list(players)
    counts = {player: sums.games for player, sums in sums_of(players).items()}
    return sorted(dict.fromkeys(players), key=lambda player: counts.get(player, 0))


def games_from(table_id: str, after: int = 0, limit: int = 200) -> list[Game]:
    """The table's games, oldest first; `after` is the number of the last one seen."""
    return list(db.session.scalars(_GAMES_FROM, {"table": table_id, "after": after, "limit": limit}))


_GAMES_FROM = select(Game).where(Game.table_id == bindparam("table"), Game.number > bindparam("after"))
_GAMES_FROM = _GAMES_FROM.order_by(Game.number).limit(bindparam("limit"))


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


def every_sum(table_id: str) -> list[MainPlayer]:
    """Every player with a result, most games first."""
    query = select(Player, Tally).join(Tally, Tally.player_id == Player.id).where(Tally.table_id == table_id)
    return [MainPlayer(*row) for row in db.session.execute(query.order_by(Tally.games.desc(), Player.name))]


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


class Met(NamedTuple):
    """The games of a player with another one, as partners or as opponents.

    The figures after `shared` are those of partners, from the games in which both sat in every hand.
    """

    other_id: int
    partners: int
    games: int
    won: int
    shared: int
    hands: int
    contracts: int
    contracts_made: int
    contract_tricks: int
    contract_took: int
    overtricks: int
    short: int
    penalties: int
    name: str


def partners_and_opponents(player_id: int, limit: int = MOST_PLAYERS, skip: int = 0) -> list[Met]:
    """A player's partners and opponents, most games first."""
    query = (
        select(*(getattr(Together, name) for name in Met._fields[:-1]), Player.name)
        .join(Player, Player.id == Together.other_id)
        .where(Together.player_id == player_id)
        .order_by(Together.games.desc(), Player.name, Together.partners)
        .limit(limit)
        .offset(skip)
    )
    return [Met._make(row) for row in db.session.execute(query)]


def between(one: int, other: int) -> list[Together]:
    """The games of two players: as partners, and as opponents."""
    query = select(Together).where(Together.player_id == one, Together.other_id == other).order_by(Together.partners)
    return list(db.session.scalars(query))


def results_of_player(player_id: int, limit: int) -> list[Result]:
    """A player's latest results."""
    query = select(Result).where(Result.player_id == player_id)
    return list(db.session.scalars(query.order_by(Result.played.desc(), Result.number.desc()).limit(limit)))


def results_with(figure: str, player_id: int, partner_id: int | None, limit: int, skip: int = 0) -> list[Result]:
    """A player's results with this figure, latest first; with a partner, those where both sat in every hand."""
    query = select(Result).where(Result.player_id == player_id, getattr(Result, figure) > 0)
    if partner_id is not None:
        other = aliased(Result)
        together = (other.game_id == Result.game_id) & (other.side == Result.side) & (other.whole > 0)
        query = query.join(other, together).where(other.player_id == partner_id, Result.whole > 0)
    query = query.order_by(Result.played.desc(), Result.number.desc())
    return list(db.session.scalars(query.limit(limit).offset(skip)))


def record_of(column: str, *, table_id: str | None = None, player_id: int | None = None) -> Result | None:
    """The result with the highest `largest` or `comeback` (in points), `run` or `streak`, of a table or a player."""
    figure = getattr(Result, column)
    whose = Result.player_id == player_id if player_id is not None else Result.table_id == table_id
    query = select(Result).where(whose, figure > 0)
    if column in ("largest", "comeback"):
        query = query.where(Result.unit == "points")
    return db.session.scalar(query.order_by(figure.desc()).limit(1))


def names_by_id(ids: list[int]) -> dict[int, str]:
    """The names of these players."""
    found = db.session.execute(select(Player.id, Player.name).where(Player.id.in_(ids)))
    return {row.id: row.name for row in found}


NamedPlayer = Row[int, str]
"""`id` and `name` of a player, by one of their names."""


def search_players(table_id: str, word: str, limit: int = 20) -> list[NamedPlayer]:
    """Players whose name contains the word, shortest names first. Reads every name of the table, from an index."""
    pattern = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    query = select(Player.id, Player.name).where(Player.table_id == table_id, _is_like(f"%{pattern}%"))
    return list(db.session.execute(query.order_by(func.length(Player.name), Player.name).limit(limit)))


def _is_like(pattern: str) -> ColumnElement[bool]:
    """Whether a name is like this, in upper or lower case, which SQLite's own LIKE ignores three times as fast."""
    if db.engine.dialect.name == "sqlite":
        return Player.name.like(pattern, escape="\\")
    return Player.name.ilike(pattern, escape="\\")
