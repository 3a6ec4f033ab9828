"""What nearly every request reads first, in one query: the game's row, the table, and the device's membership.

A row is kept for its transaction. Building a model object takes longer than running the query, so these are plain rows.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from flask import Flask, current_app
from sqlalchemy import ColumnElement, Connection, Select, Text, and_, bindparam, func, null, select, type_coerce
from sqlalchemy.orm import Session

from scorekeeper.core.words.names import table_name
from scorekeeper.storage.database import Base, db, is_writing
from scorekeeper.storage.errors import NoSuchGame, NoSuchTable
from scorekeeper.storage.games import REMATCHES
from scorekeeper.storage.members import Access, Member
from scorekeeper.storage.models import Game, Player, Table

CachedRows = MutableMapping[Hashable, Any]
"""What was read, by the keys of its reader."""

KeepsScore = Callable[[ColumnElement[str], ColumnElement[int]], ColumnElement[bool | None]]
"""Of a game and a member, a column that says whether the member keeps its score; None: it is no match of theirs."""

_VISIT_OF_GAME = "scorekeeper-visit-of-game"
_KEPT = "cached in transaction"


def reader() -> tuple[Connection, CachedRows]:
    """The session's connection to read rows by their keys, and what was read before in its transaction."""
    session = db.session()
    return session.connection(), _cached_in(session)


def _cached_in(session: Session) -> CachedRows:
    """What was read in the session's transaction; in one that writes, rows do not stay as they were read."""
    if is_writing(session):
        return {}
    transaction, kept = session.info.get(_KEPT, (None, None))
    if transaction is not session.get_transaction():
        kept = {}
        session.info[_KEPT] = session.get_transaction(), kept
    cached: CachedRows = kept
    return cached


_GAME = Base.metadata.tables[Game.__tablename__]
_TABLE = Base.metadata.tables[Table.__tablename__]
_MEMBER = Base.metadata.tables[Member.__tablename__]
_PLAYER = Base.metadata.tables[Player.__tablename__]


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game's row as pages need it, and its table's name. Columns are as in the model, `sides` is still JSON text."""

    id: str
    table_id: str
    number: int
    created: datetime
    last_seq: int
    last_hash: str | None
    last_activity: datetime
    not_counted: str | None
    imported: bool | None
    taken_away: datetime | None
    differences: Sequence[Mapping[str, Any]] | None
    waiting: Sequence[Mapping[str, Any]] | None
    unsent: Sequence[Mapping[str, Any]] | None
    match_of: str | None  # the id of what a room has
    room: Mapping[str, Any] | None
    sides: str
    stored_name: str  # the table's
    is_quick: bool | None
    best_of: int | None
    zone: str | None  # the table's
    without_club: bool | None  # the table's
    turns: dict[str, Any] | None  # the table's
    rematches: int = 0  # once it is over; only counted when this row is read alone

    @property
    def table_name(self) -> str:
        """The name of its table, one that the app gave in the reader's language."""
        return table_name(self.stored_name)

    @property
    def unnamed(self) -> tuple[str, ...]:
        """The names shown for seats that started without a player's name."""
        return _unnamed(self.sides)


@lru_cache(maxsize=512)
def _unnamed(sides: str) -> tuple[str, ...]:
    return tuple(player["name"] for side in json.loads(sides) for player in side["players"] if player["id"] is None)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table's row. Columns are as in the model."""

    id: str
    stored_name: str
    created: datetime
    agreed: Sequence[str] | None
    quick: bool | None
    archived: datetime | None
    zone: str | None
    rated_until: datetime | None
    rated_number: int | None
    without_club: bool | None
    turns: dict[str, Any] | None

    @property
    def name(self) -> str:
        """Its name, one that the app gave in the reader's language."""
        return table_name(self.stored_name)


@dataclass(frozen=True, slots=True)
class DeviceRow(Access):
    """A device at the table of a game; `own_name` is the device's own name, `player` is its player's name."""

    id: int
    table_id: str
    device: str
    own_name: str
    role: str
    last_seen: datetime | None
    expires: datetime | None
    revoked: datetime | None
    pen_since: datetime | None
    player_id: int | None
    for_matches: bool | None
    player: str | None
    player_is: int | None  # the id of the main player, if this name is merged
    keeps: bool | None = None

    @property
    def stored_name(self) -> str:
        """The name that its events are signed with: its player's, or else its own."""
        if self.player_is is not None:
            return db.session.get_one(Player, self.player_is).main.name
        return self.player or self.own_name


