"""The same event posted again is the same event; its id with another content is refused."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from itertools import count

import pytest
from sqlalchemy import Connection

from scorekeeper.formats.chain import Unwritable
from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage import events
from scorekeeper.storage.errors import EventIdTaken
from scorekeeper.storage.events import append, event_by_id, events_of
from scorekeeper.storage.games import GameSetup
from scorekeeper.storage.models import Table
from scorekeeper.storage.new_game import create_game

HAND = UnsavedEvent(kind="hand", payload={"hand": 1, "took": [6, 7]}, who="Ann's phone")


@pytest.fixture(autouse=True)
def few_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """An append that tries again without an end fails."""
    look, tries = events._last, count(1)

    def last(connection: Connection, game_id: str) -> tuple[int, str, datetime]:
        assert next(tries) < 50, "it tries again and again"
        return look(connection, game_id)

    monkeypatch.setattr(events, "_last", last)


@pytest.mark.parametrize("expected_seq", [None, 1])
def test_repeated_post_returns_the_stored_event(game_id: str, expected_seq: int | None) -> None:
    first = append(game_id, HAND, expected_seq=expected_seq)
    again = append(game_id, HAND, expected_seq=expected_seq)
    assert (first.new, again.new) == (True, False)
    assert again.entry == first.entry == event_by_id(HAND.id)
    assert len(events_of(game_id)) == 2


def test_repeated_post_returns_the_stored_event_after_later_ones(game_id: str) -> None:
    first = append(game_id, HAND, expected_seq=1)
    append(game_id, UnsavedEvent(kind="hand", payload={"hand": 2}))
    later = replace(HAND, id=HAND.id.upper(), who="Ben's phone", payload={"took": (6, 7), "hand": 1})
    assert append(game_id, later, expected_seq=1).entry == first.entry


@pytest.mark.parametrize("other", [{"kind": "bids"}, {"payload": {"hand": True, "took": [6, 7]}}, {"reason": "late"}])
def test_id_of_a_different_event_is_refused(game_id: str, other: dict[str, object]) -> None:
    append(game_id, HAND)
    with pytest.raises(EventIdTaken):
        append(game_id, replace(HAND, **other))  # type: ignore[arg-type]
    assert len(events_of(game_id)) == 2


def test_id_of_an_event_of_another_game_is_refused(table: Table, game_setup: GameSetup, game_id: str) -> None:
    append(game_id, HAND)
    other = create_game(table.id, game_setup).game.id
    with pytest.raises(EventIdTaken):
        append(other, HAND)
    assert len(events_of(other)) == 1


@pytest.mark.parametrize("wrong", ["", "7", "not-a-uuid"])
def test_an_id_is_a_uuid(wrong: str) -> None:
    with pytest.raises(Unwritable):
        UnsavedEvent(kind="hand", payload={}, id=wrong)
