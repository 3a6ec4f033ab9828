"""Names written from the right stay beside their own scores: each is isolated from the words around it."""

import pytest
from flask import Flask

from tests.web.browsing import Phone
from tests.web.record import between, table_with

NAME = "דנה"


def test_name_is_isolated_on_every_page_that_shows_it(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, between(NAME, "Ben"))
    for url in (games[0], f"{table}/players", f"{games[0]}/print", f"{games[0]}/across"):
        html = phone.open(url).html
        assert f"<bdi>{NAME}</bdi>" in html or f"<bdi>{NAME}" in html, url


@pytest.mark.parametrize("name", ["\u202eAnn", "An\u200bn"])
def test_name_with_hidden_characters_is_refused_in_words(phone: Phone, name: str) -> None:
    phone.open("/tables/new")
    page = phone.submit(phone.page.form_with("name"), None, 422, name=name)
    assert "has a character that nobody sees" in page.text


def test_control_character_in_an_address_is_refused_in_words(app: Flask, phone: Phone) -> None:
    table, _ = table_with(app, phone)
    assert "has a control character (U+0007)" in phone.open(f"{table}/history?q=%07", 400).text


def test_control_character_in_a_reason_is_refused_in_words(app: Flask, phone: Phone) -> None:
    _, games = table_with(app, phone, between("Ann", "Ben"))
    phone.open(f"{games[0]}/counted")
    page = phone.submit(phone.page.form_with("reason"), None, 422, reason="prac\x00tice")
    assert "one line of text without control characters" in page.text
