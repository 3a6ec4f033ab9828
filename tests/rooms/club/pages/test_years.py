"""A year of a table: who won most, came most often, the best pair, the longest streak and the biggest comeback."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.core.sheet import read_sheet
from scorekeeper.rooms.club.services.statistics import rebuild
from scorekeeper.rooms.club.services.years import year_of
from scorekeeper.services.erasing import erase_player
from scorekeeper.services.recording import Author
from scorekeeper.services.starting import start_game
from scorekeeper.storage.games import store_without_club
from scorekeeper.storage.players import find_player, set_unranked
from tests.hand_notation import Hand
from tests.midday import midday_zone
from tests.rooms.club.pages.test_players_pages import BIG, begin_earlier
from tests.tables import sheet_of
from tests.web.browsing import Phone
from tests.web.record import between, table_with

AHEAD = "Ann 6 and Cal 4 took 10, Ben 2 and Dee 2 took 3"
BEHIND = "Ann 3 and Cal 3 took 5, Ben 3 and Dee 5 took 8"
YEAR = timedelta(days=365)


@pytest.fixture(autouse=True)
def at_midday(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "TIME_ZONE", midday_zone())


def pairs(*hands: str) -> Hand:
    """A game of Ann & Cal against Ben & Dee, who stop after these hands."""
    return sheet_of("partnership", *hands, closed="late")


def played(app: Flask, phone: Phone, *games: Hand, ago: timedelta = YEAR) -> tuple[str, int]:
    """A table with these games, on nights of the year `ago` that follow each other; its address, and that year."""
    table, urls = table_with(app, phone, *games)
    now = datetime.now(UTC)
    first = datetime(now.year, 3, 1, now.hour, now.minute, tzinfo=UTC) - ago
    for number, url in enumerate(urls):
        begin_earlier(app, url, now - first - timedelta(days=number))
    with app.app_context():
        assert list(rebuild(table.rpartition("/")[2]))
    return table, first.year


FULL = (pairs(AHEAD), pairs(AHEAD, AHEAD), pairs(BEHIND), pairs(BEHIND, AHEAD, AHEAD), pairs(AHEAD), pairs(AHEAD))


def test_year_has_its_champion_pair_streak_and_comeback_with_both_names(app: Flask, phone: Phone) -> None:
    table, year = played(app, phone, *FULL)
    page = phone.open(f"{table}/years/{year}")
    assert page.heading == str(year)
    assert "6 games · 6 nights · 4 players · 9 hands" in page.text
    assert "Champion: most games won Ann and Cal 5 of 6 games won" in page.text
    assert "Most nights Ann, Cal, Ben and 1 more 6 nights" in page.text
    assert "Best pair Ann and Cal 5 of 6 games won" in page.text
    assert "Longest streak Ann and Cal 3 wins in a row until" in page.text
    assert "Biggest comeback Ann and Cal" in page.text
    assert "140 behind and won after hand 1" in page.text
    assert any(link.url.startswith("/games/") for link in page.links)


def test_thin_year_says_less(app: Flask, phone: Phone) -> None:
    table, year = played(app, phone, between("Ann", "Ben", BIG))
    text = phone.open(f"{table}/years/{year}").text
    assert "1 game · 1 night · 2 players · 1 hand" in text
    for words in ("Champion", "Most nights", "Best pair", "Longest streak", "Biggest comeback"):
        assert words not in text, words
    assert phone.client.get(f"{table}/years/{year + 1}").status_code == 404
    assert phone.client.get(f"{table}/years/0").status_code == 404


def test_streak_of_changing_partners_names_them(app: Flask, phone: Phone) -> None:
    def of(one: str, other: str, *against: str) -> Hand:
        sheet = pairs(AHEAD)
        names = [[one, other], list(against)]
        sheet["sides"] = [{"name": " & ".join(side), "players": side} for side in names]
        return sheet

    table, year = played(
        app, phone, of("Ann", "Cal", "Ben", "Dee"), of("Ann", "Ben", "Cal", "Dee"), of("Ann", "Dee", "Cal", "Ben")
    )
    assert "Longest streak Ann 3 wins in a row with " in phone.open(f"{table}/years/{year}").text
    with app.app_context():
        found = year_of(table.rpartition("/")[2], year, UTC)
        assert found is not None
        assert found.streak is not None
        assert sorted(found.streak.partners) == ["Ben", "Cal", "Dee"]


def test_nobody_is_named_who_asked_to_be_left_out(app: Flask, phone: Phone) -> None:
    table, year = played(app, phone, *FULL)
    table_id = table.rpartition("/")[2]
    with app.app_context():
        ann, cal = (find_player(table_id, name) for name in ("Ann", "Cal"))
        assert ann is not None
        assert cal is not None
        cal_id = cal.id
        set_unranked(table_id, ann.id, unranked=True)
    text = phone.open(f"{table}/years/{year}").text
    assert "Ann" not in text
    assert "Champion: most games won Cal 5 of 6 games won" in text
    assert "Biggest comeback Cal and a partner" in text
    assert "4 players" in text
    with app.app_context():
        erase_player(table_id, cal_id, Author(None))
    assert "Cal" not in phone.open(f"{table}/years/{year}").text


def test_page_of_players_leads_to_the_year_and_years_to_each_other(app: Flask, phone: Phone) -> None:
    table, year = played(app, phone, between("Ann", "Ben", BIG), between("Ann", "Ben", BIG))
    now = datetime.now(UTC)
    with app.app_context():
        start_game(table.rpartition("/")[2], read_sheet(between("Ann", "Ben", BIG)), author=Author("Ann"))
    latest = max(now.year, year + 1)
    link = next(link for link in phone.open(f"{table}/players").links if link.url.endswith(f"/years/{latest}"))
    assert "so far" in phone.open(link.url).text
    assert f"{table}/years/{year}" in [link.url for link in phone.page.links]
    assert phone.open(f"{table}/years").url.endswith(f"/years/{latest}")


def test_picture_has_what_the_page_has_and_is_saved_by_its_name(app: Flask, phone: Phone) -> None:
    table, year = played(app, phone, *FULL)
    phone.open(f"{table}/years/{year}")
    answer = phone.client.get(f"{table}/years/{year}/card.png")
    assert answer.mimetype == "image/png"
    assert answer.headers["Content-Disposition"] == f'inline; filename="spades-{year}.png"'
    assert (
        f"Game night {year}: Ann and Cal, 5 of 6 games won" in phone.page.text
        or f"{year}: Ann and Cal" in phone.page.text
    )


def test_year_shows_nothing_at_a_table_without_the_club(app: Flask, phone: Phone) -> None:
    table, year = played(app, phone, between("Ann", "Ben", BIG))
    with app.app_context():
        store_without_club(table.rpartition("/")[2], without_club=True)
    assert phone.client.get(f"{table}/years/{year}").status_code == 404


@pytest.mark.parametrize(("language", "label"), [("de", "Bestes Paar"), ("es", "Mejor pareja")])
def test_year_is_in_the_language_of_the_phone(app: Flask, phone: Phone, language: str, label: str) -> None:
    table, year = played(app, phone, *FULL)
    assert label in phone.client.get(f"{table}/years/{year}", headers={"Accept-Language": language}).text
