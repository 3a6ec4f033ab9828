"""What nearly every request reads first, in one query: the game's row, the table, and the device's membership.

A row is kept for its transaction. What a 304 depends on is read again only after somebody's commit: SQLite says in a
few microseconds whether another connection, of any process, has committed since it was last asked; reading a row takes
twenty times as long. PostgreSQL cannot say that. Building a model object takes longer than running the query, so these
are plain rows.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, cast

from flask import Flask, current_app
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Select,
    Text,
    and_,
    bindparam,
    event,
    func,
    null,
    select,
    type_coerce,
)
from sqlalchemy.orm import Session

from scorekeeper.core.words.names import table_name
from scorekeeper.storage.database import Base, db, is_writing
from scorekeeper.storage.engine import NO_TRANSACTION, READ_TIMEOUT, sqlite_error
from scorekeeper.storage.errors import DatabaseBusy, NoSuchGame, NoSuchTable
from scorekeeper.storage.games import REMATCHES
from scorekeeper.storage.members import Access, Member
from scorekeeper.storage.models import Game, Player, Table

CachedRows = MutableMapping[Hashable, Any]
"""What was read, by the keys of its reader."""

KeepsScore = Callable[[ColumnElement[str], ColumnElement[int]], ColumnElement[bool | None]]
"""Of a game and a member, a column that says whether the member keeps its score; None: it is no match of theirs."""

MAX_CACHED = 1024
_EXTENSION = "scorekeeper-quick-reads"
_KEPT = "cached in transaction"


class QuickReads:
    """An engine's connection for what a 304 depends on and, with SQLite, what was read since the last commit.

    Thread-safe.
    """

    def __init__(self, engine: Engine, keeps_score: Sequence[KeepsScore]) -> None:
        self._engine = engine
        self.visit, self._last_event = _for_device(keeps_score)
        self._keeps = engine.dialect.name == "sqlite"
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._version: object = None
        self._cached: dict[Hashable, Any] = {}
        event.listen(engine, "engine_disposed", self._close)

    @contextmanager
    def since_commit(self) -> Iterator[tuple[Connection, CachedRows]]:
        """A connection, and what was read since the last commit.

        Only short reads by a key belong here: other threads wait for them. Raises `DatabaseBusy`.
        """
        if not self._keeps:
            with self._engine.connect() as connection:
                yield connection, {}
            return
        if not self._lock.acquire(timeout=READ_TIMEOUT):
            raise DatabaseBusy
        try:
            connection = self._connection or self._opened()
            version = _version_seen_by(connection)
            if version is None:
                connection = self._opened()
            if version is None or version != self._version or len(self._cached) >= MAX_CACHED:
                self._cached.clear()
                self._version = version
            yield connection, self._cached  # a commit from now on shows in the next version
        finally:
            self._lock.release()

    def last_event_for(self, game_id: str, device: str) -> LastEvent | None:
        """What a device sees of the game's last event; None if it was never there. Raises `DatabaseBusy`."""
        with self.since_commit() as (connection, cached):
            key = (self._last_event, game_id, device)
            if key not in cached:
                row = connection.execute(self._last_event, {"game": game_id, "device": device}).one_or_none()
                cached[key] = None if row is None else LastEvent(*row)
            last: LastEvent | None = cached[key]
            return last

    def _opened(self) -> Connection:
        connection = self._engine.connect().execution_options(**NO_TRANSACTION)
        connection.detach()  # it never goes back to the pool
        self._connection = connection
        return connection

    def _close(self, _engine: Engine) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = self._version = None


def _version_seen_by(connection: Connection) -> object:
    """Another value than before if anyone else has committed; None if it cannot be read. Raises `DatabaseBusy`."""
    sqlite = cast(sqlite3.Connection, connection.connection.dbapi_connection)
    try:
        return sqlite.execute("PRAGMA data_version").fetchone()
    except sqlite3.Error as problem:
        our_error = sqlite_error(getattr(problem, "sqlite_errorcode", 0))
        if our_error is not None:
            raise our_error from problem
        return None  # a new connection works, or says why not


def init_quick_reads(app: Flask, keeps_score: Sequence[KeepsScore]) -> None:
    """Open nothing yet; needs an app context."""
    app.extensions[_EXTENSION] = QuickReads(db.engine, keeps_score)


def quick_reads_of(app: Flask) -> QuickReads:
    """Those of this app."""
    reads: QuickReads = app.extensions[_EXTENSION]
    return reads


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
        """The name that its entries are signed with: its player's, or else its own."""
        if self.player_is is not None:
            return db.session.get_one(Player, self.player_is).main.name
        return self.player or self.own_name


@dataclass(frozen=True, slots=True)
class LastEvent(Access):
    """The number of a game's last event, with all else that the version of a device's page depends on."""

    last_seq: int
    waiting: Sequence[Mapping[str, Any]] | None
    unsent: Sequence[Mapping[str, Any]] | None
    room: Mapping[str, Any] | None
    rematches: int
    id: int  # of the member
    role: str
    last_seen: datetime | None
    expires: datetime | None
    revoked: datetime | None
    has_pen: bool
    player_id: int | None
    for_matches: bool | None
    keeps: bool | None = None
    of_match: bool = False


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


def _for_device(keeps_score: Sequence[KeepsScore]) -> tuple[Select[Any], Select[Any]]:
    """A visit of a game, and its last event, for a device, with whether it keeps the score there."""
    columns = [keeps(_GAME.c.id, _MEMBER.c.id) for keeps in keeps_score]
    keeps = func.coalesce(*columns, null()) if columns else null()
    visit = _ROW.outerjoin(_MEMBER, _OF_DEVICE).outerjoin(_PLAYER, _PLAYER.c.id == _MEMBER.c.player_id)
    last_event: Select[Any] = (
        select(
            *(_GAME.c[name] for name in ("last_seq", "waiting", "unsent", "room")),
            REMATCHES,
            *(_MEMBER.c[name] for name in ("id", "role", "last_seen", "expires", "revoked")),
            _MEMBER.c.pen_since.is_not(None),
            _MEMBER.c.player_id,
            _MEMBER.c.for_matches,
            keeps,
            _GAME.c.match_of.is_not(None),
        )
        .join(_MEMBER, and_(_MEMBER.c.table_id == _GAME.c.table_id, _MEMBER.c.device == bindparam("device")))
        .where(_GAME.c.id == bindparam("game"))
    )
    return visit.add_columns(*_DEVICE_COLUMNS, keeps), last_event


def game_and_device(game_id: str, device: str) -> tuple[GameRow, DeviceRow | None]:
    """The game's row, and the device's membership at its table even if it has ended. Raises `NoSuchGame`."""
    connection, cached = reader()
    visit_of_game = quick_reads_of(current_app).visit
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
