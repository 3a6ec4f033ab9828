"""Who plays next: from tonight's games, with one tap to deal; who comes, goes, skips; winners stay."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.core.sheet import read_sheet
from scorekeeper.services.recording import Author
from scorekeeper.services.starting import start_game
from scorekeeper.storage.players import add_player
from tests.midday import midday_zone
from tests.tables import sheet_of
from tests.web.at_table import Pad, start_table
from tests.web.browsing import Phone

BIG = "Ann 5 and Cal 4 took 10, Ben 2 and Dee 1 took 3"


@pytest.fixture(autouse=True)
def at_midday(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "TIME_ZONE", midday_zone())


@pytest.fixture
def table(app: Flask, phone: Phone) -> str:
    """A table at which Ann & Cal beat Ben & Dee tonight."""
    table = start_table(phone)
    with app.app_context():
        sheet = read_sheet(sheet_of("partnership", BIG, closed="late"))
        start_game(table.rpartition("/")[2], sheet, author=Author("Ann"))
    phone.open(table)
    phone.tap("Who plays next?")
    return table


def change(phone: Phone, **fields: str) -> None:
    phone.submit(phone.page.form_with("way"), **fields)


def test_a_new_game_begins_with_who_plays_next(phone: Phone, table: str) -> None:
    assert "Partnership Spades" in phone.page.text
    change(phone, name="Eve")
    assert "Eve sat out once" in phone.page.text, "who comes later is in next"
    assert "Sits out: Eve" not in phone.page.text
    proposed = phone.page.text
    phone.tap("Seats")
    assert "Eve" in phone.page.html
    phone.open(f"{table}/next")
    assert phone.page.text == proposed, "everybody sees the same"
    phone.tap("Deal")
    assert phone.page.url.startswith("/games/")
    assert "Eve" in phone.page.text


def test_who_goes_or_skips_does_not_play(phone: Phone, table: str) -> None:
    ann = phone.page.form_with("way").fields.getlist("here")[0]
    change(phone, skip=ann)
    assert "1 more player is needed." in phone.page.text
    change(phone, name="Eve")
    assert "Sits out: Ann" in phone.page.text
    change(phone, here=ann)
    assert "4 more players are needed." in phone.page.text, "Ann still skips"
    seats = phone.open(f"{table}/games/new?rules=partnership").form_with("seat-0").fields
    assert [seats[f"seat-{seat}"] for seat in range(4)] == ["Ann", "Ben", "Cal", "Dee"], "as in the last game"


def test_the_end_of_a_game_offers_who_plays_next_where_turns_are_taken(phone: Phone, table: str) -> None:
    phone.tap("Deal")
    assert "Who plays next?" not in ended(phone), "nobody said who is here"
    phone.open(f"{table}/next")
    change(phone, name="Eve")
    phone.tap("Deal")
    offered = ended(phone)
    assert offered.index("Who plays next?") < offered.index("Rematch")
    assert phone.tap("Who plays next?").url == f"{table}/next"


def ended(phone: Phone) -> str:
    """The page of a game that ends after a hand."""
    Pad(phone).hand("4, 3, 1, 4", 6)
    return phone.submit(phone.tap("End game now").form_with("reason")).text


def test_winners_stay(phone: Phone, table: str) -> None:
    change(phone, name="Eve")
    change(phone, name="Fay", way="winners-stay")
    assert "Next game" not in phone.page.text
    assert "Ann & Cal" in phone.page.text
    assert "Eve & Fay" in phone.page.text
    assert "Sits out: Ben and Dee" in phone.page.text


def test_most_active_others_are_offered_beside_those_who_are_here(app: Flask, phone: Phone, table: str) -> None:
    with app.app_context():
        ids = [add_player(table.rpartition("/")[2], f"Guest {letter}").main.id for letter in "ABCDEFGHIJKLMNOPQ"]
    offered = phone.open(f"{table}/next").form_with("way").choices["here"]
    assert offered[4:] == [str(guest) for guest in ids[:16]]


def test_wrong_names_are_refused(phone: Phone, table: str) -> None:
    phone.submit(phone.page.form_with("way"), None, 422, longest="99")
    assert "Type a whole number from 0 to 20." in phone.page.text
