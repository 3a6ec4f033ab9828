"""The club: figures of players, leaderboard, ratings, nights, seasons, settling up, and who plays next."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from flask import Blueprint, url_for
from wtforms import Form

from scorekeeper.access import may
from scorekeeper.core.game import GameState
from scorekeeper.core.game.pseudonyms import Pseudonyms
from scorekeeper.core.pages import View
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.games import ExportedTable
from scorekeeper.hooks import AtTable, Exported, Imports, OnPad, Period, RoomParts, Row, Rows, Scored, joins
from scorekeeper.rooms.club import faults
from scorekeeper.rooms.club.exports import FORMATS
from scorekeeper.rooms.club.services import copies, demo, exports, seasons, statistics, turns
from scorekeeper.rooms.club.services.erasing import ErasedInSeasons, plan_seasons
from scorekeeper.rooms.club.storage import ratings, results, settling
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Game
from scorekeeper.storage.players import MainPlayer
from scorekeeper.storage.visits import GameRow, TableRow


def _blueprints() -> list[Blueprint]:
    from scorekeeper.rooms.club.pages import nights, players, settling as of_settling, turns as of_turns, years
    from scorekeeper.rooms.club.pages.players import seasons

    return [nights.pages, years.pages, players.pages, seasons.pages, of_settling.pages, of_turns.pages]


def _calls() -> dict[str, str]:
    from scorekeeper.rooms.club.api import errors, leaderboards, nights, players, seasons, settling as of_settling  # noqa: F401 - adds them

    return {
        "players": "Players, their names and figures.",
        "nights": "What was played at a table in one night, and in one year.",
        "leaderboards": "Who is ahead, and who won how often with or against whom.",
        "seasons": "Named times of a table, each with a leaderboard and a champion.",
        "settling": "What a table plays for, who owes whom, and payments.",
    }


def _schemas() -> dict[str, Any]:
    from scorekeeper.rooms.club.api.schemas import club_schemas

    return club_schemas()


@joins
def parts() -> RoomParts:
    """Pages and calls. At the start, statistics are computed if there are none."""
    return RoomParts(
        blueprints=_blueprints,
        calls=_calls,
        words=faults.add_words,
        formats=lambda: FORMATS,
        schemas=_schemas,
        prepare=statistics.fill_statistics,
        demo=demo.made_up,
    )


class _AtTable(AtTable):
    """Who plays next, settling up, seasons, and players with figures."""

    def rows(self) -> Iterator[Row]:
        if self.table.without_club:
            return
        from scorekeeper.rooms.club.pages.turns import your_turn
        from scorekeeper.rooms.club.pages.you import this_player

        you = this_player(self.table.id)
        if you is not None:
            yield Row(url_for("players.show", table=self.table.id, player=you.id), _("Your page"), you.name)
        if may("scorer") or turns.are_turns_taken(self.table):
            turn = your_turn(self.table, you) if you is not None and turns.are_turns_taken(self.table) else None
            yield Row(url_for("turns.show", table=self.table.id), _("Who plays next?"), turn)
        if settling.has_stakes(self.table.id):
            yield Row(url_for("settling.show", table=self.table.id), _("Settling up"))

    def page_of_players(self, merging: View) -> str | None:
        """With leaderboard, seasons and records."""
        from scorekeeper.rooms.club.pages import players

        return players.page_of_players(self.table, merging)

    def page_of_player(self, player: MainPlayer, rename: Form) -> str:
        """With figures and ratings."""
        from scorekeeper.rooms.club.pages import players

        return players.page_of_player(self.table, player, rename)

    def periods(self, number: int | None) -> list[Period]:
        """The seasons."""
        return seasons.periods_of(self.table, number)

    def names_of_next(self, shape: Shape) -> list[str]:
        """The names of the next game where turns are taken."""
        return turns.names_of_next(self.table, shape)


@joins
def at_table(table: TableRow) -> AtTable:
    return _AtTable(table)


@joins
def on_pad(game: GameRow) -> OnPad:
    """Turns are taken if somebody said who is here tonight; a correction changes what is owed, if anything is."""
    can_owe = not game.without_club and game.match_of is None
    is_owed = can_owe and settling.stakes_at(db.session(), game.table_id, game.created) is not None
    effect = url_for("settling.effect", table=game.table_id, number=game.number) if is_owed else ""
    return OnPad(turns=turns.are_turns_taken(game), effect=effect)


@joins
def strengths(table_id: str, names: Collection[str]) -> dict[str, float]:
    """Their ratings."""
    return ratings.strengths(table_id, names)


@joins
def exported(table: TableRow) -> Exported:
    return Exported(club=exports.exported_club(table))


@joins
def kept_back(table_id: str) -> list[str]:
    """What people said: seasons, stakes, payments. What is counted is counted again."""
    return exports.kept_back(table_id)


class _Imports(Imports):
    def copy(self, copy: ExportedTable) -> Sequence[str]:
        """Seasons, stakes and payments."""
        return copies.take_copy(self.table_id, copy, look=self.look)


@joins
def imports(table_id: str | None, look: bool) -> Imports:
    return _Imports(table_id, look)


@joins
def event_stored(game: GameRow | Game, before: GameState | None, after: GameState) -> None:
    """Count a game that ended."""
    statistics.update_statistics(game.id, before, after)


@joins
def game_recounted(game_id: str, scored: Scored | None, in_file: bool) -> None:
    """Count the game again."""
    statistics.recompute_statistics(game_id, scored, in_file=in_file)


class _Rows(Rows):
    """Results, sums, ratings, seasons and payments."""

    def rebuilt(self) -> Iterator[tuple[Game, bool]]:
        """Count all games again."""
        return statistics.rebuild(self.table_id)

    def differ(self, game: Game, state: GameState) -> bool:
        return statistics.results_differ(game, state)

    def names_moved(self, one: int, other: int, *, renamed: bool) -> None:
        """Move results and sums to who they belong to now, and ratings, or forget these."""
        session = db.session()
        if renamed:
            ratings.move_ratings(session, one, other)
        else:
            ratings.forget_ratings_of(session, self.table_id, {one, other})
        results.move_results(session, self.table_id, {one, other})

    def open_with(self, player_id: int) -> list[str]:
        """What the player still pays or gets."""
        from scorekeeper.rooms.club.pages.settling.page import open_with

        return open_with(self.table_id, player_id)

    def erasure(self, pseudonyms: Pseudonyms) -> ErasedInSeasons:
        """Names of seasons."""
        return plan_seasons(self.table_id, pseudonyms)

    def delete(self) -> None:
        """Payments, which refer to several players, devices and a season."""
        settling.remove_payments(self.table_id)


@joins
def rows_of(table_id: str) -> Rows:
    return _Rows(table_id)
