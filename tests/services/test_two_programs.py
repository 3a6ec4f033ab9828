"""Two programs on one game: each sees the other's events, and no hand is doubled or lost."""

from __future__ import annotations

from flask import Flask

from scorekeeper.formats.chain import verify
from scorekeeper.services.game_cache import GAME_CACHE, load_game
from scorekeeper.services.starting import start_game
from scorekeeper.storage.events import events_of
from scorekeeper.storage.models import Table
from tests.databases import on_both
from tests.services.cast import ANN, BEN, game_setup
from tests.services.score_hands import score_hands, score_hands_on
from tests.warm import run_elsewhere

pytestmark = on_both


EACH = 20


def test_two_processes_see_each_other_s_hands(app: Flask, database: str, table: Table) -> None:
    game_id = start_game(table.id, game_setup(target=10_000), author=ANN).game.id
    other = run_elsewhere(score_hands_on, database, game_id, EACH, BEN)
    score_hands(app, game_id, EACH, ANN)
    other.join(60)
    assert other.exitcode == 0
    with app.app_context():
        entries = events_of(game_id)
        assert [entry.payload["hand"] for entry in entries[1:]] == list(range(1, 2 * EACH + 1))
        assert {entry.who for entry in entries[1:]} == {"Ann", "Ben"}
        assert verify(entries) is None
        state = load_game(game_id).state
        GAME_CACHE.clear()
        assert load_game(game_id).state == state
        assert len(state.board.hands) == 2 * EACH
