"""Tournaments: formats, pairing, standings, the desk, the wall, phones at their matches, prints."""

from flask import Blueprint

from scorekeeper.core.pages import Room
from scorekeeper.formats.parts import CheckedPart, PartKind
from scorekeeper.hooks import Card, Row, Taken, joins
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
def part_kinds() -> list[PartKind]:
    """Tournaments, a file each."""
    from scorekeeper.rooms.tournaments.exports import KIND

    return [KIND]


@joins
def part_taken(part: CheckedPart, table_id: str | None, look: bool) -> Taken | None:
    """Compare a tournament of a file, or import it."""
    from scorekeeper.rooms.tournaments.services.importing import take_tournament

    return take_tournament(part, table_id, look=look)
