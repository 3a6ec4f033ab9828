"""Two programs on one database lose nothing, and one that keeps SQLite to itself is named."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.storage import DatabaseBusy, NewEntry, append, entries_of, verify
from scorekeeper.storage import engine as engine_module
from tests.databases import OpenApp

CHECKOUT = Path(__file__).resolve().parents[2]


def test_two_programs_lose_nothing(app: Flask, database: str, game_id: str) -> None:
    command = [sys.executable, "-W", "error", str(Path(__file__).with_name("append_hands.py")), database, game_id, "60"]
    programs = [subprocess.Popen(command, cwd=CHECKOUT, env={"PYTHONPATH": str(CHECKOUT)}) for _ in range(2)]
    for _ in range(60):
        append(game_id, NewEntry(kind="hand", payload={}))
    assert [program.wait(60) for program in programs] == [0, 0]
    entries = entries_of(game_id)
    assert [entry.seq for entry in entries] == list(range(1, 182))
    assert verify(entries) is None


@pytest.mark.parametrize("kind", ["sqlite"])
def test_a_database_kept_busy_is_said_to_be(
    database: str, game_id: str, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_module, "PRAGMAS", ("busy_timeout=50", "foreign_keys=ON"))
    with (
        closing(sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None)) as other,
        open_app(database).app_context(),
    ):
        other.execute("BEGIN IMMEDIATE").close()
        with pytest.raises(DatabaseBusy):
            append(game_id, NewEntry(kind="hand", payload={}))
        other.execute("COMMIT").close()
        assert append(game_id, NewEntry(kind="hand", payload={})).new
