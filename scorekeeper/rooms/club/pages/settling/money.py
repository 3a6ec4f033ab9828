"""Amounts of money: read as typed, and shown with the sign of their currency; points are currencies without one."""

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache

from babel import Locale
from babel.numbers import format_currency, format_decimal, get_currency_name, get_currency_symbol, get_decimal_symbol

from scorekeeper.core.words.language import minus, number_text, signed, translate as _
from scorekeeper.rooms.club.domain.stakes import PLAY_POINTS
from scorekeeper.rooms.club.services.settling import digits_of
from scorekeeper.web.language import current_locale, in_calendar


def currency_name(currency: str) -> str:
    """`Euro (€)`, in the page's language."""
    if currency == PLAY_POINTS:
        return _("Points, no money")
    locale = current_locale()
    name, sign = get_currency_name(currency, locale=locale), get_currency_symbol(currency, locale=locale)
    return in_calendar(f"{name[:1].upper()}{name[1:]} ({sign})")


def money_text(amount: int, currency: str) -> str:
    """An amount in the smallest unit, as on a bill: `€3.00`, `−€0.50`; of points the number alone."""
    if currency == PLAY_POINTS:
        return number_text(amount)
    return minus(_formatted(amount, currency, current_locale()))


@lru_cache(maxsize=500)
def _formatted(amount: int, currency: str, locale: Locale) -> str:
    return format_currency(Decimal(amount).scaleb(-digits_of(currency)), currency, locale=locale)


def signed_money(amount: int, currency: str) -> str:
    """An amount that somebody gets (`+€3.00`) or owes (`−€0.50`)."""
    if currency == PLAY_POINTS:
        return signed(amount)
    return f"+{money_text(amount, currency)}" if amount > 0 else money_text(amount, currency)


def typed_text(amount: int, currency: str) -> str:
    """An amount as it is typed in the page's language: `0.50`, or `0,50`."""
    digits = digits_of(currency)
    pattern = f"0.{'0' * digits}" if digits else "0"
    return format_decimal(Decimal(amount).scaleb(-digits), format=pattern, locale=current_locale())


class TwoReadings(ValueError):
    """An amount that reads either way; its text says so, and how to type the one or the other."""

    def __init__(self, text: str, amounts: Sequence[int], currency: str) -> None:
        one, other = (typed_text(amount, currency) for amount in amounts)
        super().__init__(_("“{text}” can be {one} or {other}. Type the one you mean.", text=text, one=one, other=other))


AMOUNT = re.compile(r"-?(?:\d[\d.,]*|[.,]\d+)")
GROUPED = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:\.\d{3})+")
SPACE_IN_NUMBER = re.compile(r"(?<=\d)[\s'’](?=\d{3}(?!\d))")
MAX_AMOUNT = 10**12


def read_amount(text: str, currency: str) -> int | None:
    """An amount as typed, in the smallest unit; None if it is no such amount.

    A point or comma before three digits is what it is in the page's language; elsewhere both may stand before the
    digits of the smallest unit. Raises `TwoReadings` where the language and the currency disagree: nobody shall owe a
    thousandth, or a thousand times as much.
    """
    text = text.strip()
    number = SPACE_IN_NUMBER.sub("", text.replace("\u2212", "-")) or "0"
    if not AMOUNT.fullmatch(number):
        return None
    sign, number = (-1, number[1:]) if number.startswith("-") else (1, number)
    amounts = [sign * amount for amount in _readings(number, digits_of(currency))]
    if len(amounts) > 1:
        raise TwoReadings(text, amounts, currency)
    return amounts[0] if amounts and abs(amounts[0]) <= MAX_AMOUNT else None


def _readings(number: str, digits: int) -> list[int]:
    """What a number with points and commas can mean, in the smallest unit."""
    whole, mark, part = number.rpartition("," if number.rfind(",") > number.rfind(".") else ".")
    if not mark:
        return [int(number) * 10**digits]
    parted = []
    is_whole = whole.isdigit() or not whole or (mark not in whole and GROUPED.fullmatch(whole))
    if is_whole and not part[digits:].strip("0"):
        parted = [int((_plain(whole) or "0") + part[:digits].ljust(digits, "0"))]
    if not GROUPED.fullmatch(number):
        return parted
    grouped = [int(_plain(number)) * 10**digits]
    if mark in whole:
        return grouped
    if mark == get_decimal_symbol(current_locale()):
        return parted if digits == len(part) or not parted else parted + grouped
    return grouped if digits != len(part) else parted + grouped


def _plain(number: str) -> str:
    return number.replace(",", "").replace(".", "")
