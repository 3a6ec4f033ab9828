"""Settling up as stored: a table's stakes, what finished games owe by them, and the payments that were made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, bindparam, case, delete, exists, func, insert, or_, select
from sqlalchemy.orm import Session

from scorekeeper.clock import utc_now
from scorekeeper.rooms.club.storage.models import OwedChange, OwedRow, Payment, Result, StakesRow
from scorekeeper.rooms.club.storage.results import POINTS
from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.errors import StorageError
from scorekeeper.storage.games import hold_table
from scorekeeper.storage.models import Game
from scorekeeper.storage.players import seat_players

STAKES, OWED, PAYMENT, GAME, RESULT = (
    Base.metadata.tables[model.__tablename__] for model in (StakesRow, OwedRow, Payment, Game, Result)
)
AMOUNTS = ("game", "ten", "set", "bag", "nil")

# Built once: the last hand of every game runs it.
_IN_FORCE = (
    select(STAKES)
    .where(STAKES.c.table_id == bindparam("table"), STAKES.c.since <= bindparam("at", type_=STAKES.c.since.type))
    .order_by(STAKES.c.since.desc(), STAKES.c.id.desc())
    .limit(1)
)

_FORGET = delete(OWED).where(OWED.c.game_id == bindparam("game"))


class NoSuchPayment(StorageError):
    """The table has no such payment, or it is undone already."""

    def __init__(self) -> None:
        super().__init__("there is no such payment at this table")


def stakes_at(session: Session, table_id: str, moment: datetime | None = None) -> Row[Any] | None:
    """The row of stakes for a game that starts at this moment (None: now); None while the table plays for nothing."""
    row = session.connection().execute(_IN_FORCE, {"table": table_id, "at": moment or utc_now()}).one_or_none()
    return None if row is None or row.currency is None else row


def add_stakes(
    table_id: str,
    currency: str | None,
    per: Mapping[str, Any],
    pot: str,
    since: datetime | None = None,
    coin: int = 1,
) -> None:
    """Let the table play for this from now on, or since then; without a currency for nothing."""
    own = {"currency": currency, "per": dict(per), "pot": pot, "coin": coin}
    with write_transaction() as session:
        session.add(StakesRow(table_id=table_id, since=since or utc_now(), **own))


def remove_payments(table_id: str) -> None:
    """Delete all payments of the table."""
    with write_transaction() as session:
        session.connection().execute(delete(PAYMENT).where(PAYMENT.c.table_id == table_id))


def has_stakes(table_id: str) -> bool:
    """Whether the table plays for something, or did."""
    query = select(exists(select(STAKES.c.id).where(STAKES.c.table_id == table_id, STAKES.c.currency.is_not(None))))
    return bool(db.session.connection().scalar(query))


def every_stakes(table_id: str) -> dict[int, Row[Any]]:
    """All rows of stakes that the table ever had, by their ids, the latest first."""
    query = select(STAKES).where(STAKES.c.table_id == table_id, STAKES.c.currency.is_not(None))
    return {row.id: row for row in db.session.connection().execute(query.order_by(STAKES.c.since.desc(), STAKES.c.id))}


def stakes_rows(table_id: str) -> list[StakesRow]:
    """All rows of stakes that the table ever had, the first one first, also those that say it plays for nothing."""
    query = select(StakesRow).where(StakesRow.table_id == table_id).order_by(StakesRow.since, StakesRow.id)
    return list(db.session.scalars(query))


def add_copied(table_id: str, stakes: Iterable[Mapping[str, Any]], payments: Iterable[Mapping[str, Any]]) -> None:
    """Add stakes and payments of another table's copy, with their moments; columns are as in the models."""
    with write_transaction() as session:
        session.add_all(StakesRow(table_id=table_id, **row) for row in stakes)
        session.add_all(
            Payment(table_id=table_id, number=number, **row) for number, row in enumerate(payments, start=1)
        )


