"""The import pages: a preview first, then everything; existing games stay."""

import io
import json
import re

from flask import Flask

from scorekeeper.access.routes import MAX_FORM_TEXT
from scorekeeper.formats.games import ExportedPreset, ExportedTable
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.formats.text_record import record_of
from scorekeeper.services.house_rules import save_preset
from scorekeeper.storage.presets import table_presets
from tests.formats.exports.games import game_of_sheet
from tests.tables import sheet_of
from tests.web.at_table import start_table
from tests.web.browsing import Phone
from tests.web.record import HANDS, between, table_with

GAME = game_of_sheet(sheet_of("two-player", *HANDS, closed="late"))


def look(phone: Phone, table: str, text: str, status: int = 200) -> str:
    phone.open(f"{table}/import")
    return phone.submit(phone.page.form_with("text"), None, status, text=text).text


def test_text_record_is_previewed_and_imported(phone: Phone) -> None:
    table = start_table(phone)
    assert "1 game will be imported" in look(phone, table, record_of(GAME))
    assert "What stays out" not in phone.page.text
    page = phone.submit(phone.page.form_with("held"))
    assert "1 game imported." in page.text
    assert page.heading == "Games"
    assert "2 hands · stopped early" in page.text


def test_record_in_a_long_chat_is_pasted_whole(phone: Phone) -> None:
    chat = "21:04 Ann: Well played.\n" * 400
    assert len(chat) > MAX_FORM_TEXT
    assert "1 game will be imported" in look(phone, start_table(phone), record_of(GAME) + chat)


def test_file_is_imported(phone: Phone) -> None:
    table = start_table(phone)
    phone.open(f"{table}/import")
    token = phone.page.form_with("text").fields["csrf_token"]
    packed = io.BytesIO(b"".join(table_zip(ExportedTable("Friday", ["Ann", "Ben", "Zoë"]), [GAME])))
    answer = phone.client.post(f"{table}/import", data={"csrf_token": token, "file": (packed, "friday.zip")})
    assert "1 game will be imported" in answer.text
    new = answer.text.partition("New here: ")[2].partition("</li>")[0]
    assert "<bdi>Zoë</bdi>" in new


def test_preset_with_a_taken_name_is_left_out_with_a_notice(phone: Phone) -> None:
    table = start_table(phone)
    table_id = table.rsplit("/", 1)[1]
    with phone.client.application.app_context():
        save_preset(table_id, "whiz", None, "Lunch", {"target": 200})
    presets = [ExportedPreset(name, "whiz", {"target": 150}) for name in ("Lunch", "Late")]
    packed = io.BytesIO(b"".join(table_zip(ExportedTable("Friday", presets=presets), [GAME])))
    token = phone.open(f"{table}/import").form_with("text").fields["csrf_token"]
    answer = phone.client.post(f"{table}/import", data={"csrf_token": token, "file": (packed, "friday.zip")})
    left_out = "is left out: this table has another preset by that name."
    assert "Preset “<bdi>Late</bdi>” will be added." in answer.text
    assert left_out in answer.text
    assert "Devices and links of the other table are in no file." in answer.text
    held = re.findall(r'name="held" value="([^"]+)"', answer.text)[0]
    phone.client.post(f"{table}/import", data={"csrf_token": token, "held": held})
    assert left_out in phone.open(f"{table}/history").text
    with phone.client.application.app_context():
        assert [preset.name for preset in table_presets(table_id)] == ["Lunch", "Late"]


def test_existing_games_stay(app: Flask, phone: Phone) -> None:
    table, (game,) = table_with(app, phone, between("Ann", "Ben"))
    text = phone.client.get(f"{game}/exports/text").text
    assert "This file has no new games" in look(phone, table, text)
    assert "It is already here" in phone.page.text


def test_existing_game_is_found_among_others_of_the_same_minute(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, between("Ann", "Ben"), between("Ann", "Ben", HANDS[0]))
    for game in games:
        look(phone, table, phone.client.get(f"{game}/exports/text").text)
        assert "It is already here" in phone.page.text


