"""Two programs on one database lose nothing."""

from __future__ import annotations

from flask import Flask

from scorekeeper.formats.chain import verify
from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage.events import append, events_of
from tests.storage.append_hands import append_hands
from tests.warm import run_elsewhere


def test_two_programs_lose_nothing(app: Flask, database: str, game_id: str) -> None:
    programs = [run_elsewhere(append_hands, database, game_id, 60) for _ in range(2)]
    for _ in range(60):
        append(game_id, UnsavedEvent(kind="hand", payload={}))
    for program in programs:
        program.join(60)
    assert [program.exitcode for program in programs] == [0, 0]
    entries = events_of(game_id)
    assert [entry.seq for entry in entries] == list(range(1, 182))
    assert verify(entries) is None
