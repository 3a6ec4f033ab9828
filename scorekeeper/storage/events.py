"""The log of games: appends their events and reads them back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, func, select

from scorekeeper.formats.chain.stored_event import StoredEvent
from scorekeeper.storage.database import Base, db
from scorekeeper.storage.errors import NoSuchGame
from scorekeeper.storage.log import Appended, EventLog
from scorekeeper.storage.models import Erasure, EventRow, Game

GAMES = EventLog(EventRow, Erasure, Game, "game_id", NoSuchGame, returns=("waiting",))
events_of, event_by_id = GAMES.events_of, GAMES.event_by_id
append, append_all = GAMES.append, GAMES.append_all
posted_before, out_of_turn = GAMES.posted_before, GAMES.out_of_turn

_EVENT = Base.metadata.tables[EventRow.__tablename__].c
_OF_GAMES = GAMES.stored.where(_EVENT.game_id.in_(bindparam("games", expanding=True)))
_OF_GAMES = _OF_GAMES.order_by(None).order_by(_EVENT.game_id, _EVENT.seq)
_HASH_AT = select(_EVENT.hash).where(_EVENT.game_id == bindparam("game"), _EVENT.seq == bindparam("seq"))
_TIME_AT = select(_EVENT.at).where(_EVENT.game_id == bindparam("game"), _EVENT.seq == bindparam("seq"))
_ID_AT = select(_EVENT.id).where(_EVENT.game_id == bindparam("game"), _EVENT.seq == bindparam("seq"))
_LAST_TIMES = select(_EVENT.game_id, func.max(_EVENT.at).label("at")).group_by(_EVENT.game_id)
_LAST_TIMES = _LAST_TIMES.where(
    _EVENT.game_id.in_(bindparam("games", expanding=True)), _EVENT.kind.in_(bindparam("kinds", expanding=True))
)


def bids_wait(appended: Appended) -> bool:
    """Whether the game of this new event has bids that wait for their turn, which may be now."""
    return appended.row is not None and bool(appended.row.waiting)


def events_of_games(game_ids: Sequence[str]) -> dict[str, list[StoredEvent]]:
    """The events of each of these games, in order: one query, where one for each would take half of the time."""
    by_game: dict[str, list[StoredEvent]] = {game_id: [] for game_id in game_ids}
    if not game_ids:
        return by_game
    for row in db.session.connection().execute(_OF_GAMES, {"games": game_ids}).all():
        by_game[row[0]].append(StoredEvent(*row))
    return by_game


def last_seq_of(game_id: str) -> int:
    """The number of the game's last event. Raises `NoSuchGame`."""
    return GAMES.last(game_id).seq


def hash_and_last_seq(game_id: str, seq: int) -> tuple[str | None, int]:
    """The hash of the game's event with this number (None: no such event), and the number of its last one or 0."""
    last = GAMES.end(game_id)
    if last is None or not 0 < seq <= last.seq:
        return None, last.seq if last else 0
    return db.session.connection().execute(_HASH_AT, {"game": game_id, "seq": seq}).scalar_one(), last.seq


def time_of(game_id: str, seq: int) -> datetime | None:
    """When the game's event with this number was written; None if there is no such event."""
    return db.session.connection().execute(_TIME_AT, {"game": game_id, "seq": seq}).scalar_one_or_none()


def id_at(game_id: str, seq: int) -> str:
    """The id of the game's event with this number; empty if there is no such event."""
    return db.session.connection().execute(_ID_AT, {"game": game_id, "seq": seq}).scalar_one_or_none() or ""


def last_times(game_ids: Sequence[str], kinds: Sequence[str]) -> dict[str, datetime]:
    """When the last event of these kinds was written in each game; a game without one is left out."""
    rows = db.session.connection().execute(_LAST_TIMES, {"games": game_ids, "kinds": kinds})
    return {row.game_id: row.at for row in rows}
