"""A log: the events of a game, or of something else with a row, each appended with the hash of the one before.

Games have one (`storage.events`), and a room can have its own. Its table has `StoredEventColumns` and the id of what it
is about, unique with `seq`, while the id that the client made is unique in the table. Triggers refuse every change,
except while a table of erasures names it. Its row has `last_seq` and `last_activity`, which caches and streams compare.
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

    entry: StoredEvent
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
        entry = self._events.c
        own = entry[key] == bindparam("owner")
        # Built once, since building a statement takes longer than running it.
        self.stored = select(entry[key], *(entry[name] for name in StoredEvent._fields[1:])).order_by(entry.seq)
        self._after = self.stored.where(own, entry.seq > bindparam("after"))
        self._few_after = self._after.limit(bindparam("most"))
        self._by_id = self.stored.where(entry.id == bindparam("entry"))
        self._last = select(entry.seq, entry.hash, entry.at).where(own).order_by(entry.seq.desc()).limit(1)
        previous = select(entry.seq).where(entry[key] == bindparam(key), entry.hash == bindparam("previous"))
        self._previous = previous.where(entry.seq == bindparam("seq", type_=entry.seq.type) - 1)
        self._updates: dict[tuple[str, ...], ReturningUpdate[Any]] = {}

    # Reading

    def events_of(self, owner_id: str, after: int = 0, most: int | None = None) -> list[StoredEvent]:
        """The events with a `seq` above `after`, in order, at most `most`; empty if there is no such row."""
        asked = {"owner": owner_id, "after": after, "most": most}
        rows = db.session.connection().execute(self._after if most is None else self._few_after, asked)
        return [StoredEvent(*row) for row in rows.all()]

    def event_by_id(self, entry_id: str) -> StoredEvent | None:
        """The event with this client-made id, in any log of this kind."""
        row = db.session.connection().execute(self._by_id, {"entry": entry_id}).one_or_none()
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
                    entry = chain_after(owner_id, last, new)
                    if insert_unless_taken(connection, self._model, self._columns(entry), self._previous):
                        return Appended(entry, new=True, row=self._update_row(session, entry, row or {}))
                if expected is not None:
                    expected = None  # see what the last one is
                    continue
                same = repeats or (lambda entry: entry.says_the_same(owner_id, new))
                stored = self.repeated(owner_id, new.id, same)
                if stored is not None:
                    return Appended(stored, new=False)
                if expected_seq is not None:
                    raise self.out_of_turn(owner_id, expected_seq, self.last(owner_id).seq)
                # Another process took the number. Each time one of the writers succeeds, so this loop ends.

    def append_all(
        self, owner_id: str, entries: Sequence[StoredEvent], *, expected: ChainEnd, row: Mapping[str, Any]
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
                        self.add(session, entries)
                except IntegrityError:
                    taken = next((entry.id for entry in entries if self.event_by_id(entry.id) is not None), None)
                    if taken is not None:
                        raise EventIdTaken(taken) from None
                else:
                    return self._update_row(session, entries[-1], row)
            raise self.out_of_turn(owner_id, expected.seq, self.last(owner_id).seq)

    def posted_before(self, owner_id: str, new: UnsavedEvent) -> StoredEvent | None:
        """The event that an earlier request with the same id stored. Raises `EventIdTaken` if it is a different one."""
        return self.repeated(owner_id, new.id, lambda entry: entry.says_the_same(owner_id, new))

    def repeated(self, owner_id: str, entry_id: str, repeats: Callable[[StoredEvent], bool]) -> StoredEvent | None:
        """The event with this id, if a request `repeats` it. Raises `EventIdTaken` if not, or of another log."""
        entry = self.event_by_id(entry_id)
        if entry is not None and (entry.game_id != owner_id or not repeats(entry)):
            raise EventIdTaken(entry_id)
        return entry

    def out_of_turn(self, owner_id: str, seen: int, last_seq: int) -> AnotherEventCameFirst | AheadOfGame:
        """The error for a writer who has seen events up to `seen`, while `last_seq` is the last one."""
        since = self.events_of(owner_id, after=seen) if seen < last_seq else []
        return AnotherEventCameFirst(since[0]) if since else AheadOfGame(seen, last_seq)

    def begin(self, session: Session, row: Mapping[str, Any], entries: Sequence[StoredEvent]) -> bool:
        """Insert a row with its first events; False, with nothing written, if it or one of them is known."""
        try:
            with session.begin_nested():
                session.connection().execute(insert(self._rows).values(row))
                self.add(session, entries)
        except IntegrityError:
            return False
        return True

    def add(self, session: Session, entries: Sequence[StoredEvent]) -> None:
        """Insert events that are chained already. Raises `IntegrityError` if one is taken."""
        session.connection().execute(insert(self._events), [self._columns(entry) for entry in entries])

    def _columns(self, entry: StoredEvent) -> dict[str, Any]:
        columns = entry.columns()
        columns[self._key] = columns.pop("game_id")
        return columns

    def _update_row(self, session: Session, entry: StoredEvent, values: Mapping[str, Any]) -> Row[Any]:
        """Update the row for its new event, in the same transaction; what the log `returns` of it."""
        values = {"last_seq": entry.seq, "last_activity": entry.at, **values}
        names = tuple(values)
        if names not in self._updates:
            changed = update(self._rows).where(self._rows.c.id == bindparam("owner"))
            changed = changed.values({name: bindparam(name) for name in names})
            self._updates[names] = changed.returning(*self._returns)
        found = session.connection().execute(self._updates[names], {"owner": entry.game_id, **values}).one()
        loaded = session.identity_map.get(identity_key(self._of, entry.game_id))
        if loaded is not None:
            session.expire(loaded)
        return found

    # Erasing

    def rewrite(self, session: Session, entries: Sequence[StoredEvent]) -> None:
        """Write other names into these events, in the caller's transaction."""
        if not entries:
            return
        entry = self._events.c
        rewritten = update(self._events).where(entry[self._key] == bindparam("owner"), entry.seq == bindparam("number"))
        values = [
            {"owner": entry.game_id, "number": entry.seq} | {name: getattr(entry, name) for name in REWRITTEN}
            for entry in entries
        ]
        with self.erasure(session.connection(), {entry.game_id for entry in entries}, whole=False):
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
