"""The app as the tests of the pages start it, and the standing cast."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.access.cast import Cast
from tests.one_app import Begun
from tests.web.conftest import app, begun, compiled_templates, kind, make_app, one_app, one_instance, phone

__all__ = ["app", "begun", "cast", "compiled_templates", "kind", "make_app", "one_app", "one_instance", "phone"]


@pytest.fixture
def cast(app: Flask, kind: str, begun: Begun) -> Cast:
    """Alice keeps, Bob scores, Wendy watches; Charlie is a stranger, Olga keeps another table."""

    def the_cast() -> Cast:
        return Cast(app)

    return begun.go_on(app, the_cast).again() if kind == "sqlite" else the_cast()
