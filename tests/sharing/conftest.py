"""The app as page tests start it, and the test cast."""

from __future__ import annotations

from tests.access.conftest import (
    app,
    begun,
    cast,
    kind,
    known_openings,
    make_app,
    phone,
    shared_app,
    shared_instance,
)

__all__ = [
    "app",
    "begun",
    "cast",
    "kind",
    "known_openings",
    "make_app",
    "phone",
    "shared_app",
    "shared_instance",
]
