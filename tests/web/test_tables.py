"""A new table, and the content of its page and of the home page."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.services.invites import first_keepers_link, first_table
from tests.databases import on_both
from tests.docs.pages import page, section
from tests.web.at_table import Pad, start_game, start_table
from tests.web.browsing import Phone


def test_home_without_tables_says_what_to_do(phone: Phone) -> None:
    page = phone.open("/")
    assert page.heading == "Spades score pad"
    assert phone.tap("New table").heading == "New table"


@on_both
def test_a_table_is_made_and_asks_for_a_game(phone: Phone) -> None:
    table = start_table(phone, "Thursday")
    assert phone.page.heading == "Thursday"
    assert "Ready to play" in phone.page.text
    assert phone.tap("Start a game").url.startswith(table)
    assert "Thursday" in phone.open("/").text


REFUSED = [
    ("", "Give the table a name"),
    ("   ", "Give the table a name"),
    ("x" * 41, "Use 1 to 40 characters"),
    ("a\0b", "Use 1 to 40 characters"),
    ("\u200b", "Use 1 to 40 characters"),
]


@pytest.mark.parametrize(("name", "sentence"), REFUSED)
def test_invalid_name_is_refused(phone: Phone, name: str, sentence: str) -> None:
    phone.open("/tables/new")
    page = phone.submit(phone.page.form_with("name"), None, 422, name=name)
    assert sentence in page.text


def test_the_table_shows_its_game_in_progress_and_its_players(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    page = pad.phone.tap("Thursday")
    assert "Ann, Ben, Cal, Dee" in page.text
    assert pad.totals == [70, 51]
    assert pad.phone.tap("Resume – hand 2").heading == "Hand 2"
    pad.phone.open("/")
    assert pad.totals == [70, 51]


def test_a_long_roster_is_cut_until_a_game_is_finished(phone: Phone) -> None:
    """Nine names would fill the heading: later it says how much was played."""
    table = start_table(phone)
    start_game(phone, "toss", tuple("ABCDEFGH"), "A", table=table, shape="8x1")
    assert "A, B, C, D and 4 more" in phone.open(table).text
    start_game(phone, table=table, target="50").hand("4, 3, 3, 2", 7)
    page = phone.open(table)
    assert re.search(r"Thursday 2 games since [A-Z][a-z]+ ", page.text)
    assert "and 8 more" not in page.text


def test_each_tab_leads_to_the_others_and_results_name_winner_and_loser(phone: Phone) -> None:
    table = start_table(phone)
    pad = start_game(phone, table=table, target="50")
    pad.hand("4, 3, 3, 2", 7)
    page = phone.open(table)
    assert "Ann & Cal beat Ben & Dee 70–51 1 hand" in page.text
    assert "<b>Ann &amp; Cal</b> beat Ben &amp; Dee" in page.html
    assert phone.can_tap("New game")
    assert [phone.tap(tab).url for tab in ("Games", "Players", "Play")] == [
        f"{table}/history",
        f"{table}/players",
        table,
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/people", "/players"),
        ("/people/1/with/2", "/players/1/with/2"),
        ("/people?sort=name", "/players?sort=name"),
        ("/nights", "/night"),
        ("/nights/2026-11-19", "/night/2026-11-19"),
        ("/scripted-games/short-fuse/night.json", "/scripted-games/short-fuse/game.json"),
        ("/games/new?rules=night&night=short-fuse", "/games/new?rules=night&scripted=short-fuse"),
    ],
)
def test_old_url_redirects_to_the_new_one(phone: Phone, old: str, new: str) -> None:
    table = start_table(phone)
    answer = phone.client.get(f"{table}{old}")
    assert (answer.status_code, answer.location) == (301, f"{table}{new}")


def test_form_of_a_page_that_an_earlier_version_drew_is_sent_to_the_new_url(pad: Pad) -> None:
    phone, table = pad.phone, pad.phone.tap("Thursday").url
    phone.open(f"{table}/players")
    phone.tap("Ann")
    renaming = phone.page.form_with("name")
    theme = phone.open("/settings").form_with("csrf_token")
    for form, old in (
        (renaming, renaming.action.replace("/players/", "/people/")),
        (theme, "/theme"),
    ):
        answer = phone.client.post(old, data=form.fields)
        assert (answer.status_code, answer.location) == (308, form.action)


def test_old_url_is_refused_to_strangers(app: Flask, phone: Phone) -> None:
    table = start_table(phone)
    stranger = app.test_client()
    assert stranger.get(f"{table}/people").status_code == stranger.get(f"{table}/players").status_code == 404


def test_the_first_steps_of_the_readme_are_what_the_printed_code_opens(app: Flask, phone: Phone) -> None:
    with app.app_context():
        phone.open(f"/join/{first_keepers_link(str(first_table()))}")
    steps = section(page("README.md"), "Your first game")
    for label in re.findall(r"\*\*(Join|Start a game|Table settings)\*\*", steps):
        phone.tap(label)
        if label == "Start a game":
            assert phone.page.url.endswith("/games/new")
            phone.open(phone.page.url.removesuffix("/games/new"))
    assert phone.page.heading == "Table settings"


def test_game_page_can_be_put_on_a_home_screen(pad: Pad) -> None:
    assert 'rel="manifest"' in pad.page.html
    assert 'rel="apple-touch-icon"' in pad.page.html
