"""A game's summary is stored with it, and an older one never replaces a newer one."""

from __future__ import annotations

from scorekeeper.storage import GameSummary, UnsavedEvent, append, find_game, save_summary

AHEAD = GameSummary(summary={"totals": [61, 40]})
OVER = GameSummary(status="over", ended_by="target", summary={"totals": [312, 280], "winners": [0]})


def test_it_comes_with_the_entry_that_made_it(game_id: str) -> None:
    append(game_id, UnsavedEvent(kind="hand", payload={}), expected_seq=1, summary=OVER)
    game = find_game(game_id)
    assert (game.status, game.ended_by, game.summary, game.standing_seq) == ("over", "target", OVER.summary, 2)


def test_an_entry_without_one_leaves_it_behind_and_that_shows(game_id: str) -> None:
    append(game_id, UnsavedEvent(kind="hand", payload={}), summary=AHEAD)
    append(game_id, UnsavedEvent(kind="hand", payload={}))
    game = find_game(game_id)
    assert (game.summary, game.standing_seq, game.last_seq) == (AHEAD.summary, 2, 3)


def test_a_game_can_go_on_again(game_id: str) -> None:
    save_summary(game_id, 1, OVER)
    save_summary(game_id, 2, AHEAD)
    game = find_game(game_id)
    assert (game.status, game.ended_by, game.summary) == ("playing", None, AHEAD.summary)


def test_a_late_one_is_let_go(game_id: str) -> None:
    save_summary(game_id, 3, OVER)
    save_summary(game_id, 2, AHEAD)
    assert find_game(game_id).status == "over"


def test_a_game_read_before_is_read_again(game_id: str) -> None:
    game = find_game(game_id)
    assert game.last_seq == 1
    append(game_id, UnsavedEvent(kind="hand", payload={}))
    assert game.last_seq == 2
