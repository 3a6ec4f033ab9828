"""A phone that said whose it is: its player's row, page, turn and debts; a phone that is nobody's, as before."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.midday import midday_zone
from tests.rooms.club.pages.test_settling import choose_stakes, play
from tests.rooms.club.pages.test_turns import come
from tests.web.at_table import start_table
from tests.web.browsing import Phone


@pytest.fixture(autouse=True)
def at_midday(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "TIME_ZONE", midday_zone())


@pytest.fixture
def table(app: Flask, phone: Phone) -> str:
    """A table at which Ann & Cal beat Ben & Dee for a euro."""
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="1")
    play(app, table)
    return table


def is_of(phone: Phone, table: str, name: str) -> None:
    """Say whose phone it is."""
    phone.open(f"{table}/who")
    phone.tap(name)


def test_your_row_is_marked_and_your_page_is_a_tap_away(phone: Phone, table: str) -> None:
    is_of(phone, table, "Ann")
    assert "Ann you" in phone.open(f"{table}/players").text
    assert phone.page.text.count(" you ") == 1
    assert "Your page Ann" in phone.open(table).text
    assert phone.tap("Your page Ann").heading == "Ann"


def test_you_pay_and_get(phone: Phone, table: str) -> None:
    is_of(phone, table, "Dee")
    settling = phone.open(f"{table}/settling").text
    assert "You pay Cal €1.00" in settling
    assert settling.index("You pay Cal") < settling.index("Ben pays Ann €1.00"), "what is yours comes first"
    assert "Dee you" in settling
    assert "Ben pays Ann €1.00, Dee pays Cal €1.00" in settling, "the line for the others names you"
    assert "You pay Cal €1.00" in phone.open(f"{table}/night").text
    is_of(phone, table, "Cal")
    assert "Dee pays you €1.00" in phone.open(f"{table}/settling").text


def test_you_play_or_sit_out(phone: Phone, table: str) -> None:
    is_of(phone, table, "Ann")
    phone.open(f"{table}/next")
    come(phone, "Eve", "Fay", "Gus", "Hal")
    assert "You play next, at table" in phone.page.text
    assert "You play next, at table" in phone.open(table).text
    phone.open(f"{table}/next")
    phone.submit(phone.page.form_with("way"), tables="1")
    assert "You sit out" in phone.page.text
    assert "You sit out" in phone.open(table).text


def test_a_phone_that_is_nobodys_is_told_nothing(phone: Phone, table: str) -> None:
    phone.open(f"{table}/next")
    come(phone, "Eve")
    for page in ("", "/players", "/next", "/settling", "/night"):
        text = phone.open(f"{table}{page}").text
        assert not any(words in text for words in ("You pay", "You play", "You sit", "Your page", " you ")), page


def test_you_are_who_your_name_was_merged_into(phone: Phone, table: str) -> None:
    is_of(phone, table, "Dee")
    phone.open(f"{table}/next")
    come(phone, "Deedee")
    phone.submit(phone.open(f"{table}/players").form_with("into"), name="Dee", into="Deedee")
    assert "Deedee you" in phone.open(f"{table}/players").text
