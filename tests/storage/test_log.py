"""What every log holds to, that of games here and that of a room in its own folder, which gives it as `logged`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from threading import Barrier
from typing import Any, TypeVar

import pytest
from flask import Flask
from sqlalchemy import event, select, text
from sqlalchemy.exc import DBAPIError

from scorekeeper.formats.chain import verify
from scorekeeper.formats.chain.stored_event import StoredEvent, UnsavedEvent
from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.errors import AheadOfGame, AnotherEventCameFirst, EventIdTaken, NoSuchRow
from scorekeeper.storage.events import GAMES
from scorekeeper.storage.log import Appended, ChainEnd, chained_all
from tests.storage.logs import Logged, append_and_die, append_elsewhere
from tests.warm import run_elsewhere

T = TypeVar("T")
HAND = UnsavedEvent(kind="hand", payload={"hand": 1, "took": [6, 7]}, who="Ann's phone")
EACH = 40


def hand(number: int) -> UnsavedEvent:
    return UnsavedEvent(kind="hand", payload={"hand": number})


def append(logged: Logged, new: UnsavedEvent, **more: Any) -> Appended:
    return logged.events.append(logged.id, new, **more)


def stored(logged: Logged) -> list[StoredEvent]:
    db.session.rollback()  # what others have committed meanwhile
    return logged.events.events_of(logged.id)


def numbers(logged: Logged) -> list[int]:
    assert verify(stored(logged)) is None
    return [entry.seq for entry in stored(logged)]


def test_events_are_in_the_order_of_recording(logged: Logged) -> None:
    for number in (1, 2, 3):
        append(logged, hand(number))
    assert [entry.kind for entry in stored(logged)] == ["start", "hand", "hand", "hand"]
    assert numbers(logged) == [1, 2, 3, 4]
    assert [entry.payload["hand"] for entry in logged.events.events_of(logged.id, after=2)] == [2, 3]
    assert [entry.seq for entry in logged.events.events_of(logged.id, after=1, most=2)] == [2, 3]
    assert logged.events.last(logged.id).hash == stored(logged)[-1].hash
    with pytest.raises(NoSuchRow) as raised:
        logged.events.last("elsewhere")
    assert "elsewhere" in vars(raised.value).values()
    assert logged.events.events_of(logged.other)[0].kind == "start"
    assert len(logged.events.events_of(logged.other)) == 1


def test_unknown_id_is_refused(logged: Logged) -> None:
    with pytest.raises(logged.missing):
        logged.events.append("nowhere", hand(1))
    with pytest.raises(logged.missing):
        logged.events.append("nowhere", hand(1), expected_seq=1, expected=logged.events.end(logged.id))
    with pytest.raises(logged.missing):
        logged.events.last("nowhere")
    assert logged.events.end("nowhere") is None
    assert logged.events.events_of("nowhere") == []


def test_event_is_never_older_than_the_one_before(logged: Logged) -> None:
    """A server's clock is set back, by hand or by the network."""
    now, hour = datetime.now(UTC), timedelta(hours=1)
    for at in (now, now - hour, now + hour):
        append(logged, UnsavedEvent(kind="bids", payload={}, at=at))
    assert [entry.at for entry in stored(logged)[1:]] == [now, now, now + hour]
    assert verify(stored(logged)) is None


# A writer that knows the last event


@contextmanager
def reads() -> Iterator[list[str]]:
    """The statements that only read."""
    run: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if statement.startswith("SELECT"):
            run.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    yield run
    event.remove(db.engine, "before_cursor_execute", note)


def test_known_event_is_not_read(logged: Logged) -> None:
    known = logged.events.last(logged.id)
    with reads() as run:
        assert append(logged, hand(1), expected_seq=1, expected=known).new
    assert run == []
    assert numbers(logged) == [1, 2]


def test_event_is_chained_to_the_stored_one_if_that_has_another_hash(logged: Logged) -> None:
    known = logged.events.last(logged.id)._replace(hash="0" * 64)
    assert append(logged, hand(1), expected_seq=1, expected=known).new
    assert numbers(logged) == [1, 2]


