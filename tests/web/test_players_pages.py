"""Players: the list with its records, one player, two players, and two names of one player."""

from flask import Flask

from tests.web.browsing import Phone
from tests.web.record import between, table_with

BIG = "Ann 9 took 9, Ben 1 took 4"


def follow(phone: Phone, label: str) -> str:
    link = next(link for link in phone.page.links if link.label.startswith(label))
    return phone.open(link.url).text


def test_pages_of_the_list_a_player_and_a_pair(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben", BIG), between("Ann", "Ben"), between("Ben", "Ann", BIG))
    text = phone.open(f"{table}/players").text
    assert "Ann 3 games · 67% won · 100% of bids made" in text
    assert "Ann: 90 points in hand 1 Largest hand" in text or "Ben: 90 points in hand 1 Largest hand" in text
    assert "Ann: 2 games in a row Longest winning streak" in text
    text = follow(phone, "Ann")
    assert "Won67% 2 games" in text
    assert "2 wins in the last 3" in phone.page.html
    text = follow(phone, "Ben")
    assert "AgainsteachotherGames3Annwon2Benwon1" in "".join(text.split())


def test_names_are_merged_and_unmerged(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Mekenzie", "Ben"), between("Mekenzi", "Ben"))
    form = phone.open(f"{table}/players").form_with("into")
    assert (form.fields["name"], form.fields["into"]) == ("Mekenzi", "Mekenzie")  # they look alike
    page = phone.submit(form, name="Mekenzi", into="Mekenzie")
    assert "Mekenzi is now Mekenzie" in page.text
    assert "Mekenzie 2 games" in page.text
    assert "also Mekenzi" in follow(phone, "Mekenzie")
    phone.open(f"{table}/players")
    part = next(form for form in phone.page.forms if form.action.endswith("/part"))
    assert "Mekenzi is a separate player again" in phone.submit(part).text


def test_two_players_cannot_be_merged(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone, between("Ann", "Ben"))
    phone.open(f"{table}/players")
    form = phone.page.form_with("into")
    assert (form.fields["name"], form.fields["into"]) == ("", "")  # no two look alike
    assert "Choose two names." in phone.submit(form).text
    text = phone.submit(form, name="Ann", into="Ben").text
    assert "both played in game 1, so they are two players" in text


def test_empty_list_and_unknown_player(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone)
    assert "Nobody yet" in phone.open(f"{table}/players").text
    assert phone.client.get(f"{table}/players/99").status_code == 404
