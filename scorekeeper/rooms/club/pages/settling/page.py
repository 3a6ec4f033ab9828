"""What is owed as a page, and as a line for the chat."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date
from typing import Any, NamedTuple

from flask import session, url_for

from scorekeeper.core.pages import View
from scorekeeper.core.words.language import full_stop, listed, translate as _, translate_plural as _n, with_commas
from scorekeeper.core.words.vocabulary import sentence_case
from scorekeeper.rooms.club.domain.stakes import PLAY_POINTS, POT, Transfer
from scorekeeper.rooms.club.pages.settling.money import currency_name, money_text, signed_money
from scorekeeper.rooms.club.pages.settling.stakes import SHORT
from scorekeeper.rooms.club.pages.you import this_player
from scorekeeper.rooms.club.services.settling import (
    Balance,
    Change,
    ChangedGame,
    Owed,
    PaymentMade,
    Settlement,
    changed_games,
    settlements,
)
from scorekeeper.rooms.club.storage.models import Season
from scorekeeper.services.series import zone_of
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.formatting import clock, date_text, iso_text, short_day

MAX_AMOUNT_LENGTH = 20
"""Characters of an amount as it is typed."""
MAX_LOG = 30
"""Payments of the log on the page, the latest ones."""


class AnotherPayment(NamedTuple):
    """A payment in a currency that could not be recorded: what was typed, and why not."""

    currency: str
    typed: Mapping[str, str]
    error: str


def settling_page(table: TableRow, of: Owed, another: AnotherPayment | None = None) -> View:
    """Values for `rooms/club/settling/show.html`: of a night, a season, or (None) all; `another` as it was typed."""
    found = settlements(table.id, zone_of(table.zone), of)
    you = this_player(table.id)
    changed = changed_games(table.id, zone_of(table.zone), of)
    return {
        "table": table,
        "you": None if you is None else you.id,
        "of": address_parts(of),
        "night": of.isoformat() if isinstance(of, date) else None,
        "season": {"id": of.id, "name": of.name} if isinstance(of, Season) else None,
        "heading": _heading(of),
        "currencies": [
            _currency(own, another, you and you.id, several=len(found) > 1)
            | {"changed": [_changed_game(each, own.currency) for each in changed.get(own.currency, ())]}
            for own in found
        ],
        "csv": url_for(FILES[type(of)], table=table.id, **address_parts(of)),
        "lines": lines_to_send(found),
        "debtors": _debtors(found),
        "undo": _undo(table),
    }


PAID = "paid"
"""The part of the session with the payment that was just marked."""


def remember_paid(table: str, payment: int) -> None:
    """Let the next page offer to undo this payment."""
    session[PAID] = {"table": table, "payment": payment}


def _undo(table: TableRow) -> str | None:
    """Where the payment that was just marked is undone."""
    paid = session.pop(PAID, None)
    if paid is None or paid["table"] != table.id:
        return None
    return url_for("settling.undo", table=table.id, payment=paid["payment"])


def paid_words(table: TableRow, of: Owed, payment: int) -> str:
    """Who paid whom, once it is marked."""
    found = settlements(table.id, zone_of(table.zone), of)
    made = next(((each, own.currency) for own in found for each in own.payments if each.id == payment), None)
    return "" if made is None else full_stop(_paid(*made))


def _heading(of: Owed) -> str:
    if of is None:
        return _("Settling up")
    return of.name if isinstance(of, Season) else sentence_case(date_text(of, "full"))


def is_settled_in(table: TableRow, of: Owed, currency: str) -> bool:
    """Whether the page has something in this currency, so also a form for another payment."""
    return any(own.currency == currency for own in settlements(table.id, zone_of(table.zone), of))


PAGES = {type(None): "settling.show", date: "settling.night", Season: "settling.season"}
FILES = {type(None): "settling.export", date: "settling.export_night", Season: "settling.export_season"}


def address_parts(of: Owed) -> dict[str, Any]:
    """What the address of a balance says of it."""
    if isinstance(of, Season):
        return {"season": of.id}
    return {} if of is None else {"night": of.isoformat()}


def _yours_first(transfers: Sequence[Transfer], you: int | None) -> list[Transfer]:
    return sorted(transfers, key=lambda each: you not in (each.payer, each.payee))


def _currency(own: Settlement, another: AnotherPayment | None, you: int | None, *, several: bool) -> View:
    seen = _seen(own)
    return {
        "name": currency_name(own.currency) if several else None,
        "balances": [_balance(row, own.currency) for row in own.balances],
        "transfers": [_transfer(each, own, seen, you) for each in _yours_first(own.transfers, you)],
        "another": _another(own, another if another and another.currency == own.currency else None, seen),
        "fewest": own.fewest,
        "coin": _amount_in_line(own.coin, own.currency) if any(row.carried for row in own.running) else None,
        "payments": [_payment(each, own.currency) for each in own.payments[:MAX_LOG]],
    }


def _seen(own: Settlement) -> int:
    """The latest payment that the page shows."""
    return max([each.id for each in own.payments], default=0)


def _balance(row: Balance, currency: str) -> View:
    parts = [
        f"{_(SHORT[kind])} {signed_money(amount, currency)}"
        for kind, amount in row.parts.items()
        if amount and row.player_id != POT
    ]
    if row.paid:
        parts.append(
            _("paid {amount}", amount=money_text(row.paid, currency))
            if row.paid > 0
            else _("got {amount}", amount=money_text(-row.paid, currency))
        )
    if row.carried:
        parts.append(_("carried on {amount}", amount=signed_money(row.carried, currency)))
    return {
        "id": row.player_id,
        "name": row.name if row.player_id != POT else None,
        "amount": signed_money(row.amount, currency),
        "left": signed_money(row.left, currency),
        "parts": parts,
        "owes": row.left < 0,
    }


def _another(own: Settlement, another: AnotherPayment | None, seen: int) -> View:
    """The form of any other payment; who owes and who gets something comes first."""
    typed = {} if another is None else another.typed
    open_now = [(row.player_id, row.name or _("The pot"), row.left) for row in own.running]
    payers = [{"value": who, "label": name} for who, name, _left in sorted(open_now, key=lambda row: row[2] >= 0)]
    payees = [{"value": who, "label": name} for who, name, _left in sorted(open_now, key=lambda row: row[2] <= 0)]
    return {
        "fields": {"currency": own.currency, "seen": seen},
        "payers": payers,
        "payees": payees,
        "typed": typed,
        "longest": MAX_AMOUNT_LENGTH,
        "error": None if another is None else another.error,
    }


def _transfer(each: Transfer, own: Settlement, seen: int, you: int | None) -> View:
    return {
        "payer": own.names.get(each.payer),
        "payee": own.names.get(each.payee),
        "words": _to_you(each, own, you) if you is not None else "",
        "amount": money_text(each.amount, own.currency),
        "fields": {
            "currency": own.currency,
            "payer": each.payer,
            "payee": each.payee,
            "amount": each.amount,
            "seen": seen,
        },
    }


def _changed_game(each: ChangedGame, currency: str) -> View:
    return {
        "game": each.game_id,
        "number": each.number,
        "changes": change_views(each.changes, currency),
        "at": {"iso": iso_text(each.at), "words": f"{short_day(each.at)}, {clock(each.at)}"},
    }


def change_views(changes: Sequence[Change], currency: str) -> list[View]:
    """What everybody gets from a game, before and after a change to it; of the pot without a name."""
    return [
        {
            "name": each.name,
            "before": signed_money(each.before, currency),
            "after": signed_money(each.after, currency),
            "same": each.before == each.after,
        }
        for each in changes
    ]


def _payment(each: PaymentMade, currency: str) -> View:
    return {
        "id": each.id,
        "words": _paid(each, currency),
        "at": {"iso": iso_text(each.at), "words": f"{short_day(each.at)}, {clock(each.at)}"},
        "night": None if each.night is None else date_text(each.night, "long"),
        "by": each.by,
        "undone": each.undone is not None,
        "undone_by": each.undone_by,
    }


def _paid(each: PaymentMade, currency: str) -> str:
    amount = _amount_in_line(each.amount, currency)
    if each.payer is None:
        return _("The pot paid {payee} {amount}", payee=each.payee or "", amount=amount)
    if each.payee is None:
        return _("{payer} paid the pot {amount}", payer=each.payer, amount=amount)
    return _("{payer} paid {payee} {amount}", payer=each.payer, payee=each.payee, amount=amount)


def owed_after(table: TableRow, night: date) -> View | None:
    """Who still pays whom after a night, and where that is settled; None if nothing was played for."""
    found = settlements(table.id, zone_of(table.zone), night)
    if not found:
        return None
    you = this_player(table.id)
    paid = [_transfer(each, own, _seen(own), you and you.id) for own in found for each in own.transfers]
    return {
        "transfers": sorted(paid, key=lambda each: not each["words"]),
        "lines": lines_to_send(found),
        "of": address_parts(night),
        "url": url_for("settling.night", table=table.id, night=night.isoformat()),
    }


def _to_you(each: Transfer, own: Settlement, you: int) -> str:
    """What the player of this phone pays or gets, in words; empty for a payment of others."""
    payer, payee = own.names.get(each.payer), own.names.get(each.payee)
    amount = _amount_in_line(each.amount, own.currency)
    if each.payer == you:
        if payee is None:
            return _("You pay the pot {amount}", amount=amount)
        return _("You pay {payee} {amount}", payee=payee, amount=amount)
    if each.payee != you:
        return ""
    if payer is None:
        return _("The pot pays you {amount}", amount=amount)
    return _("{payer} pays you {amount}", payer=payer, amount=amount)


def open_with(table_id: str, player_id: int) -> list[str]:
    """What a player still pays or gets, a sentence each; what is too little for a coin, too."""
    found = settlements(table_id, UTC)
    pays = [
        full_stop(_pays(each, own)) for own in found for each in own.transfers if player_id in (each.payer, each.payee)
    ]
    left = [
        _("{name} has {amount} open.", name=row.name, amount=signed_money(row.left, own.currency))
        for own in found
        for row in own.running
        if row.player_id == player_id and row.left
    ]
    return pays or left


def lines_to_send(found: list[Settlement]) -> str:
    """Who still pays whom, in a line: `Ben pays Ann €3.00, Dee pays Cal €1.00`; empty if nobody owes anything."""
    return with_commas([_pays(each, own) for own in found for each in own.transfers])


def _debtors(found: list[Settlement]) -> list[View]:
    """Everybody who still pays somebody, with a line to send to them: `You owe Kofi €1.60.`"""
    owed: dict[int, list[tuple[Transfer, Settlement]]] = {}
    for own in found:
        for each in own.transfers:
            if each.payer != POT:
                owed.setdefault(each.payer, []).append((each, own))
    return [{"name": pays[0][1].names[who], "line": full_stop(_owes(pays))} for who, pays in owed.items()]


def _owes(pays: Sequence[tuple[Transfer, Settlement]]) -> str:
    """What somebody owes, to one or to several."""
    whom = [(own.names.get(each.payee), _amount_in_line(each.amount, own.currency)) for each, own in pays]
    if len(whom) == 1:
        payee, amount = whom[0]
        if payee is None:
            return _("You owe the pot {amount}", amount=amount)
        return _("You owe {payee} {amount}", payee=payee, amount=amount)
    parts = [
        _("{amount} to the pot", amount=amount)
        if payee is None
        else _("{amount} to {payee}", amount=amount, payee=payee)
        for payee, amount in whom
    ]
    return _("You owe {amounts}", amounts=listed(parts))


def _pays(each: Transfer, own: Settlement) -> str:
    payer, payee = own.names.get(each.payer), own.names.get(each.payee)
    amount = _amount_in_line(each.amount, own.currency)
    if payer is None:
        return _("The pot pays {payee} {amount}", payee=payee or "", amount=amount)
    if payee is None:
        return _("{payer} pays the pot {amount}", payer=payer, amount=amount)
    return _("{payer} pays {payee} {amount}", payer=payer, payee=payee, amount=amount)


def _amount_in_line(amount: int, currency: str) -> str:
    return _n(amount, "1 point", "{count} points") if currency == PLAY_POINTS else money_text(amount, currency)