def test_differences_are_previewed_and_stored(phone: Phone) -> None:
    table = start_table(phone)
    wrong = record_of(GAME).replace("| 51 : 52 | 51 : 52", "| 61 : 52 | 61 : 52", 1)
    assert "Points written 61, should be 51 (hand 1, Ann)" in look(phone, table, wrong)
    phone.submit(phone.page.form_with("held"))
    game = next(link.url for link in phone.page.links if "/games/" in link.url)
    assert "Points written 61, should be 51 (hand 1, Ann)" in phone.open(f"{game}/exports").text


def test_near_match_of_a_name_is_shown(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Annelie", "Ben"))
    assert "Annelle is Annelie" in look(phone, table, record_of(GAME).replace("Ann", "Annelle"))


def test_who_is_the_same_person_is_asked_before_an_import(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Annelie", "Ben"))
    look(phone, table, record_of(GAME).replace("Ann", "Annelle"))
    done = phone.submit(phone.page.form_with("held"), same="Annelle\tAnnelie").text
    assert "Annelle and Annelie are one player now." in done
    assert "Annelie also Annelle" in phone.open(f"{table}/players/1").text


def test_two_of_one_game_are_imported_and_stay_two(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Annelie", "Ben"))
    look(phone, table, record_of(GAME).replace("Ann", "Annelle").replace("Ben", "Anelie"))
    done = phone.submit(phone.page.form_with("held"), same="Anelie\tAnnelle").text
    assert "1 game imported." in done
    assert "both played in game 2, so they are two players" in done


def test_nobody_is_the_same_person_unless_somebody_says_so(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Annelie", "Ben"))
    look(phone, table, record_of(GAME).replace("Ann", "Annelle"))
    assert "one player now" not in phone.submit(phone.page.form_with("held")).text


def test_names_that_look_alike_are_shown_and_imported(phone: Phone) -> None:
    table, twin = start_table(phone), "\u0410nn"
    other = game_of_sheet(json.loads(json.dumps(sheet_of("two-player", *HANDS)).replace("Ann", twin)), 2)
    packed = io.BytesIO(b"".join(table_zip(ExportedTable("Friday"), [GAME, other])))
    token = phone.open(f"{table}/import").form_with("text").fields["csrf_token"]
    answer = phone.client.post(f"{table}/import", data={"csrf_token": token, "file": (packed, "friday.zip")})
    assert f"<bdi>{twin}</bdi> is <bdi>Ann</bdi>" in answer.text
    assert "2 games will be imported" in answer.text


def test_unreadable_file_is_refused(phone: Phone) -> None:
    table = start_table(phone)
    assert "Nothing was imported" in look(phone, table, record_of(GAME).replace("5 : nil", "5 : fish"), 422)
    assert "No game yet" in phone.open(f"{table}/history").text


def test_workbook_import_is_refused_naming_the_formats_to_use(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, between("Ann", "Ben"))
    book = phone.client.get(f"{games[0]}/exports/xlsx").data
    for page, status in ((f"{table}/import", 422), ("/check", 200)):
        for content in (book, b"\xd0\xcf\x11\xe0" + bytes(600)):
            token = phone.open(page).form_with("text").fields["csrf_token"]
            given = {"csrf_token": token, "text": "", "file": (io.BytesIO(content), "game.xlsx")}
            answer = phone.client.post(page, data=given)
            assert answer.status_code == status
            is_new = content == book or page != "/check"
            assert ("use the ZIP of a table, or JSON, text or the hands CSV" in answer.text) is is_new


def test_empty_form_is_refused(phone: Phone) -> None:
    table = start_table(phone)
    assert "Choose a file or paste a text record." in look(phone, table, "", 422)


def test_expired_preview_is_refused(phone: Phone) -> None:
    table = start_table(phone)
    look(phone, table, record_of(GAME))
    form = phone.page.form_with("held")
    for name in ("../../secret_key", "x" * 5000):
        form.fields["held"] = name
        assert "This preview has expired" in phone.submit(form, None, 422).text
