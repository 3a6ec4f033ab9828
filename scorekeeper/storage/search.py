"""Searches: a table's games by filters, and its players by a part of their names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, bindparam, func, select, tuple_
from sqlalchemy.orm import aliased

from scorekeeper.storage.called import CALLED
from scorekeeper.storage.database import db
from scorekeeper.storage.models import PLAYING, Game, PlayedGame, Player

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
    best_of: int | None
    last_activity: datetime


_LISTED = tuple(getattr(Game, name) for name in ListedGame.__dataclass_fields__)


def search_games(
    table_id: str, game_filter: GameFilter, before: PageKey | None = None, limit: int = 30
) -> list[ListedGame]:
    """Matching games, latest first; `before` is the key of the last page.

    By players, none in which this reader reads a number for a name: the list would say whose it is.
    """
    if game_filter.players and game_filter.status == PLAYING:
        return []  # only finished games are found by players
    players = _rarest_first(game_filter.players)
    given = {name: getattr(game_filter, name) for name in _CONDITIONS}
    values = {name: value for name, value in given.items() if value is not None}
    values |= {f"player_{position}": player for position, player in enumerate(players)}
    values |= {} if before is None else dict(zip(_BEFORE, before, strict=True))
    if players and CALLED.get().games:
        values["unnamed"] = list(CALLED.get().games)
    statement = _search(len(players), frozenset(values))
    rows = db.session.connection().execute(statement, values | {"table": table_id, "limit": limit})
    return [ListedGame(*row) for row in rows.all()]


_TAKEN_AWAY = select(*_LISTED).where(Game.table_id == bindparam("table"), Game.taken_away.is_not(None))
_TAKEN_AWAY = _TAKEN_AWAY.order_by(Game.taken_away.desc(), Game.number.desc()).limit(bindparam("limit"))


def games_taken_away(table_id: str, limit: int) -> list[ListedGame]:
    """The games taken away from the table, the latest taken first."""
    rows = db.session.connection().execute(_TAKEN_AWAY, {"table": table_id, "limit": limit})
    return [ListedGame(*row) for row in rows]


def page_key(table_id: str, number: int) -> PageKey | None:
    """The key of a page that ends with the game of this number, which may be taken away by now."""
    row = db.session.execute(select(Game.created, Game.number).where(Game.table_id == table_id, Game.number == number))
    return next(((key.created, key.number) for key in row), None)


_CONDITIONS = ("rules", "status", "since", "until", "number")
_BEFORE = ("before", "before_number")


@cache  # building the statement takes longer than running it
def _search(players: int, given: frozenset[str]) -> Select[Any]:
    """A search for this many players, with these conditions."""
    if players:
        query, created, number = _with_players(players), PlayedGame.began, PlayedGame.number
        rules = PlayedGame.rules
    else:
        query = select(*_LISTED).where(Game.table_id == bindparam("table"), Game.taken_away.is_(None))
        created, number, rules = Game.created, Game.number, Game.rules
    conditions = {
        "rules": rules == bindparam("rules"),
        "status": Game.status == bindparam("status"),
        "since": created >= bindparam("since"),
        "until": created < bindparam("until"),
        "number": and_(Game.table_id == bindparam("table"), Game.number == bindparam("number")),
        "unnamed": Game.id.not_in(bindparam("unnamed", expanding=True)),
        "before": tuple_(created, number)
        < tuple_(*(bindparam(name, type_=each.type) for name, each in zip(_BEFORE, (created, number), strict=True))),
    }
    query = query.where(*(condition for name, condition in conditions.items() if name in given))
    # To sort one game, SQLite would read a player's games in order.
    order = () if "number" in given else (created.desc(), number.desc())
    return query.order_by(*order).limit(bindparam("limit"))


def _with_players(players: int) -> Select[Any]:
    """A query that starts from the player with the fewest games and joins the others."""
    query = select(*_LISTED).join(PlayedGame, PlayedGame.game_id == Game.id)
    query = query.where(PlayedGame.player_id == bindparam("player_0"))
    for position in range(1, players):
        more = aliased(PlayedGame)
        is_theirs = more.player_id == bindparam(f"player_{position}")
        query = query.join(more, (more.game_id == PlayedGame.game_id) & is_theirs)
    return query


def _rarest_first(players: Sequence[int]) -> list[int]:
    if len(players) < 2:
        return list(players)
    query = select(Player.id, Player.games).where(Player.id.in_(players))
    counts = {row.id: row.games for row in db.session.execute(query)}
    return sorted(dict.fromkeys(players), key=lambda player: counts.get(player, 0))


NamedPlayer = Row[int, str]
"""`id` and `name` of a player, by one of their names."""


def search_players(table_id: str, word: str, limit: int = 20) -> list[NamedPlayer]:
    """Players whose name contains the word, shortest names first. Reads every name of the table, from an index.

    Whom this reader calls by a number is not found by the name.
    """
    pattern = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    query = select(Player.id, Player.name).where(Player.table_id == table_id, _is_like(f"%{pattern}%"))
    if CALLED.get().players:
        query = query.where(Player.name.not_in(list(CALLED.get().players)))
    return list(db.session.execute(query.order_by(func.length(Player.name), Player.name).limit(limit)))


def _is_like(pattern: str) -> ColumnElement[bool]:
    """Whether a name is like this, in upper or lower case, which SQLite's own LIKE ignores three times as fast."""
    if db.engine.dialect.name == "sqlite":
        return Player.name.like(pattern, escape="\\")
    return Player.name.ilike(pattern, escape="\\")
