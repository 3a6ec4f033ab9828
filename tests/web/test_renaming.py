"""Tables and players get other names, and a game started by mistake is deleted."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.access.cast import Cast
from tests.access.conftest import cast
from tests.web.at_table import Pad, start_game
from tests.web.browsing import Phone
from tests.web.record import between, table_with

__all__ = ["cast"]


def renamed(phone: Phone, table: str, old: str, new: str, status: int = 200) -> str:
    phone.open(f"{table}/players")
    page = phone.open(next(link.url for link in phone.page.links if link.label.startswith(old)))
    return phone.submit(page.form_with("name"), None, status, name=new).text


def test_a_table_gets_another_name(pad: Pad) -> None:
    phone = pad.phone
    phone.tap("Thursday")
    page = phone.tap("Table settings")
    assert "Give the table a name" in phone.submit(page.form_with("name"), None, 422, name=" ").text
    assert "This table is now called Friday night." in phone.submit(page.form_with("name"), name="Friday night").text
    assert "Friday night" in phone.open("/").text
    assert "Friday night · Dee deals" in pad.reload().text


def test_a_setting_of_a_table_is_undone_where_it_was_saved(pad: Pad) -> None:
    phone = pad.phone
    phone.tap("Thursday")
    page = phone.tap("Table settings")
    page = phone.submit(page.form_with("name"), name="Friday night")
    assert "This table is now called Thursday." in phone.tap("Undo").text
    phone.tap("Undo")
    page = phone.open(page.url)
    assert page.form_with("name").fields["name"] == "Friday night"
    assert "Undo" not in page.text
    assert "Undo" not in phone.submit(page.form_with("name")).text, "nothing changed"


def test_an_archived_table_is_below_the_others_until_its_next_game(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben"))
    phone.open(f"{table}/settings")
    page = phone.tap("Archive this table")
    assert page.url == "/"
    assert "Thursday is archived." in page.text
    assert "Archived 1 table" in page.text
    assert "Tables" not in page.text
    phone.open(f"{table}/settings")
    assert "Thursday is back." in phone.tap("Unarchive").text
    phone.open(f"{table}/settings")
    phone.tap("Archive this table")
    start_game(phone, "two-player", ("Ann", "Ben"), "Ann", table=table)
    assert "Archived" not in phone.open("/").text


def test_a_player_gets_another_name_in_the_game_in_progress(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, between("Bne", "Ann", "Ann 9 took 9, Ben 1 took 4"))
    game = start_game(phone, "two-player", ("Ann", "Bne"), "Ann", table=table)
    game.bid("Bne", "5")
    assert "Bne is now Ben." in renamed(phone, table, "Bne", "Ben")
    assert "Ben also Bne" in phone.page.text
    board = game.reload().text
    assert "Ben draws first" in board
    assert "Bne" not in board
    assert "Bne" in phone.open(games[0]).text  # with the name at that time
    names = [link.label.split()[0] for link in phone.open(f"{table}/players").links if link.label]
    assert "Ben" in names
    assert "Bne" not in names
    assert "Bne" not in phone.open(f"{table}/games/new?rules=two-player").text
    game.reload()
    phone.tap("Undo")
    assert "Bne draws first" in phone.page.text
    assert "Ben is now Bne." in renamed(phone, table, "Ben", "Bne")
    assert "Bne also Ben" in phone.page.text


def test_a_name_that_another_player_has_is_refused(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben", "Ann 9 took 9, Ben 1 took 4"))
    assert "Ben plays here already. Same person? Merge the two." in renamed(phone, table, "Ann", "Ben", 422)
    assert "looks like" in renamed(phone, table, "Ann", "B\u0435n", 422)
    assert "Type a name." in renamed(phone, table, "Ann", " ", 422)


def test_a_name_of_another_player_has_the_button_that_merges_the_two(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben", "Ann 9 took 9, Ben 1 took 4"), between("Anna", "Zoe"))
    renamed(phone, table, "Anna", "Ann", 422)
    assert not phone.can_tap("Rename anyway"), "two players have no name together"
    assert "Anna is now Ann." in phone.tap("Merge the two").text
    assert "Ann also Anna" in phone.open(next(link.url for link in phone.page.links if link.label == "Ann")).text


@pytest.mark.parametrize(
    ("known", "name"),
    [
        ("Chlo\u00e9", "chlo\u00e9"),
        ("Chlo\u00e9", "CHLO\u00c9"),
        ("G\u00fcnther", "Gunther"),
        ("Kofi", "Kof\u00ed"),
        ("Jos\u00e9", "JOSE"),
    ],
)
def test_a_name_that_looks_like_another_players_is_asked_about(app: Flask, phone: Phone, known: str, name: str) -> None:
    table, _ = table_with(app, phone, between(known, "Ben", "Ann 9 took 9, Ben 1 took 4"), between("Zoe", "Ben"))
    asked = renamed(phone, table, "Zoe", name, 422)
    assert f"“{name}” looks like “{known}”, who plays here. Same person? Merge the two." in asked
    assert f"Zoe is now {name}." in phone.tap("Rename anyway").text
    assert "Ben is now Xaver." in renamed(phone, table, "Ben", "Xaver")


def test_a_name_that_is_another_one_in_other_letters_cannot_stay(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Anna", "Ben", "Ann 9 took 9, Ben 1 took 4"))
    renamed(phone, table, "Ben", "\u0410nna", 422)
    assert phone.can_tap("Merge the two")
    assert not phone.can_tap("Rename anyway")


def test_a_typed_name_that_nobody_has_is_asked_about_when_merging(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("G\u00fcnther", "Ben", "Ann 9 took 9, Ben 1 took 4"))
    form = phone.open(f"{table}/players").form_with("into")
    refused = phone.submit(form, None, 422, name="Gunther", into="Ben").text
    assert "Nobody at this table is called Gunther. The nearest name is G\u00fcnther." in refused
    assert "Nobody at this table is called Xaver." in phone.submit(form, None, 422, name="Xaver", into="Ben").text


def test_a_game_started_by_mistake_is_deleted(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben", "Ann 9 took 9, Ben 1 took 4"))
    game = start_game(phone, "two-player", ("Ann", "Zoe"), "Ann", table=table)
    game.bid("Zoe", "5")
    page = phone.tap("Cancel game")
    assert page.heading == "Delete this game?"
    page = phone.tap("Delete game")
    assert page.url == table
    assert "Game deleted." in page.text
    assert "Zoe" not in page.text
    phone.open(game.url, 404)


def test_a_game_with_hands_is_not_deleted_even_if_they_are_undone(pad: Pad) -> None:
    started = pad.phone.tap("Cancel game")
    pad.reload()
    pad.hand("4, 3, 3, 2", 7)
    pad.phone.tap("Undo")
    pad.phone.tap("Cancel game")
    assert not pad.phone.can_tap("Delete game")
    delete = next(form for form in started.forms if form.action.endswith("/delete"))
    assert "Only a game without hands can be deleted; end this one instead." in pad.phone.submit(delete).text


def test_a_scorer_asks_a_keeper_to_delete_it(cast: Cast) -> None:
    page = cast.phone("bob").open(f"/games/{cast.game}/stop")
    assert "A keeper of this table can delete it instead." in page.text
    assert page.heading == "End the game here?"
