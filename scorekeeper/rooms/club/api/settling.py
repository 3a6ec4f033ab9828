"""Settling up over the API: stakes, balances, payments. Amounts are whole, in the smallest unit of their currency."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated

from scorekeeper.access import KEEPER, SCORER, WATCHER, current_table
from scorekeeper.api.making import Made, made, once
from scorekeeper.api.operations import call
from scorekeeper.core.inputs import FieldPath, Json
from scorekeeper.core.words.language import translate as _
from scorekeeper.declared import Note, OneOf, Text, Whole, read
from scorekeeper.formats.chain import canonical_time
from scorekeeper.formats.days import Day
from scorekeeper.rooms.club.access import with_club
from scorekeeper.rooms.club.api.schemas import STAKES_PER, OwnStake
from scorekeeper.rooms.club.domain.stakes import KEPT, KINDS, POT, POTS, Stake, Stakes, Transfer
from scorekeeper.rooms.club.services.settling import (
    MAX_STAKE,
    POT_SHARE,
    CannotSettle,
    ChangedGame,
    Owed,
    Settlement,
    changed_games,
    coin_of,
    current_stakes,
    digits_of,
    mark_as_paid,
    set_stakes,
    settlements,
)
from scorekeeper.rooms.club.storage.seasons import find_season
from scorekeeper.rooms.club.storage.settling import undo_payment
from scorekeeper.services.series import zone_of

MAX_NUMBER = 2**31 - 1


@call("GET /tables/<table>/settling", WATCHER)
@with_club
def settling(table: str) -> Annotated[Json, "Settling"]:
    """Read who owes whom

    What finished games bring by the stakes they were played for, less the payments marked as paid. Amounts are whole
    numbers of the smallest unit; `digits` says how many of their digits come after the point.

    200: The stakes, and the running balance in each currency.
    """
    return _settling(None)


@call("GET /tables/<table>/settling/<day:night>", WATCHER)
@with_club
def settling_of_night(table: str, night: date) -> Annotated[Json, "Settling"]:
    """Read who owes whom after a night

    The night’s finished games, and the payments that were marked for this night.

    200: The stakes, and the night’s balance in each currency.
    """
    return _settling(night)


@call("GET /tables/<table>/settling/seasons/<int:season>", WATCHER)
@with_club
def settling_of_season(table: str, season: int) -> Annotated[Json, "Settling"]:
    """Read who owes whom after a season

    Its finished games, and the payments that were marked for it or for one of its nights.

    200: The stakes, and the season’s balance in each currency.
    """
    return _settling(find_season(table, season))


class Per:
    """The stake of each kind."""

    schema = STAKES_PER

    def read(self, where: FieldPath, value: object, what: str) -> dict[str, Stake]:
        """The stakes by their kinds."""
        given = where.mapping(value, what, KINDS)
        stakes = {kind: read(OwnStake, own, where.at(kind)) for kind, own in given.items()}
        return {kind: Stake(own.amount, own.to_pot) for kind, own in stakes.items()}


@dataclass(frozen=True, slots=True)
class NewStakes:
    """What the table plays for.

    currency: ISO’s code of the currency, such as EUR, or `points`; null: for nothing.
    per: The stake of each kind.
    pot: Who gets the pot.
    coin: The smallest coin: payments are multiples of it. Left out: as it was.
    """

    currency: Annotated[str | None, Text(10)]
    per: Annotated[Mapping[str, Stake], Per()] = field(default_factory=dict)
    pot: Annotated[str, OneOf(POTS)] = KEPT
    coin: Annotated[int | None, Whole(1, MAX_STAKE)] = None


@call(
    "PUT /tables/<table>/stakes",
    KEEPER,
    examples={
        "euros": {"currency": "EUR", "per": {"game": {"amount": 100}, "bag": {"amount": 5, "to_pot": True}}},
        "nothing": {"currency": None},
    },
)
@with_club
def put_stakes(table: str, body: NewStakes) -> Annotated[Json, "Settling"]:
    """Choose the stakes

    For games that start from now on. Every player of a side that owes pays one player of each other side, or the pot. A
    `currency` is a code such as EUR, `points`, or null: the table plays for nothing.

    200: The stakes, and the running balance in each currency.
    """
    if body.currency is None:
        set_stakes(table, None)
    else:
        coin = body.coin or coin_of(table, body.currency)
        set_stakes(table, Stakes(body.currency, body.per, body.pot, coin))
    return _settling(None)


PLAYER_OR_POT = Note("A player; null: the pot.")


@dataclass(frozen=True, slots=True)
class NewPayment:
    """One of the open transfers, of a night, of a season, or of the running balance.

    currency: The currency of the transfer.
    amount: In the currency’s smallest unit.
    season: The number of a season; null: not of one.
    """

    currency: Annotated[str, Text(10)]
    payer: Annotated[int | None, Whole(1, MAX_NUMBER), PLAYER_OR_POT]
    payee: Annotated[int | None, Whole(1, MAX_NUMBER), PLAYER_OR_POT]
    amount: Annotated[int, Whole(1, MAX_NUMBER)]
    night: Annotated[date | None, Day(), Note("A night; null: the running balance.")] = None
    season: Annotated[int | None, Whole(1, MAX_NUMBER)] = None


@call(
    "POST /tables/<table>/payments",
    SCORER,
    examples={"a euro": {"currency": "EUR", "payer": 4, "payee": 3, "amount": 100}},
)
@with_club
def new_payment(table: str, body: NewPayment) -> Annotated[Made, "NewPayment"]:
    """Mark a payment as paid

    One of the open `transfers`, of a night, of a season, or of the running balance.

    201: The payment.
    """
    if body.night is not None and body.season is not None:
        raise CannotSettle(_("A payment is of a night or of a season, not of both"))
    of: Owed = body.night if body.season is None else find_season(table, body.season)
    transfer = Transfer(body.payer or POT, body.payee or POT, body.amount)
    zone = zone_of(current_table().zone)
    payment, answer, new = once(
        lambda: mark_as_paid(table, zone, of, body.currency, transfer), lambda paid: {"payment": int(paid)}, table
    )
    return made(answer, "undo_payment", new=new, table=table, payment=payment)


@call("DELETE /tables/<table>/payments/<int:payment>", SCORER, "undo_payment")
@with_club
def delete_payment(table: str, payment: int) -> tuple[str, int]:
    """Undo a payment

    For a payment that was marked by mistake.

    204: The payment no longer counts; the log keeps it.
    """
    undo_payment(table, payment)
    return "", 204


def _settling(of: Owed) -> Json:
    table = current_table()
    stakes = current_stakes(table.id)
    zone = zone_of(table.zone)
    found, changed = settlements(table.id, zone, of), changed_games(table.id, zone, of)
    return {
        "stakes": None
        if stakes is None
        else {
            "currency": stakes.currency,
            "digits": digits_of(stakes.currency),
            "per": {kind: {"amount": own.amount, "to_pot": own.to_pot} for kind, own in stakes.per.items()},
            "pot": stakes.pot,
            "coin": stakes.coin,
        },
        "settlements": [_settlement(own, changed.get(own.currency, [])) for own in found],
    }


def _settlement(own: Settlement, changed: Sequence[ChangedGame]) -> Json:
    return {
        "currency": own.currency,
        "digits": digits_of(own.currency),
        "coin": own.coin,
        "balances": [
            {"player": row.player_id or None, "name": row.name or None}
            | {kind: row.parts.get(kind, 0) for kind in (*KINDS, POT_SHARE)}
            | {"amount": row.amount, "paid": row.paid, "left": row.left, "carried": row.carried}
            for row in own.balances
        ],
        "transfers": [
            {"payer": each.payer or None, "payee": each.payee or None, "amount": each.amount} for each in own.transfers
        ],
        "payments": [
            {
                "payment": each.id,
                "night": None if each.night is None else each.night.isoformat(),
                "season": each.season_id,
                "payer": each.payer_id or None,
                "payee": each.payee_id or None,
                "amount": each.amount,
                "at": canonical_time(each.at),
                "by": each.by,
                "undone": None if each.undone is None else canonical_time(each.undone),
                "undone_by": each.undone_by,
            }
            for each in own.payments
        ],
        "changed": [
            {
                "game": each.game_id,
                "number": each.number,
                "at": canonical_time(each.at),
                "amounts": [{"name": one.name, "before": one.before, "after": one.after} for one in each.changes],
            }
            for each in changed
        ],
    }
