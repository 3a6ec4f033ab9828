"""The events of a game: appends them and reads them back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, func, select, update
from sqlalchemy.orm import Session
from sqlalchemy.orm.util import identity_key
from sqlalchemy.sql.dml import ReturningUpdate

from scorekeeper.formats.chain import chained
from scorekeeper.formats.chain.stored_event import StoredEvent, UnsavedEvent
from scorekeeper.storage.database import Base, db, insert_unless_taken, write_transaction
from scorekeeper.storage.errors import AheadOfGame, AnotherEventCameFirst, EventIdTaken, NoSuchGame
from scorekeeper.storage.games import GameSummary
from scorekeeper.storage.models import EventRow, Game

_ENTRY = Base.metadata.tables[EventRow.__tablename__].c
_GAME = Base.metadata.tables[Game.__tablename__]

# Built once, since building a statement takes longer than running it.
_ENTRIES = select(*(_ENTRY[name] for name in StoredEvent._fields)).order_by(_ENTRY.seq)
_AFTER = _ENTRIES.where(_ENTRY.game_id == bindparam("game"), _ENTRY.seq > bindparam("after"))
_FEW_AFTER = _AFTER.limit(bindparam("most"))
_OF_GAMES = _ENTRIES.where(_ENTRY.game_id.in_(bindparam("games", expanding=True)))
_OF_GAMES = _OF_GAMES.order_by(None).order_by(_ENTRY.game_id, _ENTRY.seq)
_BY_ID = _ENTRIES.where(_ENTRY.id == bindparam("entry"))
_LAST = select(_ENTRY.seq, _ENTRY.hash, _ENTRY.at).where(_ENTRY.game_id == bindparam("game"))
_LAST = _LAST.order_by(_ENTRY.seq.desc()).limit(1)
_PREVIOUS = select(_ENTRY.seq).where(_ENTRY.game_id == bindparam("game_id"), _ENTRY.hash == bindparam("previous"))
_PREVIOUS = _PREVIOUS.where(_ENTRY.seq == bindparam("seq", type_=_ENTRY.seq.type) - 1)
_HASH_AT = select(_ENTRY.hash).where(_ENTRY.game_id == bindparam("game"), _ENTRY.seq == bindparam("seq"))
_TIME_AT = select(_ENTRY.at).where(_ENTRY.game_id == bindparam("game"), _ENTRY.seq == bindparam("seq"))
_LAST_TIMES = select(_ENTRY.game_id, func.max(_ENTRY.at).label("at")).group_by(_ENTRY.game_id)
_LAST_TIMES = _LAST_TIMES.where(
    _ENTRY.game_id.in_(bindparam("games", expanding=True)), _ENTRY.kind.in_(bindparam("kinds", expanding=True))
)
_POSITION = ("last_seq", "last_activity")
_SUMMARY = ("summary_seq", "status", "ended_by", "summary")


def _set_on_game(*names: str) -> ReturningUpdate[tuple[Any]]:
    values: dict[str, object] = {name: bindparam(name) for name in names}
    return update(_GAME).where(_GAME.c.id == bindparam("game")).values(values).returning(_GAME.c.waiting)


_UPDATE = _set_on_game(*_POSITION)
_UPDATE_WITH_SUMMARY = _set_on_game(*_POSITION, *_SUMMARY)


class ChainEnd(NamedTuple):
    """What the next event of a game needs to know of its last one."""

    seq: int
    hash: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Appended:
    """The stored event, and whether this call wrote it (`new`) or an earlier request with the same id did.

    `bids_wait`: the game has bids that wait for their turn, which may be now.
    """

    entry: StoredEvent
    new: bool
    bids_wait: bool = False


def append(
    game_id: str,
    new: UnsavedEvent,
    *,
    expected_seq: int | None = None,
    expected: ChainEnd | None = None,
    summary: GameSummary | None = None,
) -> Appended:
    """Append `new` to the game, after event `expected_seq` or, if that is None, after the last one.

    `expected` is that event as the caller knows it, which then need not be read unless it is another one by now.
    `summary` is the game's summary after this event; only a caller that gives `expected_seq` can know it.
    Raises `NoSuchGame`, `AnotherEventCameFirst`, `AheadOfGame`, `EventIdTaken`; then nothing was written.
    """
    with write_transaction() as session:
        connection = session.connection()
        while True:
            last = expected or _last(connection, game_id)
            if expected_seq is None or expected_seq == last.seq:
                entry = chain_after(game_id, last, new)
                if insert_unless_taken(connection, EventRow, entry.columns(), _PREVIOUS):
                    return Appended(entry, new=True, bids_wait=_update_game(session, connection, entry, summary))
            if expected is not None:
                expected = None  # see what the last one is
                continue
            stored = posted_before(game_id, new)
            if stored is not None:
                return Appended(stored, new=False)
            if expected_seq is not None:
                raise out_of_turn(game_id, expected_seq, _last(connection, game_id).seq)
            # Another process took the number. Each time one of the writers succeeds, so this loop ends.


def chained_after(last: StoredEvent, new: UnsavedEvent) -> StoredEvent:
    """The event that `new` becomes if it is appended after this one."""
    return chain_after(last.game_id, end_of(last), new)


def end_of(last: StoredEvent) -> ChainEnd:
    """A game's last event as the next one needs it."""
    return ChainEnd(last.seq, last.hash, last.at)