def save_owed(session: Session, game: Game, stakes_id: int | None, owed: Mapping[str, Mapping[str, int]]) -> None:
    """Replace what a game owes by these amounts of its players, by name, in the caller's transaction."""
    session.connection().execute(_FORGET, {"game": game.id})
    if owed:
        players = seat_players(session, game.table_id, owed)
        rows = [
            {"game_id": game.id, "sat_as": players[name].id, "stakes_id": stakes_id}
            | {kind: own.get(kind, 0) for kind in AMOUNTS}
            for name, own in owed.items()
        ]
        session.connection().execute(insert(OWED), rows)


def amounts_of(session: Session, game_id: str) -> dict[int, int]:
    """What each player gets from a game (below 0: pays) altogether, by `sat_as`; without those who do neither."""
    total = sum((OWED.c[kind] for kind in AMOUNTS[1:]), OWED.c[AMOUNTS[0]])
    rows = session.connection().execute(select(OWED.c.sat_as, total.label("total")).where(OWED.c.game_id == game_id))
    return {row.sat_as: row.total for row in rows if row.total}


def log_change(
    session: Session, game: Game, stakes_id: int, before: Mapping[int, int], after: Mapping[int, int]
) -> None:
    """Log what a change to a game did to what its players get, in the caller's transaction; not its first end.

    A game that was opened again, and ends again, has one entry, from what it brought first to what it brings now.
    """
    if before == after:
        return
    query = select(OwedChange).where(OwedChange.game_id == game.id).order_by(OwedChange.id.desc()).limit(1)
    last = session.scalars(query).one_or_none()
    if not before:
        if last is None or any(now for _who, _was, now in last.amounts):
            return
        before = {who: was for who, was, _now in last.amounts}
        session.delete(last)
    amounts = [[who, before.get(who, 0), after.get(who, 0)] for who in sorted({*before, *after})]
    if any(was != now for _who, was, now in amounts):
        of_what = {"table_id": game.table_id, "game_id": game.id, "stakes_id": stakes_id}
        session.add(OwedChange(**of_what, at=utc_now(), amounts=amounts))


def changes_of(table_id: str, period: Period | None, limit: int) -> Sequence[Row[Any]]:
    """The latest changes to what games owe, of games that began in a period: `id`, `game_id`, `number`, `stakes_id`,
    `at`, `amounts`.
    """
    columns = (OwedChange.id, OwedChange.game_id, GAME.c.number, OwedChange.stakes_id, OwedChange.at)
    query = select(*columns, OwedChange.amounts).join(GAME, GAME.c.id == OwedChange.game_id)
    query = query.where(OwedChange.table_id == table_id)
    if period is not None:
        query = query.where(GAME.c.created >= period[0], GAME.c.created < period[1])
    return db.session.execute(query.order_by(OwedChange.at.desc(), OwedChange.id.desc()).limit(limit)).all()


Period = tuple[datetime, datetime]
"""From one moment to before another: when games began."""


def sums_owed(stakes: Iterable[int], period: Period | None) -> Sequence[Row[Any]]:
    """What each name gets by each row of stakes: `sat_as`, `stakes_id`, `games`, and the sum of each kind."""
    sums = [func.sum(OWED.c[kind]).label(kind) for kind in AMOUNTS]
    query = select(OWED.c.sat_as, OWED.c.stakes_id, func.count().label("games"), *sums)
    query = _in(query, period).where(OWED.c.stakes_id.in_(list(stakes))).group_by(OWED.c.sat_as, OWED.c.stakes_id)
    return db.session.connection().execute(query).all()


@dataclass(frozen=True, slots=True)
class InPot:
    """A player's game for stakes with a pot: what the player gets altogether, and what pots are for."""

    game_id: str
    created: datetime
    stakes_id: int
    player_id: int
    amount: int
    won: int
    nils_made: int
    largest: int


