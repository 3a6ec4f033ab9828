"""Rooms join in by hooks: that of another package; and a server without rooms keeps score as any other."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.formats.verification.file import check_file
from scorekeeper.hooks import room_modules, rooms
from scorekeeper.services.verifying import verify_stored
from scorekeeper.storage.database import db
from scorekeeper.storage.models import PlayerTotals
from tests.docs.pages import page
from tests.rooms import bell
from tests.tables import sheet_of
from tests.web.at_table import start_game, start_table
from tests.web.browsing import Page, Phone
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


SOME = ((), ("club",), ("tournaments",))
MAX_PAGES = 150


def walk(phone: Phone, start: str) -> set[str]:
    """Open every page that a link leads to from here; the paths that were seen."""
    seen: set[str] = set()
    waiting = [start]
    while waiting and len(seen) < MAX_PAGES:
        url = waiting.pop(0).partition("#")[0]
        path = url.partition("?")[0]
        if path in seen or not path.startswith("/") or path.startswith(("/static", "/rules", "/api")):
            continue
        seen.add(path)
        answer = phone.client.get(url, follow_redirects=True)
        assert answer.status_code == 200, (url, answer.status_code)
        if answer.mimetype == "text/html":
            waiting += [link.url for link in Page(200, url, answer.text).links]
    return seen


@pytest.mark.parametrize("names", SOME, ids=" ".join)
def test_every_link_leads_to_a_page_whatever_rooms_are_open(make_app: MakeApp, names: tuple[str, ...]) -> None:
    phone = Phone(make_app(ROOMS=names).test_client())
    walk(phone, "/")
    table = start_table(phone)
    walk(phone, "/")
    pad = start_game(phone, table=table, target="50")
    assert pad.url in walk(phone, "/")
    pad.reload()
    pad.hand("4, 3, 1, 4", 6)
    seen = walk(phone, "/") | walk(phone, pad.url)
    assert {table, f"{table}/settings", f"{table}/games/new", f"{table}/history", pad.url} <= seen
    assert (f"{table}/players" in seen) == ("club" in names)
    assert (f"{table}/tournaments/new" in seen) == ("tournaments" in names)


@pytest.mark.parametrize("names", SOME, ids=" ".join)
def test_files_and_erasing_work_whatever_rooms_are_open(make_app: MakeApp, names: tuple[str, ...]) -> None:
    app = make_app(ROOMS=names)
    phone = Phone(app.test_client())
    table, (game,) = table_with(app, phone, OVER)
    files = {
        form: phone.client.get(f"{table}/exports/{form}").get_data() for form in ("zip", "json", "text", "csv", "xlsx")
    }
    assert all(files.values())
    assert check_file(io.BytesIO(files["zip"])).holds
    other = start_table(phone, "Friday")
    phone.open(f"{other}/import")
    phone.submit(phone.page.form_with("text"), text=files["text"].decode())
    assert "1 game imported." in phone.submit(phone.page.form_with("held")).text
    with app.app_context():
        assert verify_stored().findings == []
    phone.submit(phone.open(f"{table}/players/1/erase").form_with("sure"), sure="yes")
    assert "1 game now says Player 1" in phone.page.text
    assert "Ann" not in phone.open(game).text
    walk(phone, "/")
    phone.open(f"{table}/delete")
    assert "Table deleted" in phone.submit(phone.page.form_with("sure"), sure="yes").text


@pytest.mark.parametrize("names", SOME, ids=" ".join)
def test_api_document_is_whole_whatever_rooms_are_open(make_app: MakeApp, names: tuple[str, ...]) -> None:
    document = make_app(ROOMS=names).test_client().get("/api/v1/openapi.json").get_data(as_text=True)
    schemas = json.loads(document)["components"]["schemas"]
    assert set(re.findall(r'"#/components/schemas/(\w+)"', document)) <= set(schemas)
    assert ("Leaderboard" in schemas, "Tournament" in schemas) == ("club" in names, "tournaments" in names)
