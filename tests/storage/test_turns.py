"""Writers take turns on SQLite, and wait no longer than they say."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import pytest
from flask import Flask

from scorekeeper.storage import DatabaseBusy, UnsavedEvent, append, events_of, write_transaction

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


@pytest.mark.parametrize("kind", ["sqlite"])
def test_turn_is_free_after_a_refused_writer(app: Flask, game_id: str) -> None:
    with another_writes(app), pytest.raises(DatabaseBusy), write_transaction(0):
        pass
    with write_transaction(0):
        assert append(game_id, UnsavedEvent(kind="hand", payload={})).new
