"""Many phones at once begin a rematch, or games."""

from __future__ import annotations

from flask import Flask

from scorekeeper.storage.errors import RematchUnderway
from scorekeeper.storage.games import GameSetup, SideSetup, games_of
from scorekeeper.storage.models import Table
from scorekeeper.storage.new_game import Created, RematchOf, create_game
from scorekeeper.storage.players import names_of
from tests.storage.test_log import at_once


def test_of_eight_rematches_started_at_once_one_begins(
    app: Flask, table: Table, game_setup: GameSetup, game_id: str
) -> None:
    def start(_phone: int) -> str:
        try:
            return create_game(table.id, game_setup, rematch_of=RematchOf(game_id, another=False)).game.id
        except RematchUnderway as underway:
            return underway.game_id

    (started,) = set(at_once(app, 8, start))
    assert [game.id for game in games_of(table.id)] == [started, game_id]


def test_eight_games_started_at_once_are_numbered_one_to_eight(app: Flask, table: Table) -> None:
    def start(phone: int) -> Created:
        game_setup = GameSetup(
            rules="two-player",
            revision=1,
            options_given={},
            options={},
            sides=[SideSetup("Ann", ["Ann"]), SideSetup(f"Guest {phone}", [f"Guest {phone}"])],
            dealer=0,
        )
        return create_game(table.id, game_setup)

    at_once(app, 8, start)
    assert [game.number for game in games_of(table.id)] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert sorted(names_of(table.id)) == ["Ann", *(f"Guest {phone}" for phone in range(8))]
