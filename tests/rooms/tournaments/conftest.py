"""The app as page tests start it, and a hall with a director."""

from __future__ import annotations

import pytest
from flask import Flask

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


@pytest.fixture
def hall(app: Flask) -> Hall:
    """An empty hall: nobody has set anything up."""
    return Hall(app)
