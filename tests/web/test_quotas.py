"""The quotas of tables and devices: far more than any evening needs, and no more than the disk has."""

import os
import shutil
import time
from collections import namedtuple
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.access import limits, quotas
from scorekeeper.access.routes import Route
from scorekeeper.formats.text_record import record_of
from scorekeeper.services import recording
from scorekeeper.web.transfer import imports
from tests.formats.exports.games import game_of_sheet
from tests.tables import sheet_of
from tests.web.at_table import start_table
from tests.web.browsing import Phone
from tests.web.record import HANDS, between, table_with

GAME = game_of_sheet(sheet_of("two-player", *HANDS))
OTHER = game_of_sheet(sheet_of("two-player", *HANDS, closed="late"))
Usage = namedtuple("Usage", "total used free")


def look(phone: Phone, table: str, game: str, status: int = 200) -> str:
    phone.open(f"{table}/import")
    return phone.submit(phone.page.form_with("text"), None, status, text=game).text


def held(app: Flask) -> list[Path]:
    return list((Path(app.instance_path) / "imports").iterdir())


def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(10**9, 10**9, quotas.LEAST_FREE - 1))


def test_table_stores_one_previewed_file(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    for old in held(app) if (Path(app.instance_path) / "imports").exists() else []:
        old.unlink()
    look(phone, table, record_of(GAME))
    look(phone, table, record_of(OTHER))
    assert [path.read_text() for path in held(app)] == [record_of(OTHER)]


def test_previewed_files_of_all_tables_are_limited(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    table, other = start_table(phone), start_table(phone)
    look(phone, table, record_of(GAME))
    monkeypatch.setattr(imports, "MAX_TOTAL_BYTES", len(record_of(GAME)) + 10)
    assert "Too many previews are open" in look(phone, other, record_of(GAME), 503)
    for path in held(app):
        os.utime(path, (0, time.time() - imports.FILE_LASTS - 1))
    assert "1 game will be imported" in look(phone, other, record_of(GAME))


def test_previewed_file_of_another_table_is_not_found(phone: Phone) -> None:
    table, other = start_table(phone), start_table(phone)
    look(phone, table, record_of(GAME))
    name = phone.page.form_with("held").fields["held"]
    phone.open(f"{other}/import")
    fields = phone.page.form_with("text").fields.to_dict() | {"held": name}
    assert "This preview has expired" in phone.client.post(f"{other}/import", data=fields).text


def test_full_disk_is_reported_and_nothing_imported(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    table = start_table(phone)
    phone.open(f"{table}/import")
    full_disk(monkeypatch)
    page = phone.submit(phone.page.form_with("text"), None, 507, text=record_of(GAME))
    assert page.heading == "The disk is full"
    assert "earlier games are safe. Whoever runs the server has to make room." in page.text
    assert "Join with a code" not in page.text
    assert phone.open(f"{table}/history").status == 200
    phone.open("/tables/new")
    phone.submit(phone.page.form_with("name"), None, 507, name="Monday")


def test_full_disk_is_reported_to_a_program(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    full_disk(monkeypatch)
    answer = app.test_client().post("/api/v1/tables", json={"name": "Monday"})
    assert answer.status_code == 507
    assert answer.json is not None
    assert answer.json["error"]["code"] == "no-room"


@pytest.mark.parametrize("limit", ["WRITES", "GAMES"])
def test_number_of_new_games_and_links_is_limited(phone: Phone, limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = start_table(phone)
    phone.open(f"{table}/games/new?rules=two-player")
    form = phone.page.form_with("rules")
    monkeypatch.setattr(limits.RateLimit[limit], "_value_", ("1 per minute", "That is too much."))
    assert phone.client.post(f"{table}/games", data=form.fields.to_dict()).status_code != 429
    answer = phone.client.post(f"{table}/games", data=form.fields.to_dict())
    assert answer.status_code == 429
    assert "That is too much." in answer.text
    assert phone.open(table).status == 200
    other = start_table(phone)
    phone.open(f"{other}/games/new?rules=two-player")
    phone.submit(phone.page.form_with("rules"))


def test_what_makes_games_and_links_counts_for_the_table(app: Flask) -> None:
    grows = {rule.endpoint: rule.grows for rule in app.url_map.iter_rules() if isinstance(rule, Route) and rule.grows}
    games = dict.fromkeys(("games.create", "games.rematch", "api.new_game", "api.rematch"), limits.RateLimit.GAMES)
    links = dict.fromkeys(("share.limited", "share.code", "pen.create", "api.new_invite"), limits.RateLimit.LINKS)
    assert grows == games | links


def test_number_of_events_in_a_game_is_limited(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    _, (game,) = table_with(app, phone, between("Ann", "Ben"))
    monkeypatch.setattr(recording, "MAX_EVENTS", 3)
    phone.open(game)
    fields = phone.page.form_with("seq").fields.to_dict()
    answer = phone.client.post(f"{game}/undo", data=fields, follow_redirects=True)
    assert "The game has 4 entries, the most a game can have; end it" in answer.text
