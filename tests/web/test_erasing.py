"""A keeper erases a player, or deletes the table: with a preview of the changes, and nothing without confirmation."""

import pytest
from flask import Flask

from scorekeeper.services import erasing
from tests.web.browsing import Phone
from tests.web.record import between, table_with


def page_of(phone: Phone, table: str, name: str) -> None:
    phone.open(f"{table}/players")
    phone.open(next(link.url for link in phone.page.links if link.label.startswith(name)))


def test_player_is_erased_after_preview_and_confirmation(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben", "Ann 9 took 9, Ben 1 took 4"), between("Ann", "Cal"))
    page_of(phone, table, "Ann")
    page = phone.tap("Erase this player")
    assert "Ann becomes Player 1" in page.text
    assert "2 games change" in page.text
    form = page.form_with("sure")
    assert "Check the box to confirm" in phone.submit(form, None, 422).text
    assert "Ann" in phone.open(f"{table}/players").text
    page = phone.submit(form, sure="yes")
    assert "2 games now say Player 1" in page.text
    assert "Ann" not in page.text
    assert "Ann" not in phone.open(table).text


def test_large_table_is_searched_when_asked(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasing, "MAX_GAMES", 1)
    noted = {**between("Ben", "Cal"), "tags": {"Place": "Ann’s kitchen"}}
    table, _ = table_with(app, phone, between("Ann", "Ben", "Ann 9 took 9, Ben 1 took 4"), noted)
    page_of(phone, table, "Ann")
    page = phone.tap("Erase this player")
    assert "Ann becomes Player 1" in page.text
    assert "At least 1 game changes" in page.text
    assert "This table has 2 games" in page.text
    assert "kitchen" not in page.text
    page = phone.tap("Search all games")
    assert "2 games change" in page.text
    assert "Ann’s kitchen Player 1’s kitchen" in page.text
    assert "were not searched" not in page.text
    form = page.form_with("sure")
    page = phone.submit(form, None, 422)
    assert "2 games change" in page.text, "it stays searched"
    assert "2 games now say Player 1" in phone.submit(form, sure="yes").text


def test_cached_page_shows_the_new_name_at_once(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, between("Ann", "Ben", "Ann 9 took 9, Ben 1 took 4"))
    assert "Ann" in phone.open(games[0]).text
    page_of(phone, table, "Ann")
    phone.submit(phone.tap("Erase this player").form_with("sure"), sure="yes")
    text = phone.open(games[0]).text
    assert "Ann" not in text
    assert "Player 1" in text
    text = phone.open(f"{games[0]}/history").text
    assert "A player’s name was erased" in text
    assert "Ann" not in text


def test_erasing_deletes_previewed_files(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, between("Ann", "Ben"))
    record = phone.client.get(f"{games[0]}/exports/text").text.replace("Ben", "Zoe")
    phone.open(f"{table}/import")
    looked = phone.submit(phone.page.form_with("text"), text=record)
    page_of(phone, table, "Ann")
    phone.submit(phone.tap("Erase this player").form_with("sure"), sure="yes")
    held = next(button for button in looked.buttons if "held" in button.form.fields or button.name == "held")
    assert "This preview has expired" in phone.submit(held.form, held, 422).text


def test_table_is_deleted_after_its_export_was_offered(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, between("Ann", "Ben"))
    phone.open(f"{table}/exports")
    page = phone.tap("Delete this table")
    assert any(link.label == "Export everything first" and link.url.endswith("/zip") for link in page.links)
    form = page.form_with("sure")
    assert "Check the box to confirm" in phone.submit(form, None, 422).text
    assert "Table deleted" in phone.submit(form, sure="yes").text
    assert phone.client.get(table).status_code == 404
    assert phone.client.get(games[0]).status_code == 404


def test_unknown_player_is_not_found(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone)
    assert phone.client.get(f"{table}/players/99/erase").status_code == 404