# Built once: nearly every request runs them, and building a statement takes longer than running it.
_NOT_OF_GAME: dict[str, Any] = {
    "sides": type_coerce(_GAME.c.sides, Text),
    "stored_name": _TABLE.c.name,
    "is_quick": _TABLE.c.quick,
    **{name: _TABLE.c[name] for name in ("zone", "without_club", "turns")},
    "rematches": REMATCHES,
}
_GAME_COLUMNS = {
    name: _NOT_OF_GAME[name] if name in _NOT_OF_GAME else _GAME.c[name] for name in GameRow.__dataclass_fields__
}
"""What each field of a row is in the database: a column of that name, unless another one is said here."""
_ROW = select(*_GAME_COLUMNS.values()).join(_TABLE, _TABLE.c.id == _GAME.c.table_id)
_ROWS = _ROW.with_only_columns(*(column for name, column in _GAME_COLUMNS.items() if name != "rematches"))
_ROW = _ROW.where(_GAME.c.id == bindparam("game"))
_ROWS_OF_TABLE = _ROWS.where(_GAME.c.table_id == bindparam("table"), _GAME.c.number > bindparam("after"))
_ROWS_OF_TABLE = _ROWS_OF_TABLE.where(_GAME.c.taken_away.is_(None))
_ROWS_OF_TABLE = _ROWS_OF_TABLE.order_by(_GAME.c.number).limit(bindparam("limit"))
_NOT_OF_MEMBER: dict[str, Any] = {
    "own_name": _MEMBER.c.name,
    "player": type_coerce(_PLAYER.c.name, Text),  # kept for other requests, whose readers may read it
    "player_is": _PLAYER.c.merged_into,
}
_DEVICE_COLUMNS = tuple(
    _NOT_OF_MEMBER[name] if name in _NOT_OF_MEMBER else _MEMBER.c[name]
    for name in DeviceRow.__dataclass_fields__
    if name != "keeps"
)
_OF_DEVICE = and_(_MEMBER.c.table_id == _TABLE.c.id, _MEMBER.c.device == bindparam("device"))
_TABLE_COLUMNS = tuple(_TABLE.c[name.removeprefix("stored_")] for name in TableRow.__dataclass_fields__)
_TABLE_ROW: Select[Any] = select(*_TABLE_COLUMNS).where(_TABLE.c.id == bindparam("table"))
_VISIT_OF_TABLE = _TABLE_ROW.outerjoin(_MEMBER, _OF_DEVICE).outerjoin(_PLAYER, _PLAYER.c.id == _MEMBER.c.player_id)
_VISIT_OF_TABLE = _VISIT_OF_TABLE.add_columns(*_DEVICE_COLUMNS)


def init_visits(app: Flask, keeps_score: Sequence[KeepsScore]) -> None:
    """Build the query of a visit of a game, with whether the device keeps the score there."""
    columns = [keeps(_GAME.c.id, _MEMBER.c.id) for keeps in keeps_score]
    keeps = func.coalesce(*columns, null()) if columns else null()
    visit = _ROW.outerjoin(_MEMBER, _OF_DEVICE).outerjoin(_PLAYER, _PLAYER.c.id == _MEMBER.c.player_id)
    app.extensions[_VISIT_OF_GAME] = visit.add_columns(*_DEVICE_COLUMNS, keeps)


def game_and_device(game_id: str, device: str) -> tuple[GameRow, DeviceRow | None]:
    """The game's row, and the device's membership at its table even if it has ended. Raises `NoSuchGame`."""
    connection, cached = reader()
    visit_of_game: Select[Any] = current_app.extensions[_VISIT_OF_GAME]
    key = (visit_of_game, game_id, device)
    if key not in cached:
        row = connection.execute(visit_of_game, {"game": game_id, "device": device}).one_or_none()
        if row is None:
            raise NoSuchGame(game_id)
        of_game = len(GameRow.__dataclass_fields__)
        game, ours = GameRow(*row[:of_game]), row[of_game:]
        cached[_ROW, game_id] = game
        cached[key] = game, None if ours[0] is None else DeviceRow(*ours)
    visit: tuple[GameRow, DeviceRow | None] = cached[key]
    return visit


def table_and_device(table_id: str, device: str) -> tuple[TableRow, DeviceRow | None]:
    """The table's row, and the device's membership of it even if it has ended. Raises `NoSuchTable`."""
    connection, cached = reader()
    key = (_VISIT_OF_TABLE, table_id, device)
    if key not in cached:
        row = connection.execute(_VISIT_OF_TABLE, {"table": table_id, "device": device}).one_or_none()
        if row is None:
            raise NoSuchTable(table_id)
        table, ours = TableRow(*row[: len(_TABLE_COLUMNS)]), row[len(_TABLE_COLUMNS) :]
        cached[key] = table, None if ours[0] is None else DeviceRow(*ours)
    visit: tuple[TableRow, DeviceRow | None] = cached[key]
    return visit


def table_row(table_id: str) -> TableRow:
    """The table's row. Raises `NoSuchTable`."""
    row = db.session.connection().execute(_TABLE_ROW, {"table": table_id}).one_or_none()
    if row is None:
        raise NoSuchTable(table_id)
    return TableRow(*row)


def game_row(game_id: str) -> GameRow:
    """The game's row. Raises `NoSuchGame`."""
    connection, cached = reader()
    key = (_ROW, game_id)
    if key not in cached:
        row = connection.execute(_ROW, {"game": game_id}).one_or_none()
        if row is None:
            raise NoSuchGame(game_id)
        cached[key] = GameRow(*row)
    game: GameRow = cached[key]
    return game


def game_rows(table_id: str, after: int = 0, limit: int = 200) -> list[GameRow]:
    """The table's games without those taken away, oldest first; `after` is the number of the last one seen."""
    rows = db.session.connection().execute(_ROWS_OF_TABLE, {"table": table_id, "after": after, "limit": limit})
    return [GameRow(*row) for row in rows]
