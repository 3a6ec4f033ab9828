"""The app as page tests start it, and the test cast."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.access.cast import Cast
from tests.shared_app import Begun
from tests.web.conftest import *  # noqa: F403 - all fixtures


@pytest.fixture
def cast(app: Flask, kind: str, begun: Begun) -> Cast:
    """Alice keeps, Bob scores, Wendy watches; Charlie is a stranger, Olga keeps another table."""

    def the_cast() -> Cast:
        return Cast(app)

    return begun.continue_from(app, the_cast).again() if kind == "sqlite" else the_cast()
