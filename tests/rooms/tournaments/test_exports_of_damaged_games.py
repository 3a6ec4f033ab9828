"""An export leaves a game out that cannot be read, and says so; the others are complete, and imported again."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from flask import Flask

from scorekeeper.formats.strict_json import without_end
from scorekeeper.formats.verification.file import check_file
from scorekeeper.services import exporting
from scorekeeper.services.exporting import LEFT_OUT_HEADER, LeftOut, zip_of_instance
from scorekeeper.services.importing import import_file
from scorekeeper.services.invites import permanent_link
from scorekeeper.services.part_kinds import part_kinds
from scorekeeper.storage.games import create_table, find_game
from scorekeeper.storage.members import Role
from tests.rooms.tournaments.test_damaged import damage
from tests.web.at_table import start_game
from tests.web.browsing import Phone


@pytest.fixture
def damaged(app: Flask, phone: Phone) -> tuple[str, str]:
    """The table of a sound game and a damaged one, and the id of that."""
    sound = start_game(phone)
    sound.hand("4, 3, 3, 2", 7)
    with app.app_context():
        table = find_game(sound.url.rpartition("/")[2]).table_id
    pad = start_game(phone, table=f"/tables/{table}")
    pad.hand("4, 3, 3, 2", 7)
    game = pad.url.rpartition("/")[2]
    damage(app, "entry", "payload", '{"what":"x"}', f"game_id = '{game}' AND kind = 'hand'")
    return table, game


def test_zip_has_the_log_of_the_damaged_game(app: Flask, phone: Phone, damaged: tuple[str, str]) -> None:
    table, game = damaged
    content = phone.client.get(f"/tables/{table}/exports/zip").data
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        names = packed.namelist()
        entries = json.loads(packed.read("left-out/000002.log"))
    assert [name for name in names if name.startswith("games/")] == ["games/000001.json", "games/000001.txt"]
    assert {"what": "x"} in [entry["payload"] for entry in entries]
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
    assert check_file(io.BytesIO(content), without_end(part_kinds)).findings == []
    with app.app_context():
        left_out = LeftOut()
        whole = b"".join(zip_of_instance(left_out=left_out))
        assert [missing.id for missing in left_out] == [game]
        assert b"left-out/000002.log" in whole
        imported = import_file(io.BytesIO(content), create_table("Elsewhere").id)
        assert (imported.unread, imported.skipped) == ([], 1)


def test_json_names_the_damaged_game_and_is_read_again(app: Flask, phone: Phone, damaged: tuple[str, str]) -> None:
    table, game = damaged
    content = phone.client.get(f"/tables/{table}/exports/json").data
    document = json.loads(content)
    assert document["left_out"] == [{"game": game, "number": 2}]
    assert len(document["games"]) == 1
    assert check_file(io.BytesIO(content), without_end(part_kinds)).findings == []
    with app.app_context():
        imported = import_file(io.BytesIO(content), table)
        assert (imported.unread, imported.skipped) == ([], 1)


def test_json_with_nothing_but_a_damaged_game_is_a_document(app: Flask, phone: Phone) -> None:
    pad = start_game(phone)
    game = pad.url.rpartition("/")[2]
    damage(app, "entry", "payload", '{"what":"x"}', f"game_id = '{game}'")
    with app.app_context():
        table = find_game(game).table_id
    document = json.loads(phone.client.get(f"/tables/{table}/exports/json").data)
    assert (document["games"], document["left_out"]) == ([], [{"game": game, "number": 1}])


def last_sheet(phone: Phone, table: str) -> tuple[str, str]:
    """The name of the last sheet of the table's workbook, and its XML."""
    content = phone.client.get(f"/tables/{table}/exports/xlsx").data
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        names = packed.read("xl/workbook.xml").decode().split('<sheet name="')[1:]
        return names[-1].partition('"')[0], packed.read(f"xl/worksheets/sheet{len(names)}.xml").decode()


def test_workbook_has_a_sheet_of_what_is_left_out(phone: Phone, damaged: tuple[str, str]) -> None:
    name, cells = last_sheet(phone, damaged[0])
    assert name == "Left out"
    assert "It is damaged. A ZIP has its log." in cells
    assert "<v>2</v>" in cells


@pytest.mark.parametrize("form", ["csv", "text", "xlsx", "json", "zip"])
def test_answer_counts_what_a_file_leaves_out(app: Flask, phone: Phone, damaged: tuple[str, str], form: str) -> None:
    table, _game = damaged
    with app.app_context():
        bearer = {"Authorization": f"Bearer {permanent_link(table, Role.SCORER).token}"}
    file = f"/tables/{table}/exports/{form}"
    for answer in (phone.client.get(file), phone.client.get(f"/api/v1{file}", headers=bearer)):
        assert (answer.status_code, answer.headers[LEFT_OUT_HEADER]) == (200, "1")


def test_answer_that_is_streamed_cannot_count_them_before(
    phone: Phone, damaged: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "FEW_GAMES", 1)
    answer = phone.client.get(f"/tables/{damaged[0]}/exports/csv")
    assert answer.status_code == 200
    assert answer.data.count(b"\n") == 3  # headings, and a line for each side of the sound game
    assert LEFT_OUT_HEADER not in answer.headers


def test_page_and_progress_name_it(phone: Phone, damaged: tuple[str, str]) -> None:
    page = f"/tables/{damaged[0]}/exports"
    words = "Game 2 is damaged and left out of every file."
    assert words in phone.open(page).text
    assert phone.client.get(f"{page}/zip?run=abc").data
    assert phone.client.get(f"{page}/progress/abc").get_json()["over"]
    assert words in phone.open(f"{page}?run=abc").text


def test_sound_table_says_nothing(app: Flask, phone: Phone) -> None:
    pad = start_game(phone)
    with app.app_context():
        table = find_game(pad.url.rpartition("/")[2]).table_id
    assert "damaged" not in phone.open(f"/tables/{table}/exports").text
    assert last_sheet(phone, table)[0] != "Left out"
    answer = phone.client.get(f"/tables/{table}/exports/json")
    assert LEFT_OUT_HEADER not in answer.headers
    assert answer.data.endswith(b"\n]}\n")
