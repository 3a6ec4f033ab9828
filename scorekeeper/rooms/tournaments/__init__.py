"""Tournaments: formats, pairing, standings, the desk, the wall, phones at their matches, prints."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager
from random import Random
from typing import Any

from click import Command
from flask import Blueprint, url_for

from scorekeeper.core.game.pseudonyms import Pseudonyms
from scorekeeper.core.inputs import Fault
from scorekeeper.core.pages import Room
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.formats.parts import CheckedPart, ExportedPart, PartKind
from scorekeeper.hooks import AtHome, Card, Codes, ErasedInRoom, LiveRows, Row, Taken, joins
from scorekeeper.storage.called import Called
from scorekeeper.storage.database import db
from scorekeeper.storage.members import Role
from scorekeeper.storage.visits import GameRow, TableRow


@joins
def blueprints() -> list[Blueprint]:
    """The pages of tournaments."""
    from scorekeeper.rooms.tournaments import pages
    from scorekeeper.rooms.tournaments.pages import (
        adjustments,
        apart,
        bracket,
        clocks,
        desk,
        director_calls,
        errors,
        files,
        fixtures,
        history,
        live,
        match,
        messages,
        my_match,
        phones,
        podium,
        presets,
        printing,
        public,
        rounds,
        settings,
        stack,
        standings,
        teams,
        ties,
        wall,
    )

    return [
        *(pages.pages, adjustments.pages, apart.pages, bracket.pages, clocks.pages, desk.pages),
        *(director_calls.pages, errors.pages, files.pages, fixtures.pages, history.pages, live.pages),
        *(match.pages, messages.pages, my_match.pages, my_match.card_pages, my_match.sign_up_pages),
        *(phones.pages, podium.pages, presets.pages, printing.pages, public.pages, rounds.pages),
        *(settings.pages, stack.pages, standings.pages, teams.pages, ties.pages, wall.pages),
    ]


@joins
def api_subjects() -> dict[str, str]:
    """The calls of tournaments."""
    from scorekeeper.rooms.tournaments.api import errors, tournament_presets, tournaments, transfer  # noqa: F401 - adds them

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


@joins
def called_by_number(table_id: str) -> Called:
    """Those whom a tournament calls by a number."""
    from scorekeeper.rooms.tournaments.services import readers

    return readers.called_by_number(table_id)


@joins
def at_home(secret: str | None, roles: Mapping[str, Role]) -> AtHome:
    """The tournaments of this phone’s tables, and those where it is only for its match."""
    from scorekeeper.rooms.tournaments.pages import home

    return home.at_home(secret, roles)


@joins
def parts_of_urls() -> dict[str, Callable[[str], str]]:
    """A tournament."""
    from scorekeeper.rooms.tournaments import access

    return {access.PART: lambda _id: access.current_tournament().table_id}


@joins
def own_page(member_id: int) -> str | None:
    """The phone’s match in the tournament to which it came last."""
    from scorekeeper.rooms.tournaments.storage import latest_tournament_of

    tournament = latest_tournament_of(member_id)
    return None if tournament is None else url_for("my_match.show", tournament=tournament)


@joins
def keeper_of_match(game: GameRow) -> str | None:
    """Whose phone a player or the desk chose."""
    from scorekeeper.rooms.tournaments.pages.at_table import keeper_of

    return keeper_of(game)


@joins
def is_match_open(game: GameRow) -> bool:
    """Until the match is over, or its tournament."""
    from scorekeeper.rooms.tournaments.services import recording

    return recording.is_match_open(game)


@joins
def codes_at(table_id: str) -> Codes:
    """The sign-up links and cards of tournaments that are not over."""
    from scorekeeper.rooms.tournaments.services import codes

    return codes.codes_at(table_id)


@joins
def access_ended(table_id: str, member_id: int | None, links: bool, cards: bool) -> None:
    """Forget the device at all tournaments, and void sign-up links and cards."""
    from scorekeeper.rooms.tournaments.services import codes

    codes.end_access(table_id, member_id, links=links, cards=cards)


@joins
def live_rows(games: Collection[str], others: Collection[str]) -> LiveRows:
    """The followed tournaments, and who is at their matches."""
    from scorekeeper.rooms.tournaments.services.readers import games_for_desk
    from scorekeeper.rooms.tournaments.storage import live_tournaments, phones_at_games

    return LiveRows(live_tournaments(others), phones_at_games(games), games_for_desk(games))


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


@joins
def exported_parts(table_id: str) -> list[ExportedPart]:
    """All tournaments of the table."""
    from scorekeeper.rooms.tournaments.services.exporting import exported_tournaments

    return list(exported_tournaments(table_id))


@joins
def kept_back(table_id: str) -> list[str]:
    """How many tournaments the table has."""
    from scorekeeper.rooms.tournaments.storage import tournaments_of

    count = len(tournaments_of(table_id))
    return [_n(count, "1 tournament", "{count} tournaments")] if count else []


@joins
def damage_found(table_id: str) -> Iterator[Fault]:
    """Tournaments with a broken chain, or an event that can't be read."""
    from scorekeeper.rooms.tournaments.services.verifying import damaged_tournaments

    return damaged_tournaments(table_id)
