"""A writer who knows the last event need not read it; if another one is the last, all is as if it had been read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from scorekeeper.formats.chain import verify
from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage.database import db
from scorekeeper.storage.errors import AnotherEventCameFirst, NoSuchGame
from scorekeeper.storage.events import ChainEnd, append, end_of, events_of


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


def hand(number: int) -> UnsavedEvent:
    return UnsavedEvent(kind="hand", payload={"hand": number})


def end(game_id: str) -> ChainEnd:
    return end_of(events_of(game_id)[-1])


def test_known_event_is_not_read(game_id: str) -> None:
    known = end(game_id)
    with reads() as run:
        assert append(game_id, hand(1), expected_seq=1, expected=known).new
    assert run == []
    assert [entry.seq for entry in events_of(game_id)] == [1, 2]
    assert verify(events_of(game_id)) is None


def test_event_is_chained_to_the_stored_one_if_that_has_another_hash(game_id: str) -> None:
    known = end(game_id)._replace(hash="0" * 64)
    assert append(game_id, hand(1), expected_seq=1, expected=known).new
    assert verify(events_of(game_id)) is None


def test_another_event_that_came_first_is_reported(game_id: str) -> None:
    known = end(game_id)
    first = append(game_id, hand(1), expected_seq=1, expected=known)
    with pytest.raises(AnotherEventCameFirst) as caught:
        append(game_id, hand(1), expected_seq=1, expected=known)
    assert caught.value.entry == first.entry
    assert len(events_of(game_id)) == 2


def test_repeated_post_returns_the_stored_event(game_id: str) -> None:
    known, new = end(game_id), hand(1)
    first = append(game_id, new, expected_seq=1, expected=known)
    again = append(game_id, new, expected_seq=1, expected=known)
    assert (first.new, again.new) == (True, False)
    assert again.entry == first.entry


def test_game_that_is_gone_is_reported(game_id: str) -> None:
    with pytest.raises(NoSuchGame):
        append("gone", hand(1), expected_seq=1, expected=end(game_id))
