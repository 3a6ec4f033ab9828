"""Undo and redo as use cases: what they undo, from any phone, and when there is nothing to undo."""

from __future__ import annotations

from uuid import uuid4

import pytest

from scorekeeper.core.game import BIDS, CLOSE, HAND, TAKE_BACK, NotNow
from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.services.damaged import DamagedGame
from scorekeeper.services.recording import record, redo, undo
from scorekeeper.storage.events import append
from scorekeeper.storage.games import find_game
from tests.refusals import refuses
from tests.services.cast import ANN, BEN, BIG, EVEN, kinds, play, totals


def test_undo_and_redo_of_a_hand(game_id: str) -> None:
    played = play(game_id, EVEN, BIG)
    undone = undo(game_id, BEN)
    assert totals(undone) == [70, 51]
    assert undone.state.board.dealer == 0
    redone = redo(game_id, ANN)
    assert redone.state.board == played.state.board
    assert kinds(game_id) == [HAND, HAND, TAKE_BACK, TAKE_BACK]


def test_undo_reopens_a_finished_game(game_id: str) -> None:
    play(game_id, BIG, BIG, BIG, BIG)
    undo(game_id, ANN)
    game = find_game(game_id)
    assert (game.status, game.ended_by, game.summary["totals"]) == ("playing", None, [390, -60])
    redo(game_id, ANN)
    assert find_game(game_id).status == "over"


def test_undo_of_an_early_end_continues_the_game(game_id: str) -> None:
    play(game_id, EVEN)
    record(game_id, CLOSE, {"reason": "late"}, author=ANN)
    assert undo(game_id, ANN).state.board.outcome is None


def test_undo_of_a_hand_restores_its_bids(game_id: str) -> None:
    bids = record(game_id, BIDS, {"hand": 1, "bids": [["4", "3"], ["3", "2"]]}, author=ANN)
    play(game_id, EVEN)
    assert undo(game_id, ANN).state.draft == bids.state.draft


def test_undo_of_a_damaged_game_takes_back_what_cannot_be_read(game_id: str) -> None:
    play(game_id, EVEN)
    for _ in range(2):
        append(game_id, UnsavedEvent(kind=HAND, payload={}))
    with pytest.raises(DamagedGame):  # by the other one
        undo(game_id, BEN)
    undone = undo(game_id, BEN)
    assert (totals(undone), undone.stored.who, undone.new) == ([70, 51], "Ben", True)
    assert find_game(game_id).summary["totals"] == [70, 51]


def test_undo_and_redo_without_events_are_refused(game_id: str) -> None:
    with refuses(NotNow, match="Nothing to undo"):
        undo(game_id, ANN)
    play(game_id, EVEN)
    with refuses(NotNow, match="nothing was undone"):
        redo(game_id, ANN)
    undo(game_id, ANN)
    with refuses(NotNow, match="Nothing to undo"):
        undo(game_id, ANN)


def test_new_event_after_an_undo_clears_the_redo(game_id: str) -> None:
    play(game_id, EVEN)
    undo(game_id, ANN)
    play(game_id, BIG)
    with refuses(NotNow, match="something was recorded since"):
        redo(game_id, ANN)


@pytest.mark.parametrize("seq", [None, 3])
def test_a_double_tap_undoes_once(game_id: str, seq: int | None) -> None:
    play(game_id, EVEN, BIG)
    event_id = str(uuid4())
    first, again = (undo(game_id, ANN, seq, event_id) for _ in range(2))
    assert (first.new, again.new) == (True, False)
    assert totals(again) == [70, 51]
    event_id = str(uuid4())
    seq = None if seq is None else 4
    first, again = (redo(game_id, ANN, seq, event_id) for _ in range(2))
    assert (first.new, again.new) == (True, False)
    assert totals(again) == [200, 31]
    assert kinds(game_id) == [HAND, HAND, TAKE_BACK, TAKE_BACK]
