"""Writers take turns on SQLite, and wait no longer than they say."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import pytest
from flask import Flask

from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage import database
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.errors import DatabaseBusy
from scorekeeper.storage.events import append, events_of

AT_MOST = 20  # seconds, for a test that fails


@contextmanager
def another_writes(app: Flask) -> Iterator[None]:
    """Another thread is in the middle of a write."""
    begun, over = Event(), Event()

    def write() -> None:
        with app.app_context(), write_transaction():
            begun.set()
            over.wait(AT_MOST)

    thread = Thread(target=write)
    thread.start()
    begun.wait(AT_MOST)
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.parametrize("kind", ["sqlite"])
@pytest.mark.parametrize("deadline", [0, 0.01])
def test_writer_is_refused_after_its_deadline(app: Flask, game_id: str, deadline: float) -> None:
    with another_writes(app), pytest.raises(DatabaseBusy), write_transaction(deadline):
        append(game_id, UnsavedEvent(kind="hand", payload={}))
    assert len(events_of(game_id)) == 1


class Taken(Event):
    """A turn that somebody else has, which notes how long each look would wait."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        self.waits.append(timeout)
        return False


@pytest.mark.parametrize(("deadline", "waits"), [(0.0, [0.0, 0.0]), (0.2, [0.2, 0.0]), (2.0, [0.5, 1.5])])
def test_writer_waits_no_longer_than_its_deadline(deadline: float, waits: list[float]) -> None:
    turn = Taken()
    assert not database._is_granted(turn, deadline)
    assert turn.waits == waits


def test_who_came_first_is_next_whoever_else_asks() -> None:
    turns = database.Turns(1)
    holds, first, second, third = (turns.take() for _ in range(4))
    turns.leave(second)  # gave up
    turns.leave(holds)
    late = turns.take()
    assert [turn.is_set() for turn in (first, third, late)] == [True, False, False]
    turns.leave(first)
    assert [turn.is_set() for turn in (third, late)] == [True, False]
    turns.leave(third)
    turns.leave(late)
    assert turns.take().is_set()


@pytest.mark.parametrize("kind", ["sqlite"])
def test_turn_is_free_after_a_refused_writer(app: Flask, game_id: str) -> None:
    with another_writes(app), pytest.raises(DatabaseBusy), write_transaction(0):
        pass
    with write_transaction(0):
        assert append(game_id, UnsavedEvent(kind="hand", payload={})).new


@pytest.mark.parametrize("kind", ["sqlite"])
def test_writer_stops_a_clean_up_and_waits_longer_for_it(
    app: Flask, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, stopped, over = Event(), Event(), Event()

    def clean() -> None:
        with app.app_context(), database.write_lock(db.session(), stop=stopped.set):
            begun.set()
            stopped.wait(AT_MOST)
            over.wait(0.2)  # it does not stop at once

    thread = Thread(target=clean)
    thread.start()
    begun.wait(AT_MOST)
    monkeypatch.setattr(database, "GIVES_WAY_AFTER", 0.01)
    monkeypatch.setattr(database, "WRITE_LOCK_TIMEOUT", 0.05)
    with pytest.raises(DatabaseBusy), write_transaction(0.02):
        pass
    assert not stopped.is_set(), "who does not wait long stops nothing"
    assert append(game_id, UnsavedEvent(kind="hand", payload={})).new
    assert stopped.is_set()
    thread.join()
