"""The club: figures of players, leaderboard, ratings, nights, seasons, settling up, and who plays next."""

from flask import Blueprint

from scorekeeper.core.game import GameState
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.sheet import Sheet
from scorekeeper.hooks import joins
from scorekeeper.rooms.club.services import statistics
from scorekeeper.rooms.club.storage import ratings, results
from scorekeeper.rooms.club.storage.seasons import Season  # noqa: F401 - a model, for the foreign keys
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Game


@joins
def blueprints() -> list[Blueprint]:
    """The club's pages."""
    from scorekeeper.rooms.club.pages import nights, players, settling, turns
    from scorekeeper.rooms.club.pages.players import seasons

    return [nights.pages, players.pages, seasons.pages, settling.pages, turns.pages]


@joins
def api_subjects() -> dict[str, str]:
    """The club's calls."""
    from scorekeeper.rooms.club.api import leaderboards, nights, players, seasons, settling  # noqa: F401 - adds them

    return {
        "players": "Players, their names and figures.",
        "nights": "What was played in one night at a table.",
        "leaderboards": "Who is ahead, and who won how often with or against whom.",
        "seasons": "Named times of a table, each with a leaderboard and a champion.",
        "settling": "What a table plays for, who owes whom, and payments.",
    }


@joins
def database_prepared() -> None:
    """Compute statistics if there are none."""
    statistics.fill_statistics()


@joins
def event_stored(game_id: str, before: GameState | None, after: GameState) -> None:
    """Count a game that ended."""
    statistics.update_statistics(game_id, before, after)


@joins
def game_recounted(game_id: str, state: GameState) -> None:
    """Count the game again."""
    statistics.recompute_statistics(game_id, state)


@joins
def game_imported(game: Game, sheet: Sheet, board: Scoreboard) -> None:
    """Count a game from a file."""
    statistics.update_statistics_after_import(game, sheet, board)


@joins
def game_deleted(game: Game) -> None:
    """Forget what the game counted."""
    statistics.forget_statistics(game)


@joins
def figures_differ(game: Game, state: GameState) -> bool:
    """Whether the stored figures of the game are wrong."""
    return statistics.results_differ(game, state)


@joins
def names_merged(table_id: str, player_ids: frozenset[int]) -> None:
    """Move results and sums to who they belong to now."""
    session = db.session()
    ratings.forget_ratings_of(session, table_id, player_ids)
    results.move_results(session, table_id, player_ids)


@joins
def player_renamed(table_id: str, old_id: int, new_id: int) -> None:
    """Move results, sums and ratings to the new name."""
    session = db.session()
    ratings.move_ratings(session, old_id, new_id)
    results.move_results(session, table_id, {old_id, new_id})
