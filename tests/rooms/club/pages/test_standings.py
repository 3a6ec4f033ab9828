"""Visitors, those who left and erased names are in no ranking; what is open with a player is said before erasing."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.storage.players import find_player, set_standing
from tests.midday import midday_zone
from tests.rooms.club.pages.test_settling import choose_stakes, play
from tests.web.at_table import start_table
from tests.web.browsing import Phone


@pytest.fixture(autouse=True)
def at_midday(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "TIME_ZONE", midday_zone())


def ranking(phone: Phone, table: str, more: str = "") -> str:
    """The words of the ranking, without addresses: an id may have any name in it."""
    rows = phone.open(f"{table}/players{more}").html.partition("<tbody")[2].partition("</tbody>")[0]
    return re.sub(r"<[^>]*>", " ", rows)


def player_id(app: Flask, table: str, name: str) -> int:
    with app.app_context():
        found = find_player(table.rpartition("/")[2], name)
        assert found is not None
        return found.id


@pytest.mark.parametrize("standing", ["visitor", "left"])
def test_who_is_no_member_is_in_no_ranking_and_comes_back_as_one(app: Flask, phone: Phone, standing: str) -> None:
    table = start_table(phone)
    play(app, table)
    ann = player_id(app, table, "Ann")
    for chosen, expected in ((standing, False), (None, True)):
        with app.app_context():
            set_standing(table.rpartition("/")[2], ann, chosen)
        for period in ("", "?period=month", "?period=night", "?sort=name"):
            assert ("Ann" in ranking(phone, table, period)) == expected
        assert ("out of rankings" in phone.open(f"{table}/players/{ann}").text) == expected, "the button"


def test_an_erased_name_has_no_place(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    play(app, table)
    phone.open(f"{table}/players/{player_id(app, table, 'Ann')}/erase")
    phone.submit(phone.page.form_with("sure"), sure="yes")
    assert "Player 1" not in ranking(phone, table)
    assert "Cal" in ranking(phone, table)


def test_what_is_open_is_said_before_a_name_is_erased(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    choose_stakes(phone, table, currency="EUR", game="1.03", coin="0.05")
    play(app, table)
    ben = player_id(app, table, "Ben")
    assert "Ben pays Ann €1.05." in phone.open(f"{table}/players/{ben}/erase").text
    phone.open(f"{table}/settling")
    phone.tap("Paid")
    assert "Ben has +€0.02 open." in phone.open(f"{table}/players/{ben}/erase").text
    stranger = player_id(app, table, "Dee")
    assert "Dee pays Cal €1.05." in phone.open(f"{table}/players/{stranger}/erase").text


def test_nothing_is_said_where_nothing_is_open(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    play(app, table)
    page = phone.open(f"{table}/players/{player_id(app, table, 'Ben')}/erase")
    assert "Settle it first" not in page.text
