"""The club's part of the demo: stakes from the first night, and seasons that are settled up."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.rooms.club.services.demo import STAKES
from scorekeeper.rooms.club.services.settling import current_stakes, settlements
from scorekeeper.rooms.club.storage.models import Result
from scorekeeper.rooms.club.storage.seasons import seasons_of
from scorekeeper.services import demo
from scorekeeper.services.verifying import verify_stored
from scorekeeper.storage.database import db


def test_the_year_has_stakes_seasons_and_figures(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "NIGHTS", 6)
    table = demo.make_club(datetime.now(UTC), "UTC")
    assert current_stakes(table) == STAKES
    first, *others = reversed(seasons_of(table))
    assert first.name == "Season 1"
    assert len(others) == 3
    assert any(own.balances for own in settlements(table, UTC))
    assert verify_stored(table).findings == []
    assert 0 < max(db.session.scalars(select(Result.nil_streak))) < 20