def games_with_pots(stakes: Iterable[int], period: Period | None) -> list[InPot]:
    """The games under these stakes, a row for each player, with an amount or not; the largest hand is one in points."""
    amount = sum((OWED.c[kind] for kind in AMOUNTS[1:]), OWED.c[AMOUNTS[0]])
    won: ColumnElement[int] = RESULT.c.won - RESULT.c.shared
    query = select(OWED.c.game_id, GAME.c.created, OWED.c.stakes_id, RESULT.c.player_id, amount, won)
    largest = case((RESULT.c.unit == POINTS, RESULT.c.largest), else_=0)
    query = query.add_columns(RESULT.c.nils_made, largest).join_from(OWED, GAME, GAME.c.id == OWED.c.game_id)
    query = query.join(RESULT, and_(RESULT.c.game_id == OWED.c.game_id, RESULT.c.sat_as == OWED.c.sat_as))
    query = query.where(OWED.c.stakes_id.in_(list(stakes)))
    if period is not None:
        query = query.where(GAME.c.created >= period[0], GAME.c.created < period[1])
    return [InPot(*row) for row in db.session.connection().execute(query.order_by(GAME.c.created, GAME.c.number))]


def owed_by_game(stakes: Iterable[int], period: Period | None) -> Sequence[Row[Any]]:
    """Every player's amounts, game by game: `number`, `created`, `sat_as`, `stakes_id` and each kind."""
    query = select(GAME.c.number, GAME.c.created, OWED).join_from(OWED, GAME, GAME.c.id == OWED.c.game_id)
    query = query.where(OWED.c.stakes_id.in_(list(stakes)))
    if period is not None:
        query = query.where(GAME.c.created >= period[0], GAME.c.created < period[1])
    return db.session.connection().execute(query.order_by(GAME.c.created, GAME.c.number, OWED.c.sat_as)).all()


def _in(query: Select[Any], period: Period | None) -> Select[Any]:
    if period is None:
        return query
    query = query.join_from(OWED, GAME, GAME.c.id == OWED.c.game_id)
    return query.where(GAME.c.created >= period[0], GAME.c.created < period[1])


def payments_of(table_id: str, nights: tuple[date, date] | None, season_id: int | None = None) -> Sequence[Row[Any]]:
    """The payments of these nights and this season, or (None) all of the table, the latest first; also those undone."""
    query = select(PAYMENT).where(PAYMENT.c.table_id == table_id)
    if nights is not None:
        of_nights = and_(PAYMENT.c.night >= nights[0], PAYMENT.c.night <= nights[1])
        query = query.where(of_nights if season_id is None else or_(of_nights, PAYMENT.c.season_id == season_id))
    return db.session.connection().execute(query.order_by(PAYMENT.c.id.desc())).all()


def add_payment(table_id: str, currency: str, payer: int | None, payee: int | None, amount: int, **of: Any) -> int:
    """Mark an amount as paid; None is the pot. `of`: its `night`, `season_id` and `by_id`. Returns the payment's id."""
    with write_transaction() as session:
        hold_table(table_id)
        last = session.connection().scalar(select(func.max(PAYMENT.c.number)).where(PAYMENT.c.table_id == table_id))
        added = Payment(table_id=table_id, currency=currency, payer_id=payer, payee_id=payee, **of)
        added.number, added.amount, added.at = (last or 0) + 1, amount, utc_now()
        session.add(added)
        session.flush()
        return added.id


def undo_payment(table_id: str, payment_id: int, by: int | None = None) -> Payment:
    """Let a payment no longer count; `by` is the device that says so. Raises `NoSuchPayment`."""
    with write_transaction() as session:
        found = session.get(Payment, payment_id, with_for_update=True, populate_existing=True)
        if found is None or found.table_id != table_id or found.undone is not None:
            raise NoSuchPayment
        found.undone, found.undone_by_id = utc_now(), by
        return found
