"""Counters in the database: each has its own time, and those that are over go at last."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.storage import limit_counters
from scorekeeper.storage.database import db
from scorekeeper.storage.limit_counters import COUNTER, LimitCounters


def rows() -> dict[str, tuple[int, float]]:
    with db.engine.connect() as connection:
        found = connection.execute(select(COUNTER.c.key, COUNTER.c.count, COUNTER.c.expires))
        return {key: (count, expires) for key, count, expires in found}


def test_counters_start_again_after_their_time_and_are_swept_away(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("time.time", lambda: now)
    monkeypatch.setattr(limit_counters, "SWEEP_EVERY", 6)
    counters = LimitCounters()
    assert [counters.add("ann", 1, 60), counters.add("ann", 2, 90), counters.add("ben", 5, 30)] == [1, 3, 5]
    assert rows() == {"ann": (3, 1060), "ben": (5, 1030)}, "a counter lasts as long as its first count says"
    assert (counters.find("ann"), counters.find("ben"), counters.find("cal")) == ((3, 1060), (5, 1030), (0, 1000))
    now = 1030.0
    assert (counters.find("ann"), counters.find("ben")) == ((3, 1060), (0, 1030))
    assert counters.add("cal", 1, 10) == 1
    assert counters.add("ann", 1, 60) == 4
    assert "ben" in rows(), "not yet"
    assert counters.add("ann", 1, 60) == 5
    assert rows() == {"ann": (5, 1060), "cal": (1, 1040)}, "the sixth count sweeps"
    now = 1060.0
    assert counters.add("ann", 7, 20) == 7
    assert rows()["ann"] == (7, 1080)
    for _ in range(4):
        counters.add("ann", 1, 20)
    assert "cal" in rows()
    counters.add("ann", 1, 20)
    assert set(rows()) == {"ann"}


def test_one_counter_or_all_are_forgotten(app: Flask) -> None:
    counters = LimitCounters()
    for key in ("ann", "ben", "cal"):
        counters.add(key, 1, 60)
    assert (counters.forget("ann"), counters.forget("ann"), set(rows())) == (1, 0, {"ben", "cal"})
    assert (counters.forget(), counters.forget(), rows()) == (2, 0, {})
