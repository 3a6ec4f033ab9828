"""The app as page tests start it, and a hall with a director."""

from __future__ import annotations

from collections.abc import Hashable

import pytest
from flask import Flask

from tests.rooms.tournaments.hall import Hall
from tests.shared_app import AfterStep, Begun, Opening
from tests.web.browsing import Phone
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


SECONDS = 20
"""How old an opening may be: clocks run in halls."""


@pytest.fixture
def hall(app: Flask, kind: str, begun: Begun, known_openings: dict[tuple[Hashable, ...], AfterStep]) -> Hall:
    """An empty hall: nobody has set anything up."""
    director = Phone(app.test_client())
    if kind == "sqlite":
        director.opening = Opening(app, director, begun.folder, known_openings, SECONDS)
    return Hall(app, director)
