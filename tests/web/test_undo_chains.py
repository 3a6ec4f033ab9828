"""Undo while another phone saves, and long chains of undo and redo: always with the right result."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.core.game import HAND, TAKE_BACK, GameState
from scorekeeper.core.pages.looking_up.log import EventDescriber
from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.recording import Author, record, undo
from scorekeeper.storage.events import append, events_of
from scorekeeper.web.games import log
from tests.services.cast import EVEN, hand_body
from tests.web.at_table import Pad

ANN = Author("Ann")


def game_of(pad: Pad) -> str:
    return pad.url.split("/")[2]


def test_undo_without_seq_while_another_phone_saves(app: Flask, pad: Pad, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names what was undone: the other phone's hand."""
    app.config["WTF_CSRF_ENABLED"] = False
    game = game_of(pad)

    def after_another(*given: Any, **more: Any) -> Any:
        record(game, HAND, hand_body(1, EVEN), author=ANN)
        return undo(*given, **more)

    monkeypatch.setattr(log, "undo", after_another)
    answer = pad.phone.client.post(f"/games/{game}/undo", follow_redirects=True)
    assert answer.status_code == 200
    assert "Undid hand 1" in answer.text
    with app.app_context():
        assert [entry.kind for entry in events_of(game)] == ["start", HAND, TAKE_BACK]


def test_history_of_a_thousand_undos_and_redos(app: Flask, pad: Pad) -> None:
    game = game_of(pad)
    with app.app_context():
        record(game, HAND, hand_body(1, EVEN), author=ANN)
        for seq in range(3, 1203):
            new = UnsavedEvent(kind=TAKE_BACK, payload={"entry": seq - 1}, id=str(uuid4()))
            append(game, new, expected_seq=seq - 1)
        state = load_game(game).state
        assert words_of(state, 1202).startswith("Redone – hand 1")
        assert words_of(state, 1201).startswith("Undone – hand 1")
    assert pad.phone.client.get(f"/games/{game}/history").status_code == 200


def words_of(state: GameState, seq: int) -> str:
    return EventDescriber(state.events, state.setup).describe(state.events[seq - 1])
