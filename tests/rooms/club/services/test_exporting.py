"""Exports of a table, a game and the whole instance: what is in them, how much is read at once, and the progress."""

from __future__ import annotations

from scorekeeper.rooms.club.services.exports import player_sums
from scorekeeper.services.exporting import exported_game, player_stats_of_game
from scorekeeper.services.starting import start_game
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player
from tests.services.cast import ANN, game_setup
from tests.services.test_exporting import OVER


def test_figures_of_players_are_those_of_their_finished_games(table: Table) -> None:
    add_player(table.id, "Zoe")
    games = [start_game(table.id, game_setup(*OVER), author=ANN).game.id for _ in range(2)]
    alone = {sums.name: sums for sums in player_stats_of_game(exported_game(games[0]))}
    assert set(alone) == {"Ann", "Ben", "Cal", "Dee"}
    assert (alone["Ann"].games, alone["Ann"].sums["won"], alone["Ben"].sums["won"]) == (1, 1, 0)
    both = {sums.name: sums for sums in player_sums(table.id)}
    assert set(both) == set(alone)
    for name, sums in both.items():
        assert sums.games == 2
        assert sums.sums["won"] == 2 * alone[name].sums["won"]
        assert sums.sums["hands"] == 2 * alone[name].sums["hands"] == 8
