"""What the club has of a table, in a copy of it: seasons, stakes and payments.

docs/data.md says for each table of the database whether a copy has it.
"""

from dataclasses import asdict, replace

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.days import FIRST_YEAR, LAST_YEAR
from scorekeeper.formats.games import ExportedTable
from scorekeeper.rooms.club.domain.stakes import KINDS, PLAY_POINTS, POTS
from scorekeeper.rooms.club.rows import ExportedPayment, ExportedPlace, ExportedSeason, ExportedStakes, rows_of
from scorekeeper.rooms.club.services.seasons import add_seasons, seasons_left_out
from scorekeeper.rooms.club.services.settling import known_currencies
from scorekeeper.rooms.club.storage.seasons import SETTINGS, KeptPlace, places_in, seasons_of
from scorekeeper.rooms.club.storage.settling import add_copied, payments_of, stakes_rows
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.players import names_by_id, seat_players

YEARS = range(FIRST_YEAR, LAST_YEAR + 1)


def exported_seasons(table_id: str) -> list[ExportedSeason]:
    """The seasons of the table, the first one first; the devices that closed them are left out."""
    seasons = list(reversed(seasons_of(table_id)))
    places = places_in(table_id, [season.id for season in seasons if season.closed is not None], unranked=True)
    return [
        ExportedSeason(
            **{name: getattr(season, name) for name in SETTINGS},
            closed=season.closed,
            places=[_exported_place(each) for each in places[season.id]] if season.closed is not None else None,
        )
        for season in seasons
    ]


def _exported_place(place: KeptPlace) -> ExportedPlace:
    return ExportedPlace(place.name, place.score, asdict(place.sums), place.nights, place.rank, place.champion)


def exported_stakes(table_id: str) -> list[ExportedStakes]:
    """All stakes that the table ever played for, the first ones first."""
    return [
        ExportedStakes(row.since, row.currency, row.per, row.pot, row.coin if row.coin > 1 else None)
        for row in stakes_rows(table_id)
    ]


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


def take_copy(table_id: str | None, copy: ExportedTable, *, look: bool) -> list[str]:
    """Add to a table what its copy has of the club, unless this only looks; sentences on what it cannot take.

    Before the games, which owe by the stakes of the moment when they began. What the table has already stays: stakes
    and payments are taken all together, by a table that has none.
    """
    try:
        seasons = rows_of(copy, "seasons", ExportedSeason)
        stakes, payments = rows_of(copy, "stakes", ExportedStakes), rows_of(copy, "payments", ExportedPayment)
    except InvalidInput as error:
        return [_("The file’s seasons, stakes and payments are left out: {why}", why=fault_text(error.fault))]
    if look or table_id is None:
        return [*seasons_left_out(table_id, seasons), *_settling_left_out(table_id, stakes, payments)]
    problems = add_seasons(table_id, seasons)
    with write_transaction():
        left_out = _settling_left_out(table_id, stakes, payments)
        if not left_out and not _has_settling(table_id):
            _add_settling(table_id, stakes, payments)
    return problems + left_out


def _has_settling(table_id: str) -> bool:
    return bool(stakes_rows(table_id) or payments_of(table_id, None))


def _settling_left_out(
    table_id: str | None, stakes: list[ExportedStakes], payments: list[ExportedPayment]
) -> list[str]:
    """Why a copy's stakes and payments cannot be taken; nothing if they can, or are here already."""
    of_file = (stakes, payments)
    if not any(of_file):
        return []
    own = ([], []) if table_id is None else (exported_stakes(table_id), exported_payments(table_id))
    fits = all(map(_can_play_for, stakes)) and all(map(_can_be_paid, payments))
    takes = fits and not any(own)
    return [] if takes or own == of_file else [_("The file’s stakes and payments are left out: this table has others")]


def _can_play_for(row: ExportedStakes) -> bool:
    """Whether the pages of a table can show these stakes: a file may say anything."""
    is_known = row.currency is None or row.currency in (PLAY_POINTS, *known_currencies())
    return is_known and row.pot in POTS and row.per.keys() <= set(KINDS) and row.since.year in YEARS


def _can_be_paid(row: ExportedPayment) -> bool:
    is_known = row.currency in (PLAY_POINTS, *known_currencies()) and row.payer != row.payee
    return is_known and all(day.year in YEARS for day in (row.at, row.night, row.undone) if day is not None)


def _add_settling(table_id: str, stakes: list[ExportedStakes], payments: list[ExportedPayment]) -> None:
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
    add_copied(table_id, [asdict(row) | {"coin": row.coin or 1} for row in stakes], rows)
