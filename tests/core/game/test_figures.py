"""The figures of a game's players: statistics are their sums."""

from __future__ import annotations

from scorekeeper.core.game.player_stats import stats_of
from tests.tables import partnership


def test_a_game_without_hands_has_no_best_hand() -> None:
    game = partnership(closed="late")
    for figures in stats_of(game.sheet, game.board):
        assert (figures.hands, figures.largest, figures.largest_hand, figures.run) == (0, 0, 0, 0)
