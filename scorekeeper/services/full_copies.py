"""What a table has beside its games, in a copy of it: stakes, payments, custom games, its time zone, rankings.

docs/data.md says for each table of the database whether a copy has it.
"""

from dataclasses import asdict, replace
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
from scorekeeper.storage.scripted_games import TooManyScriptedGames, add_scripted_game, scripted_games_of

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
    problems: list[str] = []
    with write_transaction():
        problems += _add_custom_games(table_id, part)
        if not _add_settling(table_id, part):
            problems.append(_("The file’s stakes and payments are left out: this table has others"))
        zone = find_table(table_id).zone
        if is_new:
            store_without_club(table_id, part.without_club)
        if part.zone in available_timezones() and zone is None and not count_games(table_id):
            store_zone(table_id, str(part.zone))
        elif part.zone not in (None, zone):
            problems.append(_("The file’s time zone is left out: this table keeps its own"))
        for player in players_named(table_id, part.unranked).values():
            set_unranked(table_id, player.id, unranked=True)
    return problems


def _add_custom_games(table_id: str, part: ExportedTable) -> list[str]:
    problems = []
    known = [row.content for row in scripted_games_of(table_id)] if part.scripted_games else []
    for game in part.scripted_games:
        if game in known:
            continue
        try:
            add_scripted_game(table_id, checked_scripted_game(dict(game), begun=True))
        except (InvalidInput, TooManyScriptedGames) as error:
            why = error_text(error)
            problems.append(_("Custom game “{name}” is left out: {why}", name=str(game["name"]), why=why))
    return problems


def _can_play_for(row: ExportedStakes) -> bool:
    """Whether the pages of a table can show these stakes: a file may say anything."""
    is_known = row.currency is None or row.currency in (PLAY_POINTS, *known_currencies())
    return is_known and row.pot in POTS and row.per.keys() <= set(KINDS) and row.since.year in YEARS


def _can_be_paid(row: ExportedPayment) -> bool:
    is_known = row.currency in (PLAY_POINTS, *known_currencies()) and row.payer != row.payee
    return is_known and all(day.year in YEARS for day in (row.at, row.night, row.undone) if day is not None)


def _add_settling(table_id: str, part: ExportedTable) -> bool:
    """Whether the table has these stakes and payments now."""
    stakes, payments = list(part.stakes), list(part.payments)
    own = exported_stakes(table_id), exported_payments(table_id)
    if own == (stakes, payments) or not (stakes or payments):
        return True
    if any(own) or not (all(map(_can_play_for, stakes)) and all(map(_can_be_paid, payments))):
        return False
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
    return True
