"""The club is closed after a table had seasons: nothing offers them, and nothing of them is lost."""

from __future__ import annotations

import io
import re
import zipfile

from flask import Flask

from scorekeeper.formats.strict_json import without_end
from scorekeeper.formats.verification.file import check_file
from scorekeeper.services.importing import import_file
from scorekeeper.services.part_kinds import part_kinds
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


def test_exports_of_a_closed_club_have_no_sheet_of_it_and_name_what_they_leave_out(make_app: MakeApp) -> None:
    app, closed = make_app(), make_app(ROOMS=())
    phone = Phone(app.test_client())
    table, _season = with_season(app, phone)
    assert sheets_of(phone, table) == ["Games", "Hands", "Players", "Nights", "Seasons", "Ratings"]
    packed = phone.client.get(f"{table}/exports/zip").get_data()
    assert '"seasons"' in table_file(packed)
    there = phone.at(closed)
    assert sheets_of(there, table) == ["Games", "Hands"]
    page = there.open(f"{table}/exports")
    assert "Left out of every file, as this server is run without them: 1 season. They stay stored." in page.text
    assert not [link.url for link in page.links if link.url.endswith(("nights", "ratings", "seasons", "settling"))]
    assert there.client.get(f"{table}/exports/nights").status_code == 404
    left = there.client.get(f"{table}/exports/zip").get_data()
    assert '"seasons"' not in table_file(left)
    assert check_file(io.BytesIO(left), without_end(part_kinds)).findings == []
    with closed.app_context():
        (problem,) = import_file(io.BytesIO(packed)).problems
    assert problem == "The file’s seasons are left out, as this server is run without them"
    with app.app_context():
        assert import_file(io.BytesIO(packed)).problems == []


def sheets_of(phone: Phone, table: str) -> list[str]:
    book = phone.client.get(f"{table}/exports/xlsx").get_data()
    with zipfile.ZipFile(io.BytesIO(book)) as packed:
        return re.findall(r'<sheet name="([^"]*)"', packed.read("xl/workbook.xml").decode())


def table_file(packed: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(packed)) as found:
        return found.read("table.json").decode()


def test_games_are_counted_while_the_club_is_closed(make_app: MakeApp) -> None:
    app, closed = make_app(), make_app(ROOMS=())
    phone = Phone(closed.test_client())
    table, _games = table_with(closed, phone, between("Ann", "Ben", BIG))
    assert "100%" not in phone.open(f"{table}/players").text
    assert "Ann 1 100%" in phone.at(app).open(f"{table}/players").text
