"""The app as the tests of the pages start it, and the standing cast."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.access.cast import Cast
from tests.web.conftest import app, compiled_templates, kind, make_app, phone

__all__ = ["app", "cast", "compiled_templates", "kind", "make_app", "phone"]


@pytest.fixture
def cast(app: Flask) -> Cast:
    """Alice keeps, Bob scores, Wendy watches; Charlie is a stranger, Olga keeps another table."""
    return Cast(app)
