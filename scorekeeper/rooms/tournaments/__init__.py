"""Tournaments: formats, pairing, standings, the desk, the wall, phones at their matches, prints."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from click import Command
from flask import Blueprint, url_for

from scorekeeper.core.game import GameState
from scorekeeper.core.game.pseudonyms import Pseudonyms
from scorekeeper.core.inputs import Fault
from scorekeeper.core.words.language import translate as _, translate_plural as _n
from scorekeeper.formats.parts import CheckedPart, PartKind
from scorekeeper.hooks import (
    AtHome,
    AtTable,
    Author,
    Card,
    Codes,
    ErasedInRoom,
    Exported,
    GameMatch,
    Imports,
    LiveRows,
    OnPad,
    RoomParts,
    Row,
    Rows,
    Taken,
    joins,
)
from scorekeeper.rooms.tournaments import faults, storage
from scorekeeper.storage.called import Called
from scorekeeper.storage.members import Role
from scorekeeper.storage.models import Game
from scorekeeper.storage.visits import GameRow, TableRow


def _blueprints() -> list[Blueprint]:
    from scorekeeper.rooms.tournaments import pages
    from scorekeeper.rooms.tournaments.pages import errors, live, teams
    from scorekeeper.rooms.tournaments.pages.directing import (
        choosing,
        clocks,
        desk,
        director_calls,
        forfeits,
        match,
        messages,
        phones,
        pools,
        replacing,
        rounds,
        stack,
        ties,
    )
    from scorekeeper.rooms.tournaments.pages.league import calendars, desk_forms, phone_forms
    from scorekeeper.rooms.tournaments.pages.playing import joining, my_match
    from scorekeeper.rooms.tournaments.pages.setting_up import fixtures, presets, settings, tie_breaks
    from scorekeeper.rooms.tournaments.pages.showing import (
        archive,
        bracket,
        files,
        podium,
        printing,
        public,
        standings,
        wall,
    )
    from scorekeeper.rooms.tournaments.pages.teams import adjustments, apart, history, team

    return [
        *(pages.pages, adjustments.pages, apart.pages, archive.pages, bracket.pages),
        *(calendars.pages, choosing.pages, choosing.desk_pages, clocks.pages, desk.pages),
        *(director_calls.pages, errors.pages, files.pages, fixtures.pages, history.pages, live.pages),
        forfeits.pages,
        *(match.pages, messages.pages, my_match.pages, joining.card_pages, joining.sign_up_pages),
        *(desk_forms.pages, desk_forms.line_up_pages, phone_forms.pages, phone_forms.line_up_pages),
        *(phones.pages, podium.pages, pools.pages, presets.pages, printing.pages, public.pages),
        *(replacing.pages, rounds.pages),
        *(
            settings.pages,
            stack.pages,
            standings.pages,
            team.pages,
            teams.pages,
            tie_breaks.pages,
            ties.pages,
            wall.pages,
        ),
    ]


def _schemas() -> dict[str, Any]:
    from scorekeeper.rooms.tournaments.api.schemas import tournament_schemas

    return tournament_schemas()


def _urls() -> dict[str, Callable[[str], str]]:
    from scorekeeper.rooms.tournaments import access

    return {access.PART: lambda _id: access.current_tournament().table_id}


def _calls() -> dict[str, str]:
    from scorekeeper.rooms.tournaments.api import (  # noqa: F401 - adds them
        errors,
        fixtures,
        team_lists,
        tournament_presets,
        tournaments,
        transfer,
    )

    return {
        "tournaments": "Tournaments of a table: teams, rounds, matches and results.",
        "tournament_presets": "Ready-made tournaments, to begin one from.",
        "fixtures": "Lists of matches that were given beforehand, with their results.",
        "team_lists": "Teams from a list.",
    }


def _commands() -> dict[str, Command]:
    from scorekeeper.rooms.tournaments import cli

    return {"tournament": cli.tournament}


def _kinds() -> list[PartKind]:
    from scorekeeper.rooms.tournaments.exports import KIND

    return [KIND]


def _demo(table_id: str, _first: datetime, _last: datetime, rng: Random) -> AbstractContextManager[None]:
    from scorekeeper.rooms.tournaments.services.demo import made_up

    return made_up(table_id, rng)


@joins
def parts() -> RoomParts:
    """Pages with a tournament in their URLs, calls, a command, a file for each tournament in a ZIP, one in the demo."""
    return RoomParts(
        blueprints=_blueprints,
        schemas=_schemas,
        urls=_urls,
        calls=_calls,
        words=faults.add_words,
        commands=_commands,
        kinds=_kinds,
        keeps_score=storage.keeps_score,
        demo=_demo,
    )


@joins
def at_home(secret: str | None, roles: Mapping[str, Role]) -> AtHome:
    """The tournaments of this phone’s tables, and those where it is only for its match."""
    from scorekeeper.rooms.tournaments.pages.playing import home

    return home.at_home(secret, roles)


class _AtTable(AtTable):
    """The tournaments of the table."""

    def cards(self) -> Iterator[Card]:
        """Those that are not over."""
        from scorekeeper.rooms.tournaments.pages.playing.at_table import tournament_cards

        return tournament_cards(self.table.id)

    def rows(self) -> Iterator[Row]:
        """The latest ones, and a new one."""
        from scorekeeper.rooms.tournaments.pages.playing.at_table import tournament_rows

        return tournament_rows(self.table.id)

    def roles(self) -> Mapping[Role, Mapping[str, str]]:
        """Directors and helpers, while a tournament goes on."""
        from scorekeeper.rooms.tournaments.pages.playing.at_table import roles_here

        return roles_here(self.table.id)

    def own_page(self, member_id: int) -> str | None:
        """The phone’s match in the tournament to which it came last."""
        tournament = storage.latest_tournament_of(member_id)
        return None if tournament is None else url_for("my_match.show", tournament=tournament)


@joins(tryfirst=True)
def at_table(table: TableRow) -> AtTable:
    """Above what other rooms have there."""
    return _AtTable(table)


@joins
def on_pad(game: GameRow) -> OnPad | None:
    """The clock, the last hand, messages, and calls of the director; for the desk, where it shows the match."""
    if game.match_of is None:
        return None
    from scorekeeper.rooms.tournaments.pages.playing.at_table import notice_on_pad, place_on_desk

    return OnPad(notice_on_pad(game, game.match_of), place_on_desk(game, game.match_of))


@dataclass(frozen=True)
class _Match:
    game: GameRow
    tournament_id: str

    def keeper(self) -> str | None:
        """Whose phone a player or the desk chose."""
        from scorekeeper.rooms.tournaments.services.phones import keeper_of

        return keeper_of(self.tournament_id, self.game.id)

    def why_closed(self) -> str | None:
        """The match is over, or its tournament."""
        from scorekeeper.rooms.tournaments.services.recording import is_match_open

        is_open = is_match_open(self.tournament_id, self.game.id)
        return None if is_open else _("This match is closed. Only the tournament’s desk can change it now.")


@joins
def match_of(game: GameRow) -> GameMatch | None:
    return None if game.match_of is None else _Match(game, game.match_of)


@joins
def called_by_number(table_id: str) -> Called:
    """Those whom a tournament calls by a number."""
    from scorekeeper.rooms.tournaments.services import readers

    return readers.called_by_number(table_id)


@joins
def live_rows(games: Collection[str], others: Collection[str]) -> LiveRows:
    """The followed tournaments, and who is at their matches."""
    from scorekeeper.rooms.tournaments.services.readers import games_for_desk

    return LiveRows(storage.live_tournaments(others), storage.phones_at_games(games), games_for_desk(games))


@joins
def codes_at(table_id: str) -> Codes:
    """The sign-up links and cards of tournaments that are not over."""
    from scorekeeper.rooms.tournaments.services.codes import CodesAt

    return CodesAt(table_id)


@joins
def exported(table: TableRow) -> Exported:
    """All tournaments of the table."""
    from scorekeeper.rooms.tournaments.services.exporting import exported_tournaments

    return Exported(parts=lambda: exported_tournaments(table.id))


@joins
def kept_back(table_id: str) -> list[str]:
    """How many tournaments the table has."""
    count = len(storage.tournaments_of(table_id))
    return [_n(count, "1 tournament", "{count} tournaments")] if count else []


class _Imports(Imports):
    def part(self, part: CheckedPart) -> Taken | None:
        """Compare a tournament of a file, or import it."""
        from scorekeeper.rooms.tournaments.services.importing import take_tournament

        return take_tournament(part, self.table_id, look=self.look)


@joins
def imports(table_id: str | None, look: bool) -> Imports:
    return _Imports(table_id, look)


@joins
def event_checked(game: GameRow, before: GameState, after: GameState, author: Author) -> None:
    """Leave the director's own match to another director, and a closed one to directors."""
    if game.match_of is not None:
        from scorekeeper.rooms.tournaments.services import results

        results.check_ruling(game.match_of, game.id, before, after, author)


