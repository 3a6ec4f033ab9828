"""Right-to-left names stay next to their own scores: each is isolated from the words around it."""

import pytest
from flask import Flask

from tests.web.at_table import start_table
from tests.web.browsing import Phone
from tests.web.record import between, table_with

NAME = "דנה"


def test_name_is_isolated_on_every_page_that_shows_it(app: Flask, phone: Phone) -> None:
    _, games = table_with(app, phone, between(NAME, "Ben"))
    for url in (games[0], f"{games[0]}/print", f"{games[0]}/across"):
        html = phone.open(url).html
        assert f"<bdi>{NAME}</bdi>" in html or f"<bdi>{NAME}" in html, url


def test_figures_of_a_sentence_stay_on_their_side_of_a_name(app: Flask, phone: Phone) -> None:
    table, (game,) = table_with(app, phone, between(NAME, "אבי", "Ann 5 took 6, Ben 4 took 7"))
    for url in (table, f"{table}/history", f"{table}/players", f"{game}/history"):
        assert f"\u2068{NAME}\u2069" in phone.open(url).html, url


def test_toast_isolates_a_name(phone: Phone) -> None:
    table = start_table(phone)
    phone.open(f"{table}/share")
    page = phone.submit(phone.page.form_with("name"), name=f"{NAME} 2")
    assert f"called “\u2068{NAME}\u2069 2”" in page.html
    assert phone.page.form_with("name").fields["name"] == f"{NAME} 2", "what a form sends back has no marks"


@pytest.mark.parametrize("name", ["\u202eAnn", "An\u200bn"])
def test_name_with_hidden_characters_is_refused(phone: Phone, name: str) -> None:
    phone.open("/tables/new")
    page = phone.submit(phone.page.form_with("name"), None, 422, name=name)
    assert "has a hidden character" in page.text


def test_control_character_in_a_url_is_refused(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone)
    assert "has a control character (U+0007)" in phone.open(f"{table}/history?q=%07", 400).text


def test_control_character_in_a_reason_is_refused(app: Flask, phone: Phone) -> None:
    _, games = table_with(app, phone, between("Ann", "Ben"))
    phone.open(f"{games[0]}/counted")
    page = phone.submit(phone.page.form_with("reason"), None, 422, reason="prac\x00tice")
    assert "one line of text without control characters" in page.text