def chain_after(game_id: str, last: ChainEnd, new: UnsavedEvent) -> StoredEvent:
    """`new` after the event `last` of this game, or of what a room records."""
    # If the clock was turned back, use the time of the event before.
    timed = new if new.at >= last.at else replace(new, at=last.at)
    return chained(game_id, timed, seq=last.seq + 1, previous=last.hash)


def events_of(game_id: str, after: int = 0, most: int | None = None) -> list[StoredEvent]:
    """The game's events with a `seq` above `after`, in order, at most `most`; empty if there is no such game."""
    asked = {"game": game_id, "after": after, "most": most}
    rows = db.session.connection().execute(_AFTER if most is None else _FEW_AFTER, asked)
    return [StoredEvent(*row) for row in rows.all()]


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
    return _last(db.session.connection(), game_id).seq


def hash_and_last_seq(game_id: str, seq: int) -> tuple[str | None, int]:
    """The hash of the game's event with this number (None: no such event), and the number of its last one or 0."""
    connection = db.session.connection()
    last = connection.execute(_LAST, {"game": game_id}).one_or_none()
    if last is None or not 0 < seq <= last.seq:
        return None, last.seq if last else 0
    return connection.execute(_HASH_AT, {"game": game_id, "seq": seq}).scalar_one(), last.seq


def time_of(game_id: str, seq: int) -> datetime | None:
    """When the game's event with this number was written; None if there is no such event."""
    return db.session.connection().execute(_TIME_AT, {"game": game_id, "seq": seq}).scalar_one_or_none()


def last_times(game_ids: Sequence[str], kinds: Sequence[str]) -> dict[str, datetime]:
    """When the last event of these kinds was written in each game; a game without one is left out."""
    rows = db.session.connection().execute(_LAST_TIMES, {"games": game_ids, "kinds": kinds})
    return {row.game_id: row.at for row in rows}


def event_by_id(entry_id: str) -> StoredEvent | None:
    """The event with this client-made id, in any game."""
    row = db.session.connection().execute(_BY_ID, {"entry": entry_id}).one_or_none()
    return None if row is None else StoredEvent(*row)


def posted_before(game_id: str, new: UnsavedEvent) -> StoredEvent | None:
    """The event that an earlier request with the same id stored. Raises `EventIdTaken` if it is a different event."""
    entry = event_by_id(new.id)
    if entry is not None and not entry.says_the_same(game_id, new):
        raise EventIdTaken(new.id)
    return entry


def out_of_turn(game_id: str, seen: int, last_seq: int) -> AnotherEventCameFirst | AheadOfGame:
    """The error for a writer who has seen events up to `seen`, while `last_seq` is the last one."""
    since = events_of(game_id, after=seen) if seen < last_seq else []
    return AnotherEventCameFirst(since[0]) if since else AheadOfGame(seen, last_seq)


def _last(connection: Connection, game_id: str) -> ChainEnd:
    row = connection.execute(_LAST, {"game": game_id}).one_or_none()
    if row is None:
        raise NoSuchGame(game_id)
    return ChainEnd(*row)


def _update_game(session: Session, connection: Connection, entry: StoredEvent, summary: GameSummary | None) -> bool:
    """Update the game's row for its new event, in the same transaction; whether bids wait there."""
    values: dict[str, Any] = {"game": entry.game_id, "last_seq": entry.seq, "last_activity": entry.at}
    if summary is not None:
        values |= {"summary_seq": entry.seq, **summary.columns()}
    waiting = connection.execute(_UPDATE_WITH_SUMMARY if summary else _UPDATE, values).scalar_one()
    game = session.identity_map.get(identity_key(Game, entry.game_id))
    if game is not None:
        session.expire(game)
    return bool(waiting)
