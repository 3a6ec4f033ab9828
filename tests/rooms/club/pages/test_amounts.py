"""Amounts of money as they are typed, in each language's separators and each currency's digits."""

from __future__ import annotations

from flask import Flask

from scorekeeper.rooms.club.pages.settling.money import TwoReadings, read_amount
from scorekeeper.web.language import LANGUAGE_COOKIE
from tests.each_case import each_case


def read(app: Flask, language: str, text: str, currency: str) -> int | str | None:
    """The amount; of two readings the sentence that asks."""
    with app.test_request_context(headers={"Cookie": f"{LANGUAGE_COOKIE}={language}"}):
        try:
            return read_amount(text, currency)
        except TwoReadings as error:
            return str(error)


@each_case(
    ("language", "text", "currency", "amount"),
    [
        ("en", "2,500", "USD", 250_000),
        ("en", "1,000", "JPY", 1000),
        ("de", "1.000", "EUR", 100_000),
        ("es", "1.000", "EUR", 100_000),
        ("de", "1000", "JPY", 1000),
        ("en", "0.50", "EUR", 50),
        ("en", "0,05", "EUR", 5),
        ("de", "0.5", "EUR", 50),
        ("en", "1,5", "EUR", 150),
        ("en", "1,234,567.89", "EUR", 123_456_789),
        ("de", "1.234.567,89", "EUR", 123_456_789),
        ("en", "1.234,5", "EUR", 123_450),
        ("en", "2 500", "EUR", 250_000),
        ("en", "2’500", "EUR", 250_000),
        ("en", "1.500", "KWD", 1500),
        ("de", "1,500", "KWD", 1500),
        ("en", "", "EUR", 0),
        ("en", ".5", "EUR", 50),
        ("en", "-3", "EUR", -300),
        ("en", "−3", "EUR", -300),
        ("en", "1,000", "points", 1000),
    ],
)
def test_amounts_are_read_by_the_language_and_the_currency(
    app: Flask, language: str, text: str, currency: str, amount: int
) -> None:
    assert read(app, language, text, currency) == amount


@each_case("text", ["1.505", "2,50,00", "1,00.50.1", "ten", "1 2", "1,2345.6", "0.505", "--1", "1e3"])
def test_what_is_no_amount_is_refused(text: str, app: Flask) -> None:
    assert read(app, "en", text, "EUR") is None


def test_what_can_be_two_amounts_is_asked(app: Flask) -> None:
    for language, text, currency, one, other in (
        ("en", "1.000", "EUR", "1.00", "1000.00"),
        ("de", "2,500", "EUR", "2,50", "2500,00"),
        ("de", "1,000", "JPY", "1", "1000"),
        ("en", "1,500", "KWD", "1.500", "1500.000"),
        ("de", "1.500", "KWD", "1,500", "1500,000"),
    ):
        asked = str(read(app, language, text, currency))
        assert one in asked, (language, text)
        assert other in asked, (language, text)
        readings = {read(app, language, typed, currency) for typed in (one, other)}
        assert len(readings) == 2, "what is proposed can be typed"
        assert all(isinstance(reading, int) for reading in readings)
