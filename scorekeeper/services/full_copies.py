"""What a table has beside its games, in a copy of it: stakes, payments, custom games, its time zone, rankings.

docs/data.md says for each table of the database whether a copy has it.
"""

from dataclasses import asdict, dataclass, replace
from typing import Any
from zoneinfo import available_timezones

from scorekeeper.core.game.stakes import KINDS, PLAY_POINTS, POTS
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.words.faults import error_text
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.days import FIRST_YEAR, LAST_YEAR
from scorekeeper.formats.games import ExportedPayment, ExportedStakes, ExportedTable
from scorekeeper.rooms.club.services.settling import known_currencies
from scorekeeper.rooms.club.storage.seasons import seasons_of
from scorekeeper.rooms.club.storage.settling import add_copied, payments_of, stakes_rows
from scorekeeper.services.house_rules import checked_scripted_game
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.games import count_games, find_table, store_without_club, store_zone
from scorekeeper.storage.players import names_by_id, players_named, seat_players, set_unranked
from scorekeeper.storage.scripted_games import (
    MAX_SCRIPTED_GAMES,
    TooManyScriptedGames,
    add_scripted_game,
    scripted_games_of,
)

YEARS = range(FIRST_YEAR, LAST_YEAR + 1)


def exported_stakes(table_id: str) -> list[ExportedStakes]:
    """All stakes that the table ever played for, the first ones first."""
    return [ExportedStakes(row.since, row.currency, row.per, row.pot) for row in stakes_rows(table_id)]


def exported_payments(table_id: str) -> list[ExportedPayment]:
    """All payments of the table, the first one first, also those undone; the devices that marked them are left out."""
    rows = list(reversed(payments_of(table_id, None)))
    names = names_by_id([player for row in rows for player in (row.payer_id, row.payee_id) if player is not None])
    seasons = {season.id: season.name for season in seasons_of(table_id)} if rows else {}
    return [
        ExportedPayment(
            row.currency,
            names.get(row.payer_id),
            names.get(row.payee_id),
            row.amount,
            row.at,
            row.night,
            seasons.get(row.season_id),
            row.undone,
        )
        for row in rows
    ]


def add_copy(table_id: str, part: ExportedTable, *, is_new: bool) -> list[str]:
    """Add to a table what its copy has beside games; sentences on what it cannot take.

    Before the games, which owe by the stakes of the moment when they began. What the table has already stays: stakes
    and payments are taken all together, by a table that has none.
    """
    with write_transaction():
        new = new_copy(table_id, part)
        for game in new.scripted_games:
            add_scripted_game(table_id, game)
        if new.settles:
            _add_settling(table_id, part)
        if is_new:
            store_without_club(table_id, part.without_club)
        if new.zone is not None:
            store_zone(table_id, new.zone)
        for player in players_named(table_id, part.unranked).values():
            set_unranked(table_id, player.id, unranked=True)
    return new.problems


@dataclass(frozen=True, slots=True)
class NewCopy:
    """What a copy has beside its games and a table takes, and sentences on what it cannot take.

    `settles`: it takes the stakes and payments. `zone` is its time zone then, None: it keeps its own.
    """

    scripted_games: list[dict[str, Any]]
    settles: bool
    zone: str | None
    problems: list[str]


def new_copy(table_id: str | None, part: ExportedTable) -> NewCopy:
    """Compare a copy with the table (None: a table that is yet to be made)."""
    games, problems = _new_custom_games(table_id, part)
    own = ([], []) if table_id is None else (exported_stakes(table_id), exported_payments(table_id))
    of_file = (list(part.stakes), list(part.payments))
    can_settle = all(map(_can_play_for, part.stakes)) and all(map(_can_be_paid, part.payments))
    settles = any(of_file) and not any(own) and can_settle
    if any(of_file) and not settles and own != of_file:
        problems.append(_("The file’s stakes and payments are left out: this table has others"))
    zone = None if table_id is None else find_table(table_id).zone
    is_free = zone is None and (table_id is None or not count_games(table_id))
    takes_zone = part.zone in available_timezones() and is_free
    if part.zone not in (None, zone) and not takes_zone:
        problems.append(_("The file’s time zone is left out: this table keeps its own"))
    return NewCopy(games, settles, part.zone if takes_zone else None, problems)


def _new_custom_games(table_id: str | None, part: ExportedTable) -> tuple[list[dict[str, Any]], list[str]]:
    new: list[dict[str, Any]] = []
    problems: list[str] = []
    known = [row.content for row in scripted_games_of(table_id)] if table_id and part.scripted_games else []
    for game in part.scripted_games:
        if game in known:
            continue
        try:
            checked = checked_scripted_game(dict(game), begun=True)
            if len(known) >= MAX_SCRIPTED_GAMES:
                raise TooManyScriptedGames
        except (InvalidInput, TooManyScriptedGames) as error:
            why = error_text(error)
            problems.append(_("Custom game “{name}” is left out: {why}", name=str(game["name"]), why=why))
            continue
        known.append(checked)
        new.append(checked)
    return new, problems


def _can_play_for(row: ExportedStakes) -> bool:
    """Whether the pages of a table can show these stakes: a file may say anything."""
    is_known = row.currency is None or row.currency in (PLAY_POINTS, *known_currencies())
    return is_known and row.pot in POTS and row.per.keys() <= set(KINDS) and row.since.year in YEARS


def _can_be_paid(row: ExportedPayment) -> bool:
    is_known = row.currency in (PLAY_POINTS, *known_currencies()) and row.payer != row.payee
    return is_known and all(day.year in YEARS for day in (row.at, row.night, row.undone) if day is not None)


def _add_settling(table_id: str, part: ExportedTable) -> None:
    stakes, payments = list(part.stakes), list(part.payments)
    seasons = {season.name: season.id for season in seasons_of(table_id)}
    names = {name for row in payments for name in (row.payer, row.payee) if name is not None}
    seated = {name: player.id for name, player in seat_players(db.session(), table_id, names).items()}
    rows = []
    for row in payments:
        columns = asdict(replace(row, season=None))
        payer, payee = columns.pop("payer"), columns.pop("payee")
        del columns["season"]
        columns |= {
            "payer_id": seated.get(payer),
            "payee_id": seated.get(payee),
            "season_id": seasons.get(row.season or ""),
        }
        rows.append(columns)
    add_copied(table_id, [asdict(row) for row in stakes], rows)
