"""Two programs on one database lose nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from flask import Flask

from scorekeeper.storage import UnsavedEvent, append, events_of, verify

CHECKOUT = Path(__file__).resolve().parents[2]


def test_two_programs_lose_nothing(app: Flask, database: str, game_id: str) -> None:
    command = [sys.executable, "-W", "error", str(Path(__file__).with_name("append_hands.py")), database, game_id, "60"]
    programs = [subprocess.Popen(command, cwd=CHECKOUT, env={"PYTHONPATH": str(CHECKOUT)}) for _ in range(2)]
    for _ in range(60):
        append(game_id, UnsavedEvent(kind="hand", payload={}))
    assert [program.wait(60) for program in programs] == [0, 0]
    entries = events_of(game_id)
    assert [entry.seq for entry in entries] == list(range(1, 182))
    assert verify(entries) is None
