"""The import pages: a preview first, then everything; existing games stay."""

import io

from flask import Flask

from scorekeeper.formats.games import ExportedTable
from scorekeeper.formats.text_record.write import record_of
from scorekeeper.formats.zip.write import table_zip
from tests.formats.exports.games import kept
from tests.tables import sheet_of
from tests.web.at_table import start_table
from tests.web.browsing import Phone
from tests.web.record import HANDS, between, table_with

GAME = kept(sheet_of("two-player", *HANDS, closed="late"))


def look(phone: Phone, table: str, text: str, status: int = 200) -> str:
    phone.open(f"{table}/import")
    return phone.submit(phone.page.form_with("text"), None, status, text=text).text


def test_a_text_record_is_looked_at_and_comes_in(phone: Phone) -> None:
    table = start_table(phone)
    assert "1 game will be imported" in look(phone, table, record_of(GAME))
    page = phone.submit(phone.page.form_with("held"))
    assert "1 game imported." in page.text
    assert page.heading == "History"
    assert "the table stopped after 2 hands" in page.text


def test_a_file_comes_in(phone: Phone) -> None:
    table = start_table(phone)
    phone.open(f"{table}/import")
    token = phone.page.form_with("text").fields["csrf_token"]
    packed = io.BytesIO(b"".join(table_zip(ExportedTable("Friday", ["Ann", "Ben", "Zoë"]), [GAME])))
    answer = phone.client.post(f"{table}/import", data={"csrf_token": token, "file": (packed, "friday.zip")})
    assert "1 game will be imported" in answer.text
    assert "<bdi>Zoë</bdi> is new here" in answer.text


def test_what_is_here_already_stays(app: Flask, phone: Phone) -> None:
    table, (game,) = table_with(app, phone, between("Ann", "Ben"))
    text = phone.client.get(f"{game}/exports/text").text
    assert "This file has no new games" in look(phone, table, text)
    assert "It is already here" in phone.page.text


def test_a_game_is_found_among_those_that_the_same_people_began_in_the_same_minute(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, between("Ann", "Ben"), between("Ann", "Ben", HANDS[0]))
    for game in games:
        look(phone, table, phone.client.get(f"{game}/exports/text").text)
        assert "It is already here" in phone.page.text


def test_differences_are_shown_before_and_stay_with_the_game(phone: Phone) -> None:
    table = start_table(phone)
    wrong = record_of(GAME).replace("| 51 : 52 | 51 : 52", "| 61 : 52 | 61 : 52", 1)
    assert "Points written 61, should be 51 (hand 1, Ann)" in look(phone, table, wrong)
    phone.submit(phone.page.form_with("held"))
    game = next(link.url for link in phone.page.links if "/games/" in link.url)
    assert "hand 1, Ann: the points are 61 in the file" in phone.open(f"{game}/exports").text


def test_a_name_that_nearly_is_known_is_asked_about(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Annelie", "Ben"))
    assert "looks like Annelie" in look(phone, table, record_of(GAME).replace("Ann", "Annelle"))


def test_what_cannot_be_read_is_said_and_nothing_comes_in(phone: Phone) -> None:
    table = start_table(phone)
    assert "Nothing was imported" in look(phone, table, record_of(GAME).replace("5 : nil", "5 : fish"), 422)
    assert "No game yet" in phone.open(f"{table}/history").text


def test_nothing_was_given(phone: Phone) -> None:
    table = start_table(phone)
    assert "Choose a file or paste a text record." in look(phone, table, "", 422)


def test_a_look_that_was_too_long_ago(phone: Phone) -> None:
    table = start_table(phone)
    look(phone, table, record_of(GAME))
    form = phone.page.form_with("held")
    form.fields["held"] = "../../secret_key"
    assert "This preview has expired" in phone.submit(form, None, 422).text
