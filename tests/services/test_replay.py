"""A game read from the database is the game that was played."""

from __future__ import annotations

from uuid import uuid4

from flask import Flask
from hypothesis import HealthCheck, given, settings

from scorekeeper.core.game import GameState, payload_of
from scorekeeper.formats.chain import verify
from scorekeeper.services.game_cache import GAME_CACHE, load_game
from scorekeeper.services.recording import record, undo
from scorekeeper.services.starting import start_game
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import create_table
from tests.core.game.games import games
from tests.hypothesis_budget import examples
from tests.services.cast import ANN


# All examples share one database on purpose.
@settings(max_examples=examples(8, 200), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(games())
def test_replayed_game_equals_the_played_one(app: Flask, states: list[GameState]) -> None:
    game_id = start_game(create_table(f"Table {uuid4()}").id, states[0].setup, author=ANN).game.id
    for event in states[-1].events[1:]:
        body = payload_of(event, states[-1].setup)
        record(game_id, event.kind, {**body, "reason": event.reason}, author=ANN)
    live = load_game(game_id).state
    assert (live.board, live.draft, live.closed) == (states[-1].board, states[-1].draft, states[-1].closed)
    if live.undo is not None:
        live = undo(game_id, ANN).state
    GAME_CACHE.clear()
    assert load_game(game_id).state == live
    assert verify(events_of(game_id)) is None
