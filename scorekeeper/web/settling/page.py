"""What is owed as a page, as a line for the chat, and as CSV."""

import csv
import io
from collections.abc import Iterator
from datetime import date

from flask import url_for

from scorekeeper.core.game.stakes import KINDS, PLAY_POINTS, POT, Transfer
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.language import with_commas
from scorekeeper.formats.csv_rows import escape_formula
from scorekeeper.services.series import zone_of
from scorekeeper.services.settling import Balance, Nights, PaymentMade, Settlement, amounts_by_game, settlements
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.formatting import date_text, moment_view
from scorekeeper.web.settling.money import currency_name, money_text, signed_money, typed_text
from scorekeeper.web.settling.stakes import SHORT

MAX_LOG = 30
"""Payments of the log on the page, the latest ones."""


def settling_page(table: TableRow, night: date | None) -> View:
    """Values for `settling/show.html`: of a night, or (None) altogether."""
    found = settlements(table.id, zone_of(table.zone), _nights(night))
    return {
        "table": table,
        "night": None if night is None else night.isoformat(),
        "heading": _("Settling up") if night is None else date_text(night, "full"),
        "currencies": [_currency(own, several=len(found) > 1) for own in found],
        "csv": url_for("settling.export", table=table.id)
        if night is None
        else url_for("settling.export_night", table=table.id, night=night.isoformat()),
        "lines": lines_to_send(found),
    }


def _nights(night: date | None) -> Nights | None:
    return None if night is None else (night, night)


def _currency(own: Settlement, *, several: bool) -> View:
    return {
        "name": currency_name(own.currency) if several else None,
        "balances": [_balance(row, own.currency) for row in own.balances],
        "transfers": [_transfer(each, own) for each in own.transfers],
        "payments": [_payment(each, own.currency) for each in own.payments[:MAX_LOG]],
    }


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
    return {
        "name": row.name if row.player_id != POT else None,
        "amount": signed_money(row.amount, currency),
        "left": signed_money(row.left, currency),
        "parts": parts,
        "sign": (row.left > 0) - (row.left < 0),
    }


def _transfer(each: Transfer, own: Settlement) -> View:
    return {
        "payer": own.names.get(each.payer),
        "payee": own.names.get(each.payee),
        "amount": money_text(each.amount, own.currency),
        "fields": {
            "currency": own.currency,
            "payer": each.payer,
            "payee": each.payee,
            "amount": each.amount,
        },
    }


def _payment(each: PaymentMade, currency: str) -> View:
    return {
        "id": each.id,
        "payer": each.payer,
        "payee": each.payee,
        "amount": money_text(each.amount, currency),
        "at": moment_view(each.at),
        "night": None if each.night is None else date_text(each.night, "long"),
        "undone": each.undone is not None,
    }


def owed_after(table: TableRow, night: date) -> View | None:
    """Who still pays whom after a night, and where that is settled; None if nothing was played for."""
    found = settlements(table.id, zone_of(table.zone), (night, night))
    url = url_for("settling.night", table=table.id, night=night.isoformat())
    return {"lines": lines_to_send(found), "url": url} if found else None


def lines_to_send(found: list[Settlement]) -> str:
    """Who still pays whom, in a line: `Ben pays Ann €3.00, Dee pays Cal €1.00`; empty if nobody owes anything."""
    return with_commas([_pays(each, own) for own in found for each in own.transfers])


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


COLUMNS = ("game", "started", "player", "currency", "for a game", "for difference", "for sets", "for bags", "for nils")


def settling_csv(table: TableRow, night: date | None) -> Iterator[str]:
    """Every amount as CSV: a row for each player of a game, then the shares of pots and the payments that count."""
    zone, nights = zone_of(table.zone), _nights(night)
    piece = io.StringIO()
    writer = csv.writer(piece)
    writer.writerow([*COLUMNS, "from the pot", "paid", "night"])
    for row, name, currency in amounts_by_game(table.id, zone, nights):
        parts = [typed_text(getattr(row, kind), currency) for kind in KINDS]
        began = row.created.astimezone(zone)
        writer.writerow([row.number, f"{began:%Y-%m-%d %H:%M}", escape_formula(name), currency, *parts, "", "", ""])
    for own in settlements(table.id, zone, nights):
        for balance in own.balances:
            share = balance.parts.get("pot", 0)
            if share and balance.player_id != POT:
                cells = [escape_formula(balance.name), own.currency, *[""] * len(KINDS)]
                writer.writerow(["", "", *cells, typed_text(share, own.currency), "", ""])
        for payment in own.payments:
            if payment.undone is None:
                day = "" if payment.night is None else payment.night.isoformat()
                for who, amount in ((payment.payer, payment.amount), (payment.payee, -payment.amount)):
                    if who is not None:
                        cells = [f"{payment.at.astimezone(zone):%Y-%m-%d %H:%M}", escape_formula(who), own.currency]
                        writer.writerow(["", *cells, *[""] * len(KINDS), "", typed_text(amount, own.currency), day])
    yield piece.getvalue()
