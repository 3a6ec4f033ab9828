"""A season: set up by the table's keeper, its leaderboard and champion, and what it says on the page of players."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.rooms.club.services import seasons
from scorekeeper.rooms.club.storage.leaderboard import Period
from scorekeeper.services.series import night_of, zone_of
from tests.midday import midday_zone
from tests.rooms.club.pages.test_players_pages import BIG, begin_earlier, leaders
from tests.tables import sheet_of
from tests.web.browsing import Phone
from tests.web.record import between, table_with

WEEK = timedelta(days=7)


@pytest.fixture(autouse=True)
def at_midday(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "TIME_ZONE", midday_zone())


def start_season(phone: Phone, table: str, first: int, last: int, status: int = 200, /, **more: str) -> str:
    """A season that begins and ends these days from today, set up on its page; its address."""
    with phone.client.application.app_context():
        tonight = night_of(datetime.now(UTC), zone_of(None))
    phone.open(f"{table}/seasons/new")
    days = {"first_night": tonight + timedelta(first), "last_night": tonight + timedelta(last)}
    given = {"name": "Winter", "least_games": "1"} | {key: f"{day}" for key, day in days.items()} | more
    return phone.submit(phone.page.form_with("first_night"), None, status, **given).url


def test_season_of_the_set_rate_is_led_by_who_missed_fewest_bids(app: Flask, phone: Phone) -> None:
    hands = ("Ann 4 and Cal 3 took 8, Ben 3 and Dee 3 took 5", "Ann 2 and Cal 3 took 6, Ben 3 and Dee 2 took 7")
    table, _ = table_with(app, phone, sheet_of("partnership", *hands, closed="late"), between("Ben", "Dee", BIG))
    season = start_season(phone, table, -7, 7, counted_by="sets")
    assert "Ann and Cal lead" in phone.page.text
    assert "The share of bids with a partner that failed counts: the fewest lead" in phone.page.text
    assert [row[:2] + row[-1:] for row in leaders(phone, season)] == [
        ["1", "Ann", "0%"],
        ["1", "Cal", "0%"],
        ["3", "Ben", "50%"],
        ["3", "Dee", "50%"],
    ], "games alone do not count"


def test_point_difference_of_a_season_is_no_points_of_it_and_sorts(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben", BIG))
    season = start_season(phone, table, -7, 7, counted_by="share")
    assert "Points" not in phone.page.text
    assert "+/−: points more or less than the best other side." in phone.page.text
    heading = next(link for link in phone.open(season).links if "Point difference" in link.label)
    assert 'aria-sort="descending"' in phone.open(heading.url).html
    assert heading.url.endswith("?sort=points")


def test_keeper_starts_a_season_that_ranks_by_points_and_names_who_leads(app: Flask, phone: Phone) -> None:
    table, _ = table_with(
        app, phone, between("Ann", "Ben", BIG), between("Ben", "Cal", BIG), between("Ann", "Cal", BIG)
    )
    season = start_season(phone, table, -7, 7, for_win="3", for_loss="1")
    assert "Ann leads" in phone.page.text
    assert "Points: 3 for a win, 1 for a shared one, 1 for a loss" in phone.page.text
    assert [row[:3] + row[-1:] for row in leaders(phone, season)] == [
        ["1", "Ann", "2", "6"],
        ["2", "Ben", "2", "4"],
        ["3", "Cal", "2", "2"],
    ]
    assert leaders(phone, f"{season}?sort=name")[0][0] == "Ann"
    games = phone.open(next(link.url for link in phone.open(season).links if link.label == "6"))
    assert games.text.count("Ann beat") == 2
    page = phone.open(f"{table}/players")
    assert "Winter Ann leads · until" in page.text
    assert [link.url for link in page.links if link.label == "This season"] == [season]


def test_season_that_is_over_has_a_champion(app: Flask, phone: Phone) -> None:
    games = [between("Ann", "Ben", BIG), between("Ben", "Ann", BIG), between("Ben", "Ann", BIG)]
    table, urls = table_with(app, phone, *games)
    for url in urls[:2]:
        begin_earlier(app, url, 2 * WEEK)
    season = start_season(phone, table, -20, -10)
    assert "Ann and Ben Champions" in phone.page.text
    begin_earlier(app, urls[2], 2 * WEEK)
    assert "Ben Champion" in phone.open(season).text
    assert "Winter Champion: Ben" in phone.open(f"{table}/seasons").text
    assert "This season" not in phone.open(f"{table}/players").text


def test_page_of_seasons_reads_what_it_shows_once(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben", BIG), between("Ben", "Cal", BIG))
    start_season(phone, table, -7, 7, name="Points")
    start_season(phone, table, -7, 7, name="Share", counted_by="share")
    season = start_season(phone, table, -7, 7, name="Places", counted_by="places", places="3 1")
    reads: list[int] = []

    def noted(read: Callable[[Mapping[int, Period]], object]) -> Callable[[Mapping[int, Period]], object]:
        def noting(periods: Mapping[int, Period]) -> object:
            reads.append(len(periods))
            return read(periods)

        return noting

    for name in ("sums_in", "results_in"):
        monkeypatch.setattr(seasons, name, noted(getattr(seasons, name)))
    for url, read_at_once in ((f"{table}/seasons", [3, 1]), (f"{table}/players", [3, 1]), (season, [1, 1])):
        reads.clear()
        assert "lead" in phone.open(url).text
        assert reads == read_at_once, url


def test_history_offers_the_seasons_and_has_their_games(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, between("Ann", "Ben", BIG), between("Ben", "Ann", BIG))
    begin_earlier(app, games[0], 2 * WEEK)
    number = start_season(phone, table, -1, 1).rpartition("/")[2]
    form = phone.open(f"{table}/history").form_with("season")
    assert form.choices["season"] == ["", number]
    page = phone.submit(form, season=number)
    assert [url in [link.url for link in page.links] for url in games] == [False, True]


def test_a_table_has_so_many_seasons_and_no_more(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben", BIG))
    monkeypatch.setattr(seasons, "MAX_SEASONS", 1)
    start_season(phone, table, -1, 1)
    start_season(phone, table, -1, 1, 422, name="Spring")
    assert "at most 1" in phone.page.text


def test_page_of_players_lists_five_seasons_and_where_the_others_are(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben", BIG))
    everything = f"{table}/seasons"
    for number in range(1, 7):
        start_season(phone, table, -1, 1, name=f"Season {number}")
        phone.open(f"{table}/players")
        assert (everything in [link.url for link in phone.page.links]) == (number == 6)
    assert [f"Season {number}" in phone.page.text for number in range(1, 7)] == [False] + [True] * 5


def test_season_is_changed_and_removed(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben", BIG))
    season = start_season(phone, table, 1, 5)
    assert "begins" in phone.page.text
    phone.open(next(link.url for link in phone.page.links if link.label == "Change this season"))
    phone.submit(
        phone.page.form_with("first_night"), name="Spring", counted_by="places", places="6 3 1", best_nights="2"
    )
    assert "Points for the places of each night: 6, 3, 1. Each player’s best 2 nights count." in phone.page.text
    phone.open(f"{season}/settings")
    phone.submit(next(form for form in phone.page.forms if form.action.endswith("/remove")))
    assert "“Spring” is removed" in phone.page.text
    assert phone.client.get(season).status_code == 404


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"name": ""}, "Give the season a name"),
        ({"first_night": "2026-13-01"}, "Choose a day"),
        ({"last_night": "2020-01-01"}, "The last night is before the first."),
        ({"first_night": "0001-01-01"}, "Choose another year."),
        ({"for_win": "many"}, "Type a whole number"),
        ({"counted_by": "places", "places": "6, none"}, "Type the points for each place"),
        ({"counted_by": "luck"}, "Choose what counts."),
        ({"name": "winter"}, "Two seasons are called"),
    ],
)
def test_what_no_season_can_be_is_said_at_the_field(
    app: Flask, phone: Phone, given: dict[str, str], sentence: str
) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben", BIG))
    start_season(phone, table, -1, 1, name="winter")
    start_season(phone, table, -1, 1, 422, **{"name": "other"} | given)
    assert re.search(sentence, phone.page.text)


def test_form_says_what_a_season_would_do_before_it_starts(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, between("Ann", "Ben", BIG), between("Ben", "Ann", BIG), between("Ann", "Cal"))
    for game in games:
        begin_earlier(app, game, 2 * WEEK)
    phone.open(f"{table}/seasons/new")
    assert "Points: 3 for a win, 1 for a shared one, 0 for a loss. A place needs 5 games." in phone.page.text
    assert "would have been" not in phone.page.text
    page = phone.submit(phone.page.form_with("first_night"), name="Winter", least_games="1", try_out="yes")
    assert "A place needs 1 game. From " in page.text
    assert "Ann would have been champion." in page.text
    assert (
        "would have been"
        not in phone.submit(page.form_with("first_night"), first_night="1901-01-02", try_out="yes").text
    )
    form = page.form_with("first_night")
    assert (form.fields["name"], form.fields["least_games"]) == ("Winter", "1")
    assert "No season yet" in phone.open(f"{table}/seasons").text