def together(logged: Logged, known: ChainEnd, *new: UnsavedEvent) -> None:
    entries = chained_all(logged.id, known, new)
    logged.events.append_all(logged.id, entries, expected=known, row={})


def test_several_events_are_appended_at_once_or_none(logged: Logged) -> None:
    known = logged.events.last(logged.id)
    together(logged, known, hand(1), hand(2))
    assert numbers(logged) == [1, 2, 3]
    with pytest.raises(AnotherEventCameFirst) as caught:
        together(logged, known, hand(3), hand(4))
    assert caught.value.stored == stored(logged)[1]
    taken = stored(logged)[2].id
    with pytest.raises(EventIdTaken):
        together(logged, logged.events.last(logged.id), hand(3), replace(hand(4), id=taken))
    assert numbers(logged) == [1, 2, 3]


# A writer that has not seen it


@pytest.mark.parametrize("knows", [False, True])
def test_second_writer_is_refused_with_the_first_event(logged: Logged, knows: bool) -> None:
    seen = {"expected_seq": 1, **({"expected": logged.events.last(logged.id)} if knows else {})}
    first = append(logged, hand(1), **seen)
    append(logged, hand(2), expected_seq=2)
    with pytest.raises(AnotherEventCameFirst) as caught:
        append(logged, hand(1), **seen)
    assert caught.value.stored == first.stored
    assert numbers(logged) == [1, 2, 3]


@pytest.mark.parametrize("expected_seq", [2, 99])
@pytest.mark.parametrize("knows", [False, True])
def test_seq_beyond_the_last_event_is_refused(logged: Logged, expected_seq: int, knows: bool) -> None:
    known = ChainEnd(expected_seq, "", datetime.now(UTC)) if knows else None
    with pytest.raises(AheadOfGame, match=f"last entry is number 1, not {expected_seq}"):
        append(logged, hand(1), expected_seq=expected_seq, expected=known)
    assert numbers(logged) == [1]


def test_writer_without_a_seq_is_never_refused(logged: Logged) -> None:
    assert [append(logged, hand(number)).stored.seq for number in (1, 2)] == [2, 3]


def test_session_works_after_a_refusal(logged: Logged) -> None:
    with pytest.raises(AnotherEventCameFirst):
        append(logged, hand(1), expected_seq=0)
    assert append(logged, hand(1), expected_seq=1).new


def test_transaction_stores_all_its_events_or_none(logged: Logged) -> None:
    def write_both() -> None:
        with write_transaction():
            append(logged, hand(1), expected_seq=1)
            append(logged, hand(2), expected_seq=1)

    with pytest.raises(AnotherEventCameFirst):
        write_both()
    assert numbers(logged) == [1]


# Repeated posts


@pytest.fixture
def few_tries(logged: Logged, monkeypatch: pytest.MonkeyPatch) -> None:
    """An append that tries again without an end fails."""
    look, tries = GAMES.last.__func__, iter(range(50))  # type: ignore[attr-defined]

    def last(log: object, owner: str) -> ChainEnd:
        assert next(tries, None) is not None, "it tries again and again"
        return look(log, owner)  # type: ignore[no-any-return]

    monkeypatch.setattr(type(logged.events), "last", last)


repeating = pytest.mark.usefixtures("few_tries")


@repeating
@pytest.mark.parametrize("seen", [{}, {"expected_seq": 1}, {"expected_seq": 1, "knows": True}])
def test_repeated_post_returns_the_stored_event(logged: Logged, seen: dict[str, Any]) -> None:
    known = logged.events.last(logged.id) if seen.pop("knows", False) else None
    first = append(logged, HAND, **seen, expected=known)
    again = append(logged, HAND, **seen, expected=known)
    assert (first.new, again.new) == (True, False)
    assert again.stored == first.stored == logged.events.event_by_id(HAND.id)
    assert numbers(logged) == [1, 2]


