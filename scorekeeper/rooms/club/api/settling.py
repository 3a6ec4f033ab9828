"""Settling up over the API: stakes, balances, payments. Amounts are whole, in the smallest unit of their currency."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated

from scorekeeper.access import KEEPER, SCORER, WATCHER, current_table
from scorekeeper.api.making import Made, made, once
from scorekeeper.api.operations import call
from scorekeeper.api.schemas import of
from scorekeeper.api.serializers import BODY, Json, json_body
from scorekeeper.core.game.stakes import KEPT, KINDS, POT, POTS, Stake, Stakes, Transfer
from scorekeeper.core.inputs.faults import Kind
from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.chain import canonical_time
from scorekeeper.formats.days import day_of
from scorekeeper.rooms.club.access import with_club
from scorekeeper.rooms.club.api.schemas import STAKES_PER
from scorekeeper.rooms.club.services.settling import (
    MAX_STAKE,
    POT_SHARE,
    CannotSettle,
    Owed,
    Settlement,
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
PLAYER_OR_POT = {"type": ["integer", "null"], "description": "A player; null: the pot."}
A_DAY = {"type": ["string", "null"], "format": "date", "description": "A night; null: the running balance."}


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


@call(
    "PUT /tables/<table>/stakes",
    KEEPER,
    body=of(
        {"currency": {"type": ["string", "null"]}},
        {"per": STAKES_PER, "pot": {"enum": [*POTS]}},
    ),
    examples={
        "euros": {"currency": "EUR", "per": {"game": {"amount": 100}, "bag": {"amount": 5, "to_pot": True}}},
        "nothing": {"currency": None},
    },
)
@with_club
def put_stakes(table: str) -> Annotated[Json, "Settling"]:
    """Choose the stakes

    For games that start from now on. Every player of a side that owes pays one player of each other side, or the pot. A
    `currency` is a code such as EUR, `points`, or null: the table plays for nothing.

    200: The stakes, and the running balance in each currency.
    """
    body = BODY.mapping(json_body(), "it", ("currency", "per", "pot"), required=("currency",))
    if body["currency"] is None:
        set_stakes(table, None)
    else:
        given = body.get("per", {})
        if not isinstance(given, Mapping):
            raise BODY.not_a(Kind.OBJECT, given, "per")
        per = {kind: _stake(own, kind) for kind, own in BODY.mapping(given, "per", KINDS).items()}
        pot = BODY.one_of(body.get("pot", KEPT), "pot", POTS)
        set_stakes(table, Stakes(BODY.text(body["currency"], "currency", 10), per, pot))
    return _settling(None)


def _stake(given: object, kind: str) -> Stake:
    parts = BODY.mapping(given, kind, ("amount", "to_pot"), required=("amount",))
    amount = BODY.whole(parts["amount"], f"{kind} amount", 0, MAX_STAKE)
    return Stake(amount, BODY.switch(parts.get("to_pot", False), f"{kind} to_pot"))


@call(
    "POST /tables/<table>/payments",
    SCORER,
    body=of(
        {"currency": {"type": "string"}, "payer": PLAYER_OR_POT, "payee": PLAYER_OR_POT}
        | {"amount": {"type": "integer", "minimum": 1}},
        {"night": A_DAY, "season": {"type": ["integer", "null"]}},
    ),
    examples={"a euro": {"currency": "EUR", "payer": 4, "payee": 3, "amount": 100}},
)
@with_club
def new_payment(table: str) -> Annotated[Made, "NewPayment"]:
    """Mark a payment as paid

    One of the open `transfers`, of a night, of a season, or of the running balance.

    201: The payment.
    """
    names = ("currency", "payer", "payee", "amount")
    body = BODY.mapping(json_body(), "it", (*names, "night", "season"), required=names)
    payer, payee = (POT if body[who] is None else BODY.whole(body[who], who, 1, MAX_NUMBER) for who in names[1:3])
    transfer = Transfer(payer, payee, BODY.whole(body["amount"], "amount", 1, MAX_NUMBER))
    night = None if body.get("night") is None else day_of(BODY.text(body["night"], "night", 10))
    if body.get("night") is not None and night is None:
        raise CannotSettle(_("A night is a day, such as 2026-11-19"))
    currency = BODY.text(body["currency"], "currency", 10)
    season = None if body.get("season") is None else BODY.whole(body["season"], "season", 1, MAX_NUMBER)
    if night is not None and season is not None:
        raise CannotSettle(_("A payment is of a night or of a season, not of both"))
    of: Owed = night if season is None else find_season(table, season)
    zone = zone_of(current_table().zone)
    payment, new = once(lambda: mark_as_paid(table, zone, of, currency, transfer), table)
    return made({"payment": int(payment)}, "undo_payment", new=new, table=table, payment=payment)


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
    found = settlements(table.id, zone_of(table.zone), of)
    return {
        "stakes": None
        if stakes is None
        else {
            "currency": stakes.currency,
            "digits": digits_of(stakes.currency),
            "per": {kind: {"amount": own.amount, "to_pot": own.to_pot} for kind, own in stakes.per.items()},
            "pot": stakes.pot,
        },
        "settlements": [_settlement(own) for own in found],
    }


def _settlement(own: Settlement) -> Json:
    return {
        "currency": own.currency,
        "digits": digits_of(own.currency),
        "balances": [
            {"player": row.player_id or None, "name": row.name or None}
            | {kind: row.parts.get(kind, 0) for kind in (*KINDS, POT_SHARE)}
            | {"amount": row.amount, "paid": row.paid, "left": row.left}
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
    }
