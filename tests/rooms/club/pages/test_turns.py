"""Who plays next: from tonight's games, with one tap to deal; who comes, goes, skips; winners stay; several tables."""

from __future__ import annotations

import pytest
from flask import Flask
from selectolax.lexbor import LexborHTMLParser

from scorekeeper.core.sheet import read_sheet
from scorekeeper.services.recording import Author
from scorekeeper.services.starting import start_game
from scorekeeper.storage.players import add_player
from tests.access.cast import Cast
from tests.access.conftest import cast
from tests.midday import midday_zone
from tests.tables import sheet_of
from tests.web.at_table import Pad, start_table
from tests.web.browsing import Phone
from tests.web.record import between

__all__ = ["cast"]

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


def come(phone: Phone, *names: str) -> None:
    for name in names:
        phone.submit(phone.page.form_with("name"), name=name)


def tap(phone: Phone, name: str) -> str:
    """Tap somebody who is or was here; what the page says then."""
    button = next(button for button in phone.page.buttons if button.label.split()[0] == name)
    return phone.submit(button.form, button).text


def choose(phone: Phone, **fields: str) -> None:
    phone.submit(phone.page.form_with("way"), **fields)


def test_a_new_game_begins_with_who_plays_next(phone: Phone, table: str) -> None:
    assert "Deal: Partnership Spades" in phone.page.text
    come(phone, "Eve")
    assert "Eve just came" in phone.page.text, "who comes later is in next"
    assert "Eve sits out" not in phone.page.text
    proposed = phone.page.text
    assert "coming=yes#come" in phone.page.url or '<details id="come" class="fold" open' in phone.page.html, (
        "more may come"
    )
    phone.tap("Change seats or rules")
    assert "Eve" in phone.page.html
    phone.open(f"{table}/next")
    assert phone.page.text == proposed, "everybody sees the same"
    phone.tap("Deal: Partnership Spades")
    assert phone.page.url.startswith("/games/")
    assert "Eve" in phone.page.text


def test_a_name_is_here_skips_is_gone_and_here_again_by_taps(phone: Phone, table: str) -> None:
    assert "Ann skips" in tap(phone, "Ann")
    assert "Deal: Cutthroat Spades" in phone.page.text
    come(phone, "Eve")
    assert "Ann skips" in phone.page.text
    assert "Ann gone" in tap(phone, "Ann")
    assert "Deal: Partnership Spades" in phone.page.text
    assert "Ann gone" not in tap(phone, "Ann")
    assert "sits out" in phone.page.text, "five are here"
    seats = phone.open(f"{table}/games/new?rules=partnership").form_with("seat-0").fields
    assert "Eve" in [seats[f"seat-{seat}"] for seat in range(4)], "whose turn it is"


def test_who_was_gone_for_a_moment_keeps_the_turns(phone: Phone, table: str) -> None:
    come(phone, "Eve")
    before = phone.page.text
    for _tap in range(3):
        tap(phone, "Ann")
    assert phone.page.text == before


def test_who_plays_is_not_asked_and_watchers_read_why(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast.app.config, "TIME_ZONE", midday_zone())
    keeper = cast.phone("alice")
    page = keeper.open(f"/tables/{cast.table}/next")
    assert "Playing now" in page.text
    assert "The next game is here when one of these ends." in page.text
    come(keeper, "Fay", "Gus", "Hal", "Ivy", "Jon")
    assert keeper.page.text.count("Deal: ") == 1
    assert "sits out." in keeper.page.text
    watcher = cast.phone("wendy").open(f"/tables/{cast.table}/next")
    assert "Playing now" in watcher.text
    assert "sits out." in watcher.text
    assert "Here tonight" in watcher.text
    assert "Deal" not in watcher.text
    assert "Who else is here?" not in watcher.text


