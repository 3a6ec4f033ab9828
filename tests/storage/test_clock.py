"""A server's clock is set back, by hand or by the network: no event is older than the one before it."""

from datetime import UTC, datetime, timedelta

from flask import Flask

from scorekeeper.formats.chain import verify
from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage.events import append, events_of
from scorekeeper.storage.games import find_game

HOUR = timedelta(hours=1)


def test_event_is_never_older_than_the_one_before(app: Flask, game_id: str) -> None:
    now = datetime.now(UTC)
    append(game_id, UnsavedEvent(kind="bids", payload={"hand": 1}, at=now))
    append(game_id, UnsavedEvent(kind="bids", payload={"hand": 2}, at=now - HOUR))
    append(game_id, UnsavedEvent(kind="bids", payload={"hand": 3}, at=now + HOUR))
    entries = events_of(game_id)
    assert [entry.at for entry in entries[1:]] == [now, now, now + HOUR]
    assert verify(entries) is None
    assert find_game(game_id).last_activity == now + HOUR