@repeating
def test_repeated_post_returns_the_stored_event_after_later_ones(logged: Logged) -> None:
    first = append(logged, HAND, expected_seq=1)
    append(logged, hand(2))
    later = replace(HAND, id=HAND.id.upper(), who="Ben's phone", payload={"took": (6, 7), "hand": 1})
    assert append(logged, later, expected_seq=1).stored == first.stored


@repeating
@pytest.mark.parametrize("other", [{"kind": "bids"}, {"payload": {"hand": True, "took": [6, 7]}}, {"reason": "late"}])
def test_id_of_a_different_event_is_refused(logged: Logged, other: dict[str, Any]) -> None:
    append(logged, HAND)
    with pytest.raises(EventIdTaken):
        append(logged, replace(HAND, **other))
    assert numbers(logged) == [1, 2]


@repeating
def test_id_of_an_event_of_another_one_is_refused(logged: Logged) -> None:
    append(logged, HAND)
    for repeats in (None, lambda _entry: True):
        with pytest.raises(EventIdTaken):
            logged.events.append(logged.other, HAND, repeats=repeats)
    assert len(logged.events.events_of(logged.other)) == 1


@repeating
def test_what_repeats_an_event_may_be_said_by_the_writer(logged: Logged) -> None:
    first = append(logged, HAND)
    other = replace(HAND, payload={"drawn": 7})
    assert append(logged, other, repeats=lambda entry: entry.kind == HAND.kind).stored == first.stored
    with pytest.raises(EventIdTaken):
        append(logged, other, repeats=lambda entry: entry.kind == "bids")
    assert numbers(logged) == [1, 2]


def test_what_is_known_does_not_begin_again(logged: Logged) -> None:
    before = stored(logged)
    with write_transaction() as session:
        rows = Base.metadata.tables[logged.of]
        found = session.connection().execute(select(rows).where(rows.c.id == logged.id)).one()
        row = dict(zip(rows.c.keys(), found, strict=True))
        assert not logged.events.begin(session, row, before)
        assert not logged.events.begin(session, row | {"id": "new"}, [before[0]._replace(game_id="new")])
    assert stored(logged) == before


# Races


def at_once(app: Flask, writers: int, what: Callable[[int], T]) -> list[T]:
    """The result for each of several threads that start together."""
    ready = Barrier(writers)

    def one(writer: int) -> T:
        with app.app_context():
            ready.wait()
            return what(writer)

    with ThreadPoolExecutor(writers) as threads:
        return list(threads.map(one, range(writers)))


def test_one_of_sixteen_writers_records_the_hand(app: Flask, logged: Logged) -> None:
    known = logged.events.last(logged.id)

    def score(writer: int) -> Appended | AnotherEventCameFirst:
        try:
            return append(logged, hand(writer), expected_seq=1, expected=known if writer % 2 else None)
        except AnotherEventCameFirst as refused:
            return refused

    answers = at_once(app, 16, score)
    won = [answer for answer in answers if isinstance(answer, Appended)]
    lost = [answer for answer in answers if isinstance(answer, AnotherEventCameFirst)]
    assert (len(won), len(lost)) == (1, 15)
    assert {refused.stored.id for refused in lost} == {won[0].stored.id}
    assert stored(logged)[1:] == [won[0].stored]


def test_eight_writers_without_a_seq_lose_nothing(app: Flask, logged: Logged) -> None:
    added = at_once(app, 8, lambda writer: [append(logged, hand(writer)).stored.id for _ in range(10)])
    assert numbers(logged) == list(range(1, 82))
    assert {entry.id for entry in stored(logged)[1:]} == {event_id for ids in added for event_id in ids}


def test_post_repeated_by_eight_writers_is_one_event(app: Flask, logged: Logged) -> None:
    answers = at_once(app, 8, lambda _: append(logged, HAND, expected_seq=1))
    assert sum(answer.new for answer in answers) == 1
    assert len({answer.stored.seq for answer in answers}) == 1


