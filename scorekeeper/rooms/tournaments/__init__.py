"""Tournaments: formats, pairing, standings, the desk, the wall, phones at their matches, prints."""

from contextlib import AbstractContextManager
from random import Random
from typing import Any

from click import Command
from flask import Blueprint

from scorekeeper.core.game.pseudonyms import Pseudonyms
from scorekeeper.core.pages import Room
from scorekeeper.hooks import Card, ErasedInRoom, Row, joins
from scorekeeper.storage.database import db
from scorekeeper.storage.visits import GameRow, TableRow


@joins
def blueprints() -> list[Blueprint]:
    """The pages of tournaments."""
    from scorekeeper import web
    from scorekeeper.rooms.tournaments import pages

    return list(web.blueprints(pages.__path__, pages.__name__))


@joins
def api_subjects() -> dict[str, str]:
    """The calls of tournaments."""
    from scorekeeper.rooms.tournaments.api import tournament_presets, tournaments, transfer  # noqa: F401 - adds them

    return {
        "tournaments": "Tournaments of a table: teams, rounds, matches and results.",
        "tournament_presets": "Ready-made tournaments, to begin one from.",
    }


@joins(tryfirst=True)
def rows_on_table_page(table: TableRow) -> list[Row]:
    """The latest tournaments, and a new one, above the rows of other rooms."""
    from scorekeeper.rooms.tournaments.pages.at_table import tournament_rows

    return list(tournament_rows(table.id))


@joins
def cards_on_table_page(table: TableRow) -> list[Card]:
    """For those who watch, the tournaments that are not over."""
    from scorekeeper.rooms.tournaments.pages.at_table import watched_tournaments

    return list(watched_tournaments(table.id))


@joins
def desk_of_match(game: GameRow) -> str | None:
    """Where the desk shows the match."""
    from scorekeeper.rooms.tournaments.pages.at_table import place_on_desk

    return place_on_desk(game)


@joins
def room_of_match(game: GameRow) -> Room | None:
    """The clock, the last hand, messages, and calls of the director."""
    from scorekeeper.rooms.tournaments.pages.at_table import room_of

    return room_of(game)


@joins
def table_deleted(table_id: str) -> None:
    """Delete the table's tournaments."""
    from scorekeeper.rooms.tournaments.storage import remove_tournaments

    remove_tournaments(db.session(), table_id)


@joins
def erasure_planned(table_id: str, pseudonyms: Pseudonyms) -> ErasedInRoom:
    """Names in tournaments' events, and of phones."""
    from scorekeeper.rooms.tournaments.services.erasing import plan_tournaments

    return plan_tournaments(table_id, pseudonyms)


@joins
def api_schemas() -> dict[str, Any]:
    """The schemas of these calls."""
    from scorekeeper.rooms.tournaments.api.schemas import tournament_schemas

    return tournament_schemas()


@joins
def demo_made(table_id: str, rng: Random) -> AbstractContextManager[None]:
    """A tournament on paper."""
    from scorekeeper.rooms.tournaments.services.demo import made_up

    return made_up(table_id, rng)


@joins
def commands() -> dict[str, Command]:
    """`scorekeeper tournament`."""
    from scorekeeper.rooms.tournaments import cli

    return {"tournament": cli.tournament}
