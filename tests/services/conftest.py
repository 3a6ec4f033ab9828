"""The Friday table, and its partnership game: Ann & Cal against Ben & Dee; Dee deals first, so Ann bids first."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.services.starting import Started, start_game
from scorekeeper.storage.games import create_table
from scorekeeper.storage.models import Table
from tests.services.cast import ANN, game_setup


@pytest.fixture
def kind() -> str:
    """Services are the same on every database; `on_both` checks what depends on its locks and queries."""
    return "sqlite"


@pytest.fixture
def table(app: Flask) -> Table:
    """The regulars' Friday table."""
    return create_table("Friday")


@pytest.fixture
def started(table: Table) -> Started:
    """A game to 500 that has just started."""
    return start_game(table.id, game_setup(), author=ANN)


@pytest.fixture
def game_id(started: Started) -> str:
    """The id of a game that has just started."""
    return started.game.id


@pytest.fixture
def token_key(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key from which tokens and codes are made."""
    monkeypatch.setitem(app.config, "SECRET_KEY", "a secret")
