"""The Friday table with its players, in storage."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.storage.errors import NoSuchGame
from scorekeeper.storage.games import GameSetup, SideSetup, create_table
from scorekeeper.storage.models import Table
from scorekeeper.storage.new_game import Created, create_game
from tests.storage.logs import Logged


@pytest.fixture
def table(app: Flask) -> Table:
    """The regulars' Friday table."""
    return create_table("Friday")


@pytest.fixture
def game_setup() -> GameSetup:
    """Ann and Cal against Ben and Dee, to 300."""
    return GameSetup(
        rules="partnership",
        revision=1,
        options_given={"target": 300},
        options={"bag_limit": 10, "target": 300},
        sides=[SideSetup("Us", ["Ann", "Cal"]), SideSetup("Them", ["Ben", "Dee"])],
        dealer=2,
    )


@pytest.fixture
def started(table: Table, game_setup: GameSetup) -> Created:
    """A game that has just started."""
    return create_game(table.id, game_setup)


@pytest.fixture
def game_id(started: Created) -> str:
    """The id of a game that has just started."""
    return started.game.id


@pytest.fixture
def logged(table: Table, game_setup: GameSetup, game_id: str) -> Logged:
    """Two games, whose logs are to be tested."""
    other = create_game(table.id, game_setup).game.id
    return Logged(game_id, other, "scorekeeper.storage.events:GAMES", NoSuchGame, "game", "entry", "game_id", "erasure")
