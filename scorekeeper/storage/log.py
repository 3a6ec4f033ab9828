"""A log: the events of a game, or of something else with a row, each appended with the hash of the one before.

Games have one (`storage.events`), and a room can have its own. Its table has `StoredEventColumns` and the id of what it
is about, unique with `seq`, while the id that the client made is unique in the table. Triggers refuse every change,
except while a table of erasures names it. Its row has `last_seq`, `last_hash` and `last_activity`. Caches compare the
hash: in a restored database another event can have the same number and, if the clock was turned back, the same time.
In a `StoredEvent`, `game_id` is the id of what it is about, even if that is no game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlalchemy.orm.util import identity_key
from sqlalchemy.sql.dml import ReturningUpdate

from scorekeeper.formats.chain import chained
from scorekeeper.formats.chain.stored_event import StoredEvent, UnsavedEvent
from scorekeeper.storage.database import Base, db, insert_unless_taken, write_transaction
from scorekeeper.storage.errors import AheadOfGame, AnotherEventCameFirst, EventIdTaken, NoSuchRow

REWRITTEN = ("id", "payload", "who", "reason", "salt")
"""What an erasure may change of an event."""


class ChainEnd(NamedTuple):
    """What the next event of a log needs to know of its last one."""

    seq: int
    hash: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Appended:
    """The stored event, and whether this call wrote it (`new`) or an earlier request with the same id did.

    `row` has the columns that the log `returns` of the row after a new event.
    """

    stored: StoredEvent
    new: bool
    row: Row[Any] | None = None


def end_of(last: StoredEvent) -> ChainEnd:
    """The last event as the next one needs it."""
    return ChainEnd(last.seq, last.hash, last.at)


def chain_after(owner_id: str, last: ChainEnd, new: UnsavedEvent) -> StoredEvent:
    """`new` after the event `last` of this game, or of what else has this id."""
    # If the clock was turned back, use the time of the event before.
    timed = new if new.at >= last.at else replace(new, at=last.at)
    return chained(owner_id, timed, seq=last.seq + 1, previous=last.hash)


def chained_after(last: StoredEvent, new: UnsavedEvent) -> StoredEvent:
    """The event that `new` becomes if it is appended after this one."""
    return chain_after(last.game_id, end_of(last), new)


def chained_all(owner_id: str, last: ChainEnd, new: Iterable[UnsavedEvent]) -> list[StoredEvent]:
    """These events, one after another, behind the event `last`."""
    found: list[StoredEvent] = []
    for event in new:
        found.append(chain_after(owner_id, last, event))
        last = end_of(found[-1])
    return found


class EventLog:
    """The events of one kind of row: `of` is its model, `key` the column of `events` and `erasures` with its id.

    `missing` makes the error for a row that is not there. `returns` are columns that an append reads from the row.
    """

    def __init__(
        self,
        events: type[Base],
        erasures: type[Base],
        of: type[Base],
        key: str,
        missing: Callable[[str], NoSuchRow],
        returns: Sequence[str] = (),
    ) -> None:
        tables = Base.metadata.tables
        self._model, self._of, self._key, self._missing = events, of, key, missing
        self._events, self._erasures = tables[events.__tablename__], tables[erasures.__tablename__]
        self._rows = tables[of.__tablename__]
        self._returns = [self._rows.c[name] for name in returns or ("id",)]
        column = self._events.c
        own = column[key] == bindparam("owner")
        # Built once, since building a statement takes longer than running it.
        self.stored = select(column[key], *(column[name] for name in StoredEvent._fields[1:])).order_by(column.seq)
        self._after = self.stored.where(own, column.seq > bindparam("after"))
        self._few_after = self._after.limit(bindparam("most"))
        self._by_id = self.stored.where(column.id == bindparam("event"))
        self._last = select(column.seq, column.hash, column.at).where(own).order_by(column.seq.desc()).limit(1)
        previous = select(column.seq).where(column[key] == bindparam(key), column.hash == bindparam("previous"))
        self._previous = previous.where(column.seq == bindparam("seq", type_=column.seq.type) - 1)
        self._updates: dict[tuple[str, ...], ReturningUpdate[Any]] = {}

    # Reading

    def events_of(self, owner_id: str, after: int = 0, most: int | None = None) -> list[StoredEvent]:
        """The events with a `seq` above `after`, in order, at most `most`; empty if there is no such row."""
        asked = {"owner": owner_id, "after": after, "most": most}
        rows = db.session.connection().execute(self._after if most is None else self._few_after, asked)
        return [StoredEvent(*row) for row in rows.all()]

    def event_by_id(self, event_id: str) -> StoredEvent | None:
        """The event with this client-made id, in any log of this kind."""
        row = db.session.connection().execute(self._by_id, {"event": event_id}).one_or_none()
        return None if row is None else StoredEvent(*row)

    def end(self, owner_id: str) -> ChainEnd | None:
        """The last event; None if there is no such row."""
        row = db.session.connection().execute(self._last, {"owner": owner_id}).one_or_none()
        return None if row is None else ChainEnd(*row)

    def last(self, owner_id: str) -> ChainEnd:
        """The last event. Raises the error for a row that is not there."""
        found = self.end(owner_id)
        if found is None:
            raise self._missing(owner_id)
        return found

    # Appending

    def append(
        self,
        owner_id: str,
        new: UnsavedEvent,
        *,
        expected_seq: int | None = None,
        expected: ChainEnd | None = None,
        row: Mapping[str, Any] | None = None,
        repeats: Callable[[StoredEvent], bool] | None = None,
    ) -> Appended:
        """Append `new` after event `expected_seq` or, if that is None, after the last one; in one transaction with
        the row, which gets the columns `row`, too.

        `expected` is that event as the caller knows it, which then need not be read unless it is another one by now.
        A stored event with the same id is the same one if it says the same; where a repeated request need not make the
        same event, `repeats` decides. Raises `AnotherEventCameFirst`, `AheadOfGame`, `EventIdTaken`, and the
        error for a row that is not there; then nothing was written.
        """
        with write_transaction() as session:
            connection = session.connection()
            while True:
                last = expected or self.last(owner_id)
                if expected_seq is None or expected_seq == last.seq:
                    event = chain_after(owner_id, last, new)
                    if insert_unless_taken(connection, self._model, self._columns(event), self._previous):
                        return Appended(event, new=True, row=self._update_row(session, event, row or {}))
                if expected is not None:
                    expected = None  # see what the last one is
                    continue
                same = repeats or (lambda event: event.says_the_same(owner_id, new))
                stored = self.repeated(owner_id, new.id, same)
                if stored is not None:
                    return Appended(stored, new=False)
                if expected_seq is not None:
                    raise self.out_of_turn(owner_id, expected_seq, self.last(owner_id).seq)
                # Another process took the number. Each time one of the writers succeeds, so this loop ends.

    def append_all(
        self, owner_id: str, events: Sequence[StoredEvent], *, expected: ChainEnd, row: Mapping[str, Any]
    ) -> Row[Any]:
        """Append events that are chained behind `expected`; in one transaction with the row, which gets the columns
        `row`, too. Returns the columns that the log `returns` of the row.

        Raises `AnotherEventCameFirst` if `expected` is no longer the last event, `EventIdTaken`, and the error for a
        row that is not there; then nothing was written.
        """
        with write_transaction() as session:
            if self.last(owner_id) == expected:
                try:
                    with session.begin_nested():
                        self.add(session, events)
                except IntegrityError:
                    taken = next((event.id for event in events if self.event_by_id(event.id) is not None), None)
                    if taken is not None:
                        raise EventIdTaken(taken) from None
                else:
                    return self._update_row(session, events[-1], row)
            raise self.out_of_turn(owner_id, expected.seq, self.last(owner_id).seq)

    def posted_before(self, owner_id: str, new: UnsavedEvent) -> StoredEvent | None:
        """The event that an earlier request with the same id stored. Raises `EventIdTaken` if it is a different one."""
        return self.repeated(owner_id, new.id, lambda event: event.says_the_same(owner_id, new))

    def repeated(self, owner_id: str, event_id: str, repeats: Callable[[StoredEvent], bool]) -> StoredEvent | None:
        """The event with this id, if a request `repeats` it. Raises `EventIdTaken` if not, or of another log."""
        event = self.event_by_id(event_id)
        if event is not None and (event.game_id != owner_id or not repeats(event)):
            raise EventIdTaken(event_id)
        return event

    def out_of_turn(self, owner_id: str, seen: int, last_seq: int) -> AnotherEventCameFirst | AheadOfGame:
        """The error for a writer who has seen events up to `seen`, while `last_seq` is the last one."""
        since = self.events_of(owner_id, after=seen) if seen < last_seq else []
        return AnotherEventCameFirst(since[0]) if since else AheadOfGame(seen, last_seq)

    def begin(self, session: Session, row: Mapping[str, Any], events: Sequence[StoredEvent]) -> bool:
        """Insert a row with its first events; False, with nothing written, if it or one of them is known."""
        try:
            with session.begin_nested():
                session.connection().execute(insert(self._rows).values(row))
                self.add(session, events)
        except IntegrityError:
            return False
        return True

    def add(self, session: Session, events: Sequence[StoredEvent]) -> None:
        """Insert events that are chained already. Raises `IntegrityError` if one is taken."""
        session.connection().execute(insert(self._events), [self._columns(event) for event in events])

    def _columns(self, event: StoredEvent) -> dict[str, Any]:
        columns = event.columns()
        columns[self._key] = columns.pop("game_id")
        return columns

    def _update_row(self, session: Session, event: StoredEvent, values: Mapping[str, Any]) -> Row[Any]:
        """Update the row for its new event, in the same transaction; what the log `returns` of it."""
        values = {"last_seq": event.seq, "last_hash": event.hash, "last_activity": event.at, **values}
        names = tuple(values)
        if names not in self._updates:
            changed = update(self._rows).where(self._rows.c.id == bindparam("owner"))
            changed = changed.values({name: bindparam(name) for name in names})
            self._updates[names] = changed.returning(*self._returns)
        found = session.connection().execute(self._updates[names], {"owner": event.game_id, **values}).one()
        loaded = session.identity_map.get(identity_key(self._of, event.game_id))
        if loaded is not None:
            session.expire(loaded)
        return found

    # Erasing

    def rewrite(self, session: Session, events: Sequence[StoredEvent]) -> None:
        """Write other names into these events, in the caller's transaction."""
        if not events:
            return
        column = self._events.c
        rewritten = update(self._events).where(
            column[self._key] == bindparam("owner"), column.seq == bindparam("number")
        )
        values = [
            {"owner": event.game_id, "number": event.seq} | {name: getattr(event, name) for name in REWRITTEN}
            for event in events
        ]
        with self.erasure(session.connection(), {event.game_id for event in events}, whole=False):
            session.connection().execute(rewritten.values({name: bindparam(name) for name in REWRITTEN}), values)

    @contextmanager
    def erasure(self, connection: Connection, owner_ids: Collection[str], *, whole: bool) -> Iterator[None]:
        """Let the triggers allow rewriting or (`whole`) deleting the events of these, in this transaction."""
        allowed = [{self._key: own, "whole": whole} for own in owner_ids]
        if allowed:
            connection.execute(insert(self._erasures), allowed)
        yield
        if allowed:  # one by one: there may be more of them than a statement may list
            over = delete(self._erasures).where(self._erasures.c[self._key] == bindparam("owner"))
            connection.execute(over, [{"owner": own} for own in owner_ids])

    def remove(self, connection: Connection, owner_ids: Collection[str]) -> None:
        """Delete all events of these, in the caller's transaction."""
        with self.erasure(connection, owner_ids, whole=True):
            connection.execute(delete(self._events).where(self._events.c[self._key].in_(owner_ids)))