def test_three_programs_lose_nothing(app: Flask, database: str, logged: Logged) -> None:
    programs = [run_elsewhere(append_elsewhere, database, logged.log, logged.id, EACH) for _ in range(2)]
    for _ in range(EACH):
        append(logged, hand(1))
    for program in programs:
        program.join(60)
    assert [program.exitcode for program in programs] == [0, 0]
    assert numbers(logged) == list(range(1, 3 * EACH + 2))


# Kills


@pytest.mark.parametrize("committed", [False, True])
def test_event_of_a_killed_program_is_stored_once(app: Flask, database: str, logged: Logged, committed: bool) -> None:
    """Whole or not at all; its phone, which got no answer, sends it again."""
    new = UnsavedEvent(kind="hand", payload={"hand": 1})
    program = run_elsewhere(append_and_die, database, logged.log, logged.id, new, committed)
    program.join(60)
    assert program.exitcode == -9
    assert numbers(logged) == ([1, 2] if committed else [1])
    again = append(logged, new, expected_seq=1)
    assert again.new is not committed
    append(logged, hand(2), expected_seq=2)
    assert numbers(logged) == [1, 2, 3]


# Never changed


REFUSED = "entries are never changed or removed"
CHANGES = (
    "UPDATE {entries} SET payload = '{{}}'",
    "UPDATE {entries} SET seq = 2 WHERE seq = 1",
    "DELETE FROM {entries}",
    "DELETE FROM {entries} WHERE seq = 1",
)
REPLACED = "SELECT {key}, seq, id, kind, '{{}}', who, at, reason, previous, hash, salt FROM {entries}"
ON_SQLITE = (f"INSERT OR REPLACE INTO {{entries}} {REPLACED}",)
ON_POSTGRESQL = ("TRUNCATE {entries}", "TRUNCATE {entries}, game CASCADE")
DURING_AN_ERASURE = (
    "UPDATE {entries} SET seq = 2 WHERE seq = 1",
    "UPDATE {entries} SET hash = ''",
    "UPDATE {entries} SET at = '2000-01-01'",
    "DELETE FROM {entries}",
)


def test_no_statement_can_change_or_delete_an_event(kind: str, logged: Logged) -> None:
    before = stored(logged)
    for change in (*CHANGES, *(ON_SQLITE if kind == "sqlite" else ON_POSTGRESQL)):
        statement = text(change.format(entries=logged.entries, key=logged.key))
        with pytest.raises(DBAPIError, match=REFUSED), write_transaction() as session:
            session.connection().execute(statement)
        assert stored(logged) == before, change


def test_erasure_of_names_can_change_no_hash_and_delete_nothing(logged: Logged) -> None:
    before = stored(logged)
    for change in DURING_AN_ERASURE:
        with (
            pytest.raises(DBAPIError, match=REFUSED),
            write_transaction() as session,
            logged.events.erasure(session.connection(), [logged.id], whole=False),
        ):
            session.connection().execute(text(change.format(entries=logged.entries)))
        assert stored(logged) == before, change


def test_erasure_rewrites_what_names_it_and_is_over_then(logged: Logged) -> None:
    append(logged, HAND)
    before = stored(logged)
    rewritten = before[1]._replace(who="Max’s phone", payload={"hand": 1}, salt=None)
    with write_transaction() as session:
        logged.events.rewrite(session, [rewritten])
        logged.events.rewrite(session, [])
    assert stored(logged) == [before[0], rewritten]
    assert numbers_allowed(logged) == 0
    with write_transaction() as session:
        logged.events.remove(session.connection(), [])
        logged.events.remove(session.connection(), [logged.id])
    assert stored(logged) == []
    assert len(logged.events.events_of(logged.other)) == 1
    assert numbers_allowed(logged) == 0


def numbers_allowed(logged: Logged) -> int:
    """How many erasures are allowed now."""
    return int(db.session.execute(text(f"SELECT COUNT(*) FROM {logged.allowed}")).scalar_one())
