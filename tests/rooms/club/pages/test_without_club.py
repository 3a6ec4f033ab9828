"""A table that shows nothing of the club: score sheets and games only, until its keeper wants it back."""

from __future__ import annotations

from flask import Flask

from tests.tables import sheet_of
from tests.web.at_table import start_game
from tests.web.browsing import Phone
from tests.web.record import table_with

PAIR = "Ann 5 and Cal 4 took 9, Ben 2 and Dee 2 took 4"
OF_CLUB = ("Rating", "Ranked from", "Season", "Records", "Best pair", "Head to head", "Last ten", "own play", "tonight")
PAGES = ("night", "seasons", "seasons/new", "players/1/with/2", "players/1/hands?figure=own_bids")


def show(phone: Phone, table: str, shown: str | None) -> None:
    """Switch everything of the club on (`yes`) or off."""
    form = phone.open(f"{table}/settings").form_with("shown")
    phone.submit(form, shown=shown)


def pages_with_words_of_the_club(phone: Phone, table: str) -> list[str]:
    urls = [table, f"{table}/players", f"{table}/players/1", f"{table}/history"]
    return [url for url in urls for word in OF_CLUB if word in phone.open(url).text]


def test_everything_of_the_club_can_be_switched_off_and_on_again(app: Flask, phone: Phone) -> None:
    sheet = sheet_of("partnership", PAIR, closed="late")
    table, _ = table_with(app, phone, *[sheet] * 10)
    assert len(pages_with_words_of_the_club(phone, table)) > 5
    assert [phone.client.get(f"{table}/{page}").status_code for page in PAGES] == [200] * len(PAGES)
    show(phone, table, None)
    assert "This table shows score sheets and games only." in phone.page.text
    assert pages_with_words_of_the_club(phone, table) == []
    assert [phone.client.get(f"{table}/{page}").status_code for page in PAGES] == [404] * len(PAGES)
    assert not [link for link in phone.open(table).links if "/night" in link.url]
    names = [link.label for link in phone.open(f"{table}/players").links]
    assert {"Ann", "Ben", "Cal", "Dee"} <= set(names)
    assert "10 games" in phone.open(f"{table}/players/1").text.replace("Games10", "10 games")
    show(phone, table, "yes")
    assert "of 4" in phone.open(f"{table}/players/1").text


def test_no_series_is_offered_or_counted_without_the_club(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, sheet_of("partnership", PAIR, closed="late"))
    start_game(phone, table=table)
    assert "Ann & Cal lead 1–0 tonight" in phone.page.text
    game = phone.page.url
    show(phone, table, None)
    assert "lead 1–0" not in phone.open(game).text
    assert "Counts itself" not in phone.open(f"{table}/games/new?rules=partnership").text
