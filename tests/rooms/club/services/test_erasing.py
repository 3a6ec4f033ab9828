"""A player is erased: the name is gone from everything stored, the scores and the chain stay as they were."""

from __future__ import annotations

from datetime import date

from flask import Flask

from scorekeeper.rooms.club.services.seasons import save_season
from scorekeeper.rooms.club.services.statistics import results_differ
from scorekeeper.rooms.club.storage.results import every_sum
from scorekeeper.rooms.club.storage.seasons import seasons_of
from scorekeeper.services.exporting import table_in_form
from scorekeeper.services.game_cache import ending_text, load_game
from scorekeeper.services.house_rules import agreed_at, save_agreed, save_preset
from scorekeeper.services.starting import Started
from scorekeeper.services.verifying import verify_stored
from scorekeeper.storage.custom_games import add_custom_game
from scorekeeper.storage.database import db
from scorekeeper.storage.games import find_game
from scorekeeper.storage.models import Table
from scorekeeper.storage.presets import table_presets
from tests.databases import on_both
from tests.services.erasures import NAME, erase, everything_kept, file_bytes
from tests.services.test_erasing import started

__all__ = ["started"]


@on_both
def test_name_is_nowhere_after_erasing(app: Flask, table: Table, started: Started, kind: str) -> None:
    add_custom_game(table.id, {"name": "Ours", "words": f"{NAME}'s own", "deals": []})
    save_preset(table.id, "partnership", None, f"{NAME}'s rules", {})
    save_preset(table.id, "partnership", None, "Player 1's rules", {})
    save_agreed(table.id, [f"{NAME} deals first", "Jokers are high"])
    nights = {"first_night": date(2026, 1, 1), "last_night": date(2026, 3, 31), "best_nights": None}
    points = {"counted_by": "points", "for_win": 3, "for_tie": 1, "for_loss": 0, "for_places": None}
    save_season(table.id, {"name": f"{NAME}'s winter", "least_games": 5} | nights | points)
    assert NAME in everything_kept()
    assert erase(table)
    assert NAME.lower() not in everything_kept().lower()
    assert [preset.name for preset in table_presets(table.id)] == ["Player 1's rules (2)", "Player 1's rules"]
    assert agreed_at(table.id) == ("Player 1 deals first", "Jokers are high")
    assert [season.name for season in seasons_of(table.id)] == ["Player 1's winter"]
    assert NAME not in "".join(piece.decode() for piece in table_in_form(table.id, "json"))
    if kind == "sqlite":
        db.session.remove()
        assert NAME.lower().encode() not in file_bytes(app).lower()


@on_both
def test_scores_and_statistics_stay(table: Table, started: Started) -> None:
    before = load_game(started.game.id).state.board.scores
    won = {each.player.id: each.totals.won for each in every_sum(table.id)}
    erase(table)
    after = load_game(started.game.id)
    assert after.state.board.scores == before
    assert after.state.setup.sides[0].players == ("Player 1", "Cal")
    assert after.state.setup.sides[0].name == "Player 1 & Cal"
    assert ending_text(find_game(started.game.id)).startswith("Player 1 & Cal won")
    assert {each.player.id: each.totals.won for each in every_sum(table.id)} == won
    assert not results_differ(find_game(started.game.id), after.state)
    assert verify_stored(table.id).holds
