"""The app, and a program that keeps a table."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.api.calling import Program
from tests.shared_app import Begun
from tests.web.conftest import *  # noqa: F403 - all fixtures


@pytest.fixture
def program(app: Flask, kind: str, begun: Begun) -> Program:
    """A program with a keeper's token."""

    def the_program() -> Program:
        return Program(app)

    return begun.continue_from(app, the_program).again() if kind == "sqlite" else the_program()


@pytest.fixture
def game(program: Program, app: Flask, kind: str, begun: Begun) -> str:
    """A partnership game that has just started."""

    def the_game() -> str:
        return program.start()

    return begun.continue_from(app, the_game) if kind == "sqlite" else the_game()
