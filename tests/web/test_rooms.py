"""Rooms join in by hooks: that of another package; and a server without rooms keeps score as any other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.hooks import room_modules, rooms
from scorekeeper.storage.database import db
from scorekeeper.storage.models import PlayerTotals
from tests.docs.pages import page
from tests.rooms import bell
from tests.tables import sheet_of
from tests.web.browsing import Phone
from tests.web.conftest import MakeApp
from tests.web.record import table_with

BELL = Path(bell.__file__)
OVER = sheet_of("partnership", "Ann 5 and Cal 4 took 9, Ben 2 and Dee 2 took 4", closed="late")


@pytest.fixture
def with_bell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installed package that has the bell among its entry points."""
    about = tmp_path / "house_bell-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: house-bell\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[scorekeeper.rooms]\nbell = tests.rooms.bell\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(bell, "RUNG", {})
    for known in (room_modules, rooms):
        known.cache_clear()
    yield
    monkeypatch.undo()
    for known in (room_modules, rooms):
        known.cache_clear()


@pytest.mark.usefixtures("with_bell")
def test_another_package_adds_a_line_to_the_page_of_a_table(make_app: MakeApp) -> None:
    app = make_app()
    phone = Phone(app.test_client())
    table, _games = table_with(app, phone)
    assert "The bell rings" not in phone.open(table).text
    table, (game,) = table_with(app, phone, OVER)
    (row,) = [link for link in phone.open(table).links if "The bell rings" in link.label]
    assert row.url == game
    assert "for Ann & Cal" in row.label


@pytest.mark.usefixtures("with_bell")
def test_a_closed_room_of_another_package_shows_nothing(make_app: MakeApp) -> None:
    app = make_app(ROOMS=("club",))
    phone = Phone(app.test_client())
    table, _games = table_with(app, phone, OVER)
    assert "The bell rings" not in phone.open(table).text


def test_the_page_about_rooms_has_the_bell_as_it_is() -> None:
    assert BELL.read_text("utf-8") in page("docs/rooms.md")


OF_CLUB = ("players", "players/1", "night", "seasons", "settling", "next")


def test_a_server_without_rooms_keeps_score_and_counts_on(make_app: MakeApp) -> None:
    open_app, app = make_app(), make_app(ROOMS=())
    phone = Phone(app.test_client())
    table, (game,) = table_with(app, phone, OVER)
    for url in (table, f"{table}/settings", f"{table}/history", f"{table}/games/new", game):
        assert phone.open(url).text
        assert not [
            link.url for link in phone.page.links if link.url.removeprefix(f"{table}/").split("/")[0] in OF_CLUB
        ]
    assert [phone.client.get(f"{table}/{page}").status_code for page in OF_CLUB] == [404] * len(OF_CLUB)
    assert [path for path in phone.client.get("/api/v1/openapi.json").get_json()["paths"] if "settling" in path] == []
    with open_app.app_context():
        assert db.session.query(PlayerTotals).count() == 4
