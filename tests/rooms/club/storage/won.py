"""Games with results, without playing them hand by hand."""

from __future__ import annotations

from scorekeeper.core.game.player_stats import WHOLE_WIN
from scorekeeper.rooms.club.storage.results import FIGURES, save_results
from scorekeeper.storage.models import Game
from scorekeeper.storage.who_played import save_played


def won(game: Game, side: int = 0, unit: str = "points", **figures: int) -> Game:
    """The same game, won by this side, whose players have these figures; the others have none."""
    results: dict[str, dict[str, int]] = {}
    for place, each in enumerate(game.sides):
        own = {"won": 1, "share": WHOLE_WIN, **figures} if place == side else {}
        for seat, player in enumerate(each["players"]):
            sat = {"side": place, "seat": seat, "first_hand": 1, "last_hand": 1}
            results[player["name"]] = dict.fromkeys(FIGURES, 0) | own | sat
    save_played(game, results)
    save_results(game, unit, results)
    return game