@joins
def event_stored(game: GameRow | Game, before: GameState | None, after: GameState, author: Author) -> None:
    """Record in the tournament's log what a director decided."""
    if game.match_of is not None and before is not None:
        from scorekeeper.rooms.tournaments.services import results

        results.record_ruling(game.match_of, game.id, before, after, author)


@joins
def game_ended(game_id: str) -> None:
    """Pair the teams that are free now, in open play."""
    from scorekeeper.rooms.tournaments.services import recording

    recording.pair_after(game_id)


@joins
def names_erased() -> None:
    """Forget the tournaments that this process has replayed."""
    from scorekeeper.rooms.tournaments.services.cache import TOURNAMENT_CACHE

    TOURNAMENT_CACHE.clear()


class _Rows(Rows):
    """Tournaments, and phones at them."""

    def damage(self) -> Iterator[Fault]:
        """Tournaments with a broken chain, or an event that can't be read."""
        from scorekeeper.rooms.tournaments.services.verifying import damaged_tournaments

        return damaged_tournaments(self.table_id)

    def erasure(self, pseudonyms: Pseudonyms) -> ErasedInRoom:
        """Names in tournaments' events, and of phones."""
        from scorekeeper.rooms.tournaments.services.erasing import plan_tournaments

        return plan_tournaments(self.table_id, pseudonyms)

    def delete(self) -> None:
        """Delete the table's tournaments."""
        storage.remove_tournaments(self.table_id)


@joins
def rows_of(table_id: str) -> Rows:
    return _Rows(table_id)
