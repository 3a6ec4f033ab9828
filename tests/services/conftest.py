"""The Friday table, and its partnership game: Ann & Cal against Ben & Dee; Dee deals first, so Ann bids first."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.services.damaged import DamagedGame
from scorekeeper.services.game_cache import GameCache
from scorekeeper.services.starting import Started, start_game
from scorekeeper.storage.events import GAMES
from scorekeeper.storage.games import create_table
from scorekeeper.storage.models import Table
from tests.services.cast import ANN, EVEN, game_setup, play
from tests.services.logs import CachedLog


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


@pytest.fixture
def cached(table: Table) -> CachedLog:
    """Three games, whose cache is to be tested."""
    ids = [start_game(table.id, game_setup(), author=ANN).game.id for _ in range(3)]
    hands = iter(range(1, 9))
    return CachedLog(GAMES, ids, GameCache, lambda game: play(game, EVEN, start=next(hands)), DamagedGame)
