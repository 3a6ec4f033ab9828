"""Amounts of money: read as typed, and shown with the sign of their currency; points are currencies without one."""

from decimal import Decimal, InvalidOperation
from functools import lru_cache

from babel import Locale
from babel.numbers import format_currency, format_decimal, get_currency_name, get_currency_symbol

from scorekeeper.core.game.stakes import PLAY_POINTS
from scorekeeper.core.words.language import minus, number_text, signed
from scorekeeper.core.words.language import translate as _
from scorekeeper.services.settling import digits_of
from scorekeeper.web.language import current_locale, in_calendar


def currency_name(currency: str) -> str:
    """`Euro (€)`, in the page's language."""
    if currency == PLAY_POINTS:
        return _("Points")
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


def read_amount(text: str, currency: str) -> int | None:
    """An amount as typed, with a point or a comma, in the smallest unit; None if it is no such amount."""
    try:
        amount = Decimal(text.strip().replace(",", ".") or "0").scaleb(digits_of(currency))
    except InvalidOperation:
        return None
    if not amount.is_finite() or abs(amount) > 10**12 or amount != int(amount):
        return None
    return int(amount)
