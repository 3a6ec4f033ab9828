"""Games that nobody plays on: asked about where they are imported, kept off Play, and ended many at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.clock import utc_now
from scorekeeper.formats.text_record import record_of
from scorekeeper.services.recording import Author
from scorekeeper.services.stopping import Stopped, stop_games
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.games import games_of
from scorekeeper.storage.models import Game
from tests.formats.exports.games import game_of_sheet
from tests.midday import midday_zone
from tests.tables import sheet_of
from tests.web.at_table import start_table
from tests.web.browsing import Phone
from tests.web.record import HANDS, between, table_with
from tests.web.test_hand_lists import NAMES, with_columns

OPEN = [game_of_sheet(sheet_of("two-player", *HANDS[:hands]), number=hands) for hands in (1, 2)]
"""Two games of a file without an end."""


@pytest.fixture(autouse=True)
def at_midday(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "TIME_ZONE", midday_zone())


def statuses(app: Flask, table: str) -> list[str]:
    """Of the table's games, the first one first."""
    with app.app_context():
        return [game.status for game in reversed(games_of(table.rpartition("/")[2]))]


def look(phone: Phone, *games: int) -> str:
    """A new table at which a file with these games is looked at."""
    table = start_table(phone)
    phone.open(f"{table}/import")
    text = "\n\n".join(record_of(OPEN[game]) for game in games)
    phone.submit(phone.page.form_with("text"), None, 200, text=text)
    return table


def was_last_month(app: Flask, *games: str, imported: bool | None = None) -> None:
    """These games were last touched a month ago."""
    ids = [game.rpartition("/")[2] for game in games]
    with app.app_context(), write_transaction() as session:
        then = utc_now() - timedelta(days=30)
        session.execute(update(Game).where(Game.id.in_(ids)).values(last_activity=then, imported=imported))
    with app.app_context():
        db.session.expire_all()


def test_a_game_without_an_end_is_asked_about_and_goes_on_unless_it_is_ticked(app: Flask, phone: Phone) -> None:
    table = look(phone, 0)
    assert (
        "Stopped here? 1 game has no end in this file. Ticked, it ends as it stands; else it goes on."
        in phone.page.text
    )
    assert "Will be imported" not in phone.page.text, "all of them will"
    assert "Ann – Ben" not in phone.page.text.partition("Stopped here?")[2].partition("Players")[2], "named once"
    phone.submit(phone.page.form_with("held"))
    assert statuses(app, table) == ["playing"]


def test_one_of_them_is_ended_as_it_stands(app: Flask, phone: Phone) -> None:
    table = look(phone, 0, 1)
    form = phone.page.form_with("held")
    phone.submit(form, stopped=form.choices["stopped"][1])
    assert "1 game ended as it stands." in phone.page.text
    assert sorted(statuses(app, table)) == ["over", "playing"]


def test_all_of_them_are_ended(app: Flask, phone: Phone) -> None:
    table = look(phone, 0, 1)
    phone.submit(phone.page.form_with("held"), all_stopped="yes")
    assert "2 games ended as they stand." in phone.page.text
    assert statuses(app, table) == ["over", "over"]
    phone.open(f"{table}/import")
    phone.submit(phone.page.form_with("text"), None, 200, text=record_of(OPEN[0]))
    assert "Stopped here?" not in phone.page.text, "it is here, and comes no second time"


def test_a_list_that_ends_before_the_target_is_asked_about_too(app: Flask, phone: Phone) -> None:
    table = with_columns(phone)
    phone.submit(phone.page.form_with("bid-0"), None, 200, played="2025-02-14", **NAMES)
    assert "Stopped here?" in phone.page.text
    form = phone.page.form_with("held")
    phone.submit(form, stopped=form.choices["stopped"][0])
    assert statuses(app, table) == ["over"]


def test_what_is_over_in_the_file_is_not_asked_about(phone: Phone) -> None:
    table = start_table(phone)
    phone.open(f"{table}/import")
    over = record_of(game_of_sheet(sheet_of("two-player", *HANDS, closed="late")))
    phone.submit(phone.page.form_with("text"), None, 200, text=over)
    assert "Stopped here?" not in phone.page.text


def test_running_games_of_other_nights_do_not_fill_play(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, *[between("Ann", "Ben", closed=None) for _ in range(4)])
    assert "Also running" in phone.open(table).text
    was_last_month(app, *games[:3])
    text = phone.open(table).text
    assert "Also running" not in text
    assert "3 games of other nights are not over" in text
    assert phone.tap("3 games of other nights are not over").text.count("Ann – Ben") == 3


def test_a_game_left_unfinished_is_still_resumed_but_no_imported_list(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, between("Ann", "Ben", closed=None))
    was_last_month(app, *games)
    assert "In progress" in phone.open(table).text
    was_last_month(app, *games, imported=True)
    text = phone.open(table).text
    assert "In progress" not in text
    assert "1 game of another night is not over" in text


def test_many_are_ended_at_once(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, *[between("Ann", "Ben", closed=None) for _ in range(4)])
    was_last_month(app, *games[:3])
    form = phone.open(f"{table}/running").form_with("games")
    phone.submit(form)
    assert "Tick the games that nobody plays on." in phone.page.text
    phone.submit(phone.page.form_with("games"), games=games[0].rpartition("/")[2])
    assert "1 game ended as it stands." in phone.page.text
    phone.submit(phone.page.form_with("games"), all="yes")
    assert "2 games ended as they stand." in phone.page.text
    assert statuses(app, table) == ["over", "over", "over", "playing"], "tonight's goes on"
    assert "Every game of another night is over." in phone.open(f"{table}/running").text


def test_no_other_game_is_ended(app: Flask, phone: Phone) -> None:
    table, games = table_with(app, phone, between("Ann", "Ben", closed=None))
    other, _ = table_with(app, phone, between("Ann", "Ben"))
    with app.app_context():
        ids = [game.rpartition("/")[2] for game in games]
        assert stop_games(other.rpartition("/")[2], ids, Author("Ann")) == Stopped(0, ())
        assert stop_games(table.rpartition("/")[2], ids * 2, Author("Ann")) == Stopped(1, ())
        assert stop_games(table.rpartition("/")[2], ids, Author("Ann")) == Stopped(0, ()), "it is over"
