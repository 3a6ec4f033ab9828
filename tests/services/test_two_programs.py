"""Two programs on one game: each sees the other's events, and no hand is doubled or lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from flask import Flask

from scorekeeper.core.game import HAND, AlreadyRecorded
from scorekeeper.services import game_on_table, record, start_game
from scorekeeper.services.game_cache import GAME_CACHE
from scorekeeper.storage import AnotherEventCameFirst, Table, events_of, verify
from tests.services.cast import ANN, EVEN, hand_body, head

CHECKOUT = Path(__file__).resolve().parents[2]
EACH = 20


def score_hands(app: Flask, game_id: str) -> None:
    scored = 0
    while scored < EACH:
        with app.app_context():
            number = game_on_table(game_id).state.board.next_number
            try:
                record(game_id, HAND, hand_body(number, EVEN), writer=ANN)
                scored += 1
            except (AlreadyRecorded, AnotherEventCameFirst):
                continue  # the other program was quicker


def test_two_processes_see_each_other_s_hands(app: Flask, database: str, table: Table) -> None:
    game_id = start_game(table.id, head(target=10_000), writer=ANN).game.id
    command = [sys.executable, "-W", "error", "-m", "tests.services.score_hands", database, game_id, str(EACH)]
    other = subprocess.Popen(command, cwd=CHECKOUT, env={"PYTHONPATH": str(CHECKOUT)})
    score_hands(app, game_id)
    assert other.wait(60) == 0
    with app.app_context():
        entries = events_of(game_id)
        assert [entry.payload["hand"] for entry in entries[1:]] == list(range(1, 2 * EACH + 1))
        assert {entry.who for entry in entries[1:]} == {"Ann", "Ben"}
        assert verify(entries) is None
        state = game_on_table(game_id).state
        GAME_CACHE.clear()
        assert game_on_table(game_id).state == state
        assert len(state.board.hands) == 2 * EACH