def test_two_tables_of_nine_people_are_dealt_one_after_the_other(phone: Phone, table: str) -> None:
    come(phone, "Eve", "Fay", "Gus", "Hal", "Ivy")
    assert phone.page.text.count("Deal: Partnership Spades") == 2
    (second,) = sides_of(phone)[1:]
    out = sits_out(phone)
    phone.tap("Deal: Partnership Spades")
    phone.open(f"{table}/next")
    assert sides_of(phone) == [second], "as it was proposed"
    assert sits_out(phone) == out
    assert "sat out once" not in phone.page.text, "the round begins"
    phone.tap("Deal: Partnership Spades")
    assert "The next game is here when one of these ends." in phone.open(f"{table}/next").text
    assert phone.page.text.count("sat out once") == phone.page.text.count(f"{out} sat out once") == 1
    choose(phone, tables="1")
    assert phone.page.text.count("Playing now") == 2


def sides_of(phone: Phone) -> list[str]:
    """The sides of each table that is proposed."""
    return [sides.text(strip=True) for sides in LexborHTMLParser(phone.page.html).css(".choose .sides")]


def sits_out(phone: Phone) -> str:
    return phone.page.text.split(" sits out.")[0].split()[-1]


def test_game_fits_who_is_here_not_the_last_side_game(app: Flask, phone: Phone, table: str) -> None:
    with app.app_context():
        start_game(table.rpartition("/")[2], read_sheet(between("Ann", "Ben")), author=Author("Ann"))
    assert "Deal: Partnership Spades" in phone.open(f"{table}/next").text
    for name in ("Cal", "Dee"):
        tap(phone, name)
    assert "Deal: Two-player Spades" in phone.page.text
    come(phone, "Eve")
    assert "Deal: Cutthroat" in phone.page.text


def test_the_end_of_a_game_offers_who_plays_next_where_turns_are_taken(phone: Phone, table: str) -> None:
    phone.tap("Deal: Partnership Spades")
    assert "Who plays next?" not in ended(phone), "nobody said who is here"
    phone.open(f"{table}/next")
    come(phone, "Eve")
    phone.tap("Deal: Partnership Spades")
    offered = ended(phone)
    assert offered.index("Who plays next?") < offered.index("Rematch")
    assert phone.tap("Who plays next?").url == f"{table}/next"


def ended(phone: Phone) -> str:
    """The page of a game that ends after a hand."""
    Pad(phone).hand("4, 3, 1, 4", 6)
    return phone.submit(phone.tap("End game now").form_with("reason")).text


def test_winners_stay(phone: Phone, table: str) -> None:
    come(phone, "Eve", "Fay")
    choose(phone, way="winners-stay")
    assert "Ann & Cal won and stay. Eve and Fay waited longest" in phone.page.text
    assert "Ben and Dee sit out. Others waited longer, or won" in phone.page.text
    choose(phone, longest="1")
    assert "won and stay" not in phone.page.text


def test_most_active_others_are_offered_beside_those_who_are_here(app: Flask, phone: Phone, table: str) -> None:
    with app.app_context():
        for letter in "ABCDEFGHIJKLMNOPQ":
            add_player(table.rpartition("/")[2], f"Guest {letter}")
    offered = phone.open(f"{table}/next").text
    assert "Guest P" in offered
    assert "Guest Q" not in offered
    assert "Guest P just came" in phone.tap("Guest P").text


def test_wrong_names_and_numbers_are_refused(phone: Phone, table: str) -> None:
    phone.submit(phone.page.form_with("way"), None, 422, longest="99")
    assert "Type a whole number from 0 to 20." in phone.page.text
    phone.submit(phone.page.form_with("name"), None, 422, name="\u0410nn")
    assert "type it as" in phone.page.text
    phone.submit(phone.page.form_with("name"), None, 422, name="x" * 41)
    before = phone.open(f"{table}/next").text
    for field in ("tap", "come"):
        phone.submit(phone.page.form_with("name"), **{field: "999"})
    assert phone.page.text == before, "nobody has that number"
