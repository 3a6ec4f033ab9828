"""The Friday table, and its game of partnership: Ann & Cal against Ben & Dee; Dee deals first, so Ann bids first."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.services import Started, start_game
from scorekeeper.storage import Table, create_table
from tests.services.cast import ANN, head


@pytest.fixture
def table(app: Flask) -> Table:
    """Where the regulars meet on Fridays."""
    return create_table("Friday")


@pytest.fixture
def started(table: Table) -> Started:
    """A game to 500 that has just begun."""
    return start_game(table.id, head(), writer=ANN)


@pytest.fixture
def game_id(started: Started) -> str:
    """The id of a game that has just begun."""
    return started.game.id
