"""The app as page tests start it, and a hall with a director."""

from __future__ import annotations

from random import Random

import pytest
from flask import Flask

from scorekeeper.rooms.tournaments.services import by_time, recording, rounds, ties
from tests.hypothesis_budget import IN_SOAK
from tests.rooms.tournaments.hall import Hall
from tests.web.conftest import (
    after,
    app,
    begun,
    kind,
    known_openings,
    make_app,
    pad,
    phone,
    shared_app,
    shared_instance,
)

__all__ = [
    "after",
    "app",
    "begun",
    "hall",
    "kind",
    "known_openings",
    "make_app",
    "pad",
    "phone",
    "shared_app",
    "shared_instance",
]


@pytest.fixture(autouse=True)
def lots(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test draws the same lots each time: it passes or fails by what was changed. In the soak it draws others."""
    if IN_SOAK:
        return
    chance = Random(request.node.nodeid)
    for module in (by_time, recording, rounds, ties):
        monkeypatch.setattr(module, "randbelow", chance.randrange)


@pytest.fixture
def hall(app: Flask) -> Hall:
    """An empty hall: nobody has set anything up."""
    return Hall(app)
