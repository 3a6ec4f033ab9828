"""The app, and a program that keeps a table."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.api.calling import Program
from tests.web.conftest import app, compiled_templates, kind, make_app, shared_app, shared_instance

__all__ = ["app", "compiled_templates", "game", "kind", "make_app", "program", "shared_app", "shared_instance"]


@pytest.fixture
def program(app: Flask) -> Program:
    """A program with a keeper's token."""
    return Program(app)


@pytest.fixture
def game(program: Program) -> str:
    """A partnership game that has just started."""
    return program.start()
