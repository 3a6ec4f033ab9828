"""The club: figures of players, leaderboard, ratings, nights, seasons, settling up, and who plays next."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any

from flask import Blueprint, url_for
from wtforms import Form

from scorekeeper.access import may
from scorekeeper.core.game import GameState
from scorekeeper.core.game.pseudonyms import Pseudonyms
from scorekeeper.core.pages import View
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.games import ExportedClub, ExportedTable
from scorekeeper.hooks import ErasedInRoom, Period, Row, joins
from scorekeeper.rooms.club.services import copies, exports, seasons, statistics, turns
from scorekeeper.rooms.club.services.erasing import plan_seasons
from scorekeeper.rooms.club.storage import ratings, results, settling
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Game
from scorekeeper.storage.players import MainPlayer
from scorekeeper.storage.visits import GameRow, TableRow


@joins
def blueprints() -> list[Blueprint]:
    """The club's pages."""
    from scorekeeper.rooms.club.pages import nights, players
    from scorekeeper.rooms.club.pages import settling as of_settling
    from scorekeeper.rooms.club.pages import turns as of_turns
    from scorekeeper.rooms.club.pages.players import seasons

    return [nights.pages, players.pages, seasons.pages, of_settling.pages, of_turns.pages]


@joins
def api_subjects() -> dict[str, str]:
    """The club's calls."""
    from scorekeeper.rooms.club.api import errors, leaderboards, nights, players, seasons  # noqa: F401 - adds them
    from scorekeeper.rooms.club.api import settling as of_settling  # noqa: F401

    return {
        "players": "Players, their names and figures.",
        "nights": "What was played in one night at a table.",
        "leaderboards": "Who is ahead, and who won how often with or against whom.",
        "seasons": "Named times of a table, each with a leaderboard and a champion.",
        "settling": "What a table plays for, who owes whom, and payments.",
    }


@joins
def rows_on_table_page(table: TableRow) -> list[Row]:
    """Who plays next, and settling up."""
    if table.without_club:
        return []
    rows = []
    if may("scorer"):
        rows.append(Row(url_for("turns.show", table=table.id), _("Who plays next?")))
    if settling.has_stakes(table.id):
        rows.append(Row(url_for("settling.show", table=table.id), _("Settling up")))
    return rows


@joins
def names_of_next(table: TableRow, shape: Shape) -> list[str]:
    """The names of the next game where turns are taken."""
    return turns.names_of_next(table, shape)


@joins
def are_turns_taken(game: GameRow) -> bool:
    """Whether somebody said who is here tonight."""
    return turns.are_turns_taken(game)


@joins
def named_periods(table: TableRow, number: int | None) -> list[Period]:
    """The seasons."""
    return seasons.periods_of(table, number)


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
def figures_rebuilt() -> Iterator[tuple[Game, bool]]:
    """Count all games again."""
    return statistics.rebuild()


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


@joins
def table_deleted(table_id: str) -> None:
    """Delete the table's payments, which refer to several players, devices and a season."""
    settling.remove_payments(db.session(), table_id)


@joins
def erasure_planned(table_id: str, pseudonyms: Pseudonyms) -> ErasedInRoom:
    """Names of seasons."""
    return plan_seasons(table_id, pseudonyms)


@joins
def api_schemas() -> dict[str, Any]:
    """The schemas of these calls."""
    from scorekeeper.rooms.club.api.schemas import club_schemas

    return club_schemas()


@joins
def demo_made(table_id: str, first: datetime, last: datetime) -> AbstractContextManager[None]:
    """Stakes, seasons, and payments."""
    from scorekeeper.rooms.club.services.demo import made_up

    return made_up(table_id, first, last)


@joins
def copy_taken(table_id: str | None, copy: ExportedTable, look: bool) -> list[str]:
    """Seasons, stakes and payments of a copy."""
    return copies.take_copy(table_id, copy, look=look)


@joins
def exported_club(table: TableRow) -> ExportedClub:
    """Everything."""
    return exports.exported_club(table)


@joins
def kept_back(table_id: str) -> list[str]:
    """What people said: seasons, stakes, payments. What is counted is counted again."""
    return exports.kept_back(table_id)


@joins
def page_of_players(table: TableRow, merging: View) -> str | None:
    """With leaderboard, seasons and records."""
    from scorekeeper.rooms.club.pages import players

    return players.page_of_players(table, merging)


@joins
def page_of_player(table: TableRow, player: MainPlayer, rename: Form) -> str:
    """With figures and ratings."""
    from scorekeeper.rooms.club.pages import players

    return players.page_of_player(table, player, rename)
