"""The club is closed after a table had seasons: nothing offers them, and nothing of them is lost."""

from __future__ import annotations

from flask import Flask

from tests.api.calling import Program
from tests.rooms.club.pages.test_players_pages import BIG
from tests.rooms.club.pages.test_seasons import start_season
from tests.web.browsing import Phone
from tests.web.conftest import MakeApp
from tests.web.record import between, table_with


def with_season(app: Flask, phone: Phone) -> tuple[str, str]:
    """The URL of a table with a game, and the number of its season, which is over before that game."""
    table, _games = table_with(app, phone, between("Ann", "Ben", BIG))
    return table, start_season(phone, table, -14, -7).rsplit("/", 1)[-1]


def test_history_has_no_seasons_while_the_club_is_closed(make_app: MakeApp) -> None:
    app, closed = make_app(), make_app(ROOMS=())
    phone = Phone(app.test_client())
    table, season = with_season(app, phone)
    found = phone.open(f"{table}/history?season={season}")
    assert "Winter" in found.text
    assert "Ann beat Ben" not in found.text
    there = phone.at(closed).open(f"{table}/history?season={season}")
    assert "Winter" not in there.text
    assert "Ann beat Ben" in there.text


def test_call_that_searches_games_knows_no_season_while_the_club_is_closed(make_app: MakeApp) -> None:
    app, closed = make_app(), make_app(ROOMS=())
    program = Program(app)
    winter = {"name": "Winter", "first_night": "2026-01-01", "last_night": "2026-01-31"}
    season = program.post(f"/tables/{program.table}/seasons", winter)["season"]
    program.start()
    path = f"/tables/{program.table}/history?season={season}"
    assert program.get(path)["games"] == []
    program.client = closed.test_client(use_cookies=False)
    assert program.call("GET", path).status_code == 404
