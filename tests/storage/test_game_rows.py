"""A game's summary is stored with the event that it is of."""

from __future__ import annotations

from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage.events import append
from scorekeeper.storage.games import GameSummary, find_game

AHEAD = GameSummary(summary={"totals": [61, 40]})
OVER = GameSummary(status="over", ended_by="target", summary={"totals": [312, 280], "winners": [0]})


def test_summary_is_stored_with_its_event(game_id: str) -> None:
    append(game_id, UnsavedEvent(kind="hand", payload={}), expected_seq=1, row=OVER.columns(2))
    game = find_game(game_id)
    assert (game.status, game.ended_by, game.summary, game.summary_seq) == ("over", "target", OVER.summary, 2)


def test_event_without_a_summary_leaves_the_old_one_with_its_seq(game_id: str) -> None:
    append(game_id, UnsavedEvent(kind="hand", payload={}), expected_seq=1, row=AHEAD.columns(2))
    append(game_id, UnsavedEvent(kind="hand", payload={}))
    game = find_game(game_id)
    assert (game.summary, game.summary_seq, game.last_seq) == (AHEAD.summary, 2, 3)


def test_loaded_game_is_refreshed(game_id: str) -> None:
    game = find_game(game_id)
    assert game.last_seq == 1
    append(game_id, UnsavedEvent(kind="hand", payload={}))
    assert game.last_seq == 2
