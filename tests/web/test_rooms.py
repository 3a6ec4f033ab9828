"""Rooms join in by hooks: that of another package; and a server without rooms keeps score as any other."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner
from flask import Flask

from scorekeeper.access.cookie import NAME
from scorekeeper.cli import commands
from scorekeeper.formats.verification.file import check_file
from scorekeeper.found_rooms import room_modules, rooms
from scorekeeper.server.doctor import Level, run_checks
from scorekeeper.services.membership import device_hash, new_device_secret
from scorekeeper.services.verifying import verify_stored
from scorekeeper.storage.members import Role, add_member
from tests.docs.pages import FENCE, page
from tests.rooms import bell, shelf
from tests.sampled import sampled
from tests.tables import sheet_of
from tests.web.at_table import start_game, start_table
from tests.web.browsing import Page, Phone
from tests.web.conftest import MakeApp
from tests.web.record import table_with

BELL = Path(bell.__file__)
OVER = sheet_of("partnership", "Ann 5 and Cal 4 took 9, Ben 2 and Dee 2 took 4", closed="late")


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[ModuleType], None]]:
    """Installs a package that has this module among its entry points, as a room under the module's name."""

    def installed(room: ModuleType) -> None:
        about = tmp_path / "house_room-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: house-room\nVersion: 1.0\n")
        name = room.__name__.rpartition(".")[2]
        (about / "entry_points.txt").write_text(f"[scorekeeper.rooms]\n{name} = {room.__name__}\n")
        monkeypatch.syspath_prepend(tmp_path)
        _forget_rooms()

    yield installed
    monkeypatch.undo()
    _forget_rooms()


def _forget_rooms() -> None:
    for known in (room_modules, rooms):
        known.cache_clear()


@pytest.fixture
def with_bell(install: Callable[[ModuleType], None], monkeypatch: pytest.MonkeyPatch) -> None:
    install(bell)
    monkeypatch.setattr(bell, "RUNG", {})


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


BROKEN = {
    "a package that is missing": "import a_package_that_nobody_has",
    "no Python": "def",
    "ends the program": "raise SystemExit(3)",
    "a hook of another version": "from scorekeeper.hooks import joins\n@joins\ndef long_gone():\n    return None",
    "other arguments": "from scorekeeper.hooks import joins\n@joins\ndef at_table(chairs):\n    return None",
    "parts": "from scorekeeper.hooks import joins\n@joins\ndef parts():\n    return 1 / 0",
    "pages": "from scorekeeper.hooks import Parts, joins\n@joins\ndef parts():\n"
    "    return Parts(blueprints=lambda: [1 / 0])",
    "a command": "from scorekeeper.hooks import Parts, joins\n@joins\ndef parts():\n"
    "    return Parts(commands=lambda: 1 / 0)",
}


@pytest.mark.parametrize("source", BROKEN.values(), ids=BROKEN)
def test_a_room_that_cannot_be_imported_is_named_and_left_out(
    install: Callable[[ModuleType], None],
    make_app: MakeApp,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    source: str,
) -> None:
    (tmp_path / "house_broken.py").write_text(f"{source}\n")
    install(ModuleType("house_broken"))
    monkeypatch.delitem(sys.modules, "house_broken", raising=False)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "instance"))
    (tmp_path / "instance").mkdir()
    app = make_app(ROOMS=tuple(room_modules()))
    table, _games = table_with(app, Phone(app.test_client()), OVER)
    assert app.test_client().get(table).status_code == 404, "the app answers, and knows no stranger"
    (warned,) = [message for message in caplog.messages if "house_broken" in message]
    assert warned.startswith("The room house_broken is left out: it cannot be imported (")
    found = [finding for finding in run_checks(None) if finding.subject == "rooms"]
    assert [finding.level for finding in found] == [Level.WARN, Level.OK]
    assert found[0].message == warned
    assert "pip uninstall house-room" in found[0].advice
    assert "house_broken" not in found[1].message
    assert CliRunner().invoke(commands, ["--help"]).exit_code == 0


@pytest.mark.usefixtures("with_bell")
def test_a_closed_room_of_another_package_shows_nothing(make_app: MakeApp) -> None:
    app = make_app(ROOMS=("club",))
    phone = Phone(app.test_client())
    table, _games = table_with(app, phone, OVER)
    assert "The bell rings" not in phone.open(table).text


@pytest.fixture
def shelf_at(install: Callable[[ModuleType], None], monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Puts a shelf at the table with this address; returns the shelf's."""
    install(shelf)
    monkeypatch.setattr(shelf, "SHELVES", {})
    monkeypatch.setattr(shelf, "READERS", set())

    def put(table: str) -> str:
        shelf.SHELVES["7"] = table.rsplit("/", 1)[-1]
        return "/shelves/7"

    return put


def reader_at(app: Flask, table: str) -> tuple[Phone, int]:
    """A phone that is at the table only for what a room has there, and its number as a member."""
    phone = Phone(app.test_client())
    with app.app_context():
        secret = new_device_secret()
        member = add_member(
            table.rsplit("/", 1)[-1],
            device_hash(secret),
            name="A reader’s phone",
            role=Role.WATCHER,
            seen=True,
            for_matches=True,
        )
    phone.client.set_cookie(NAME, secret)
    return phone, member.id


def test_what_a_room_has_in_a_url_is_open_to_its_table(make_app: MakeApp, shelf_at: Callable[[str], str]) -> None:
    app = make_app()
    keeper, stranger = Phone(app.test_client()), Phone(app.test_client())
    url = shelf_at(start_table(keeper, "Thursday"))
    assert keeper.client.get(url).text == "Shelf of Thursday"
    assert keeper.client.get(f"{url}/own").text == "A book from the shelf of Thursday"
    for address in (url, f"{url}/own"):
        assert "this device hasn’t joined" in stranger.open(address, 404).text
        assert "this device hasn’t joined" in keeper.open(address.replace("7", "8"), 404).text


def test_room_says_who_has_its_role_without_being_at_the_table(
    make_app: MakeApp, shelf_at: Callable[[str], str]
) -> None:
    app = make_app()
    table = start_table(Phone(app.test_client()), "Thursday")
    url = shelf_at(table)
    phone, member = reader_at(app, table)
    assert [phone.client.get(address).status_code for address in (url, f"{url}/own", table)] == [404] * 3
    shelf.READERS.add(member)
    assert [phone.client.get(address).status_code for address in (url, f"{url}/own")] == [404, 200]
    assert phone.open(table).url == f"{url}/own"


def test_room_has_its_part_of_home(make_app: MakeApp, shelf_at: Callable[[str], str]) -> None:
    app = make_app()
    keeper, stranger = Phone(app.test_client()), Phone(app.test_client())
    shelf_at(start_table(keeper, "Thursday"))
    start_game(keeper)
    new = ("Buy a shelf", "Six taps a hand.")
    assert shown_of(stranger.open("/"), *new) == set(new)
    assert "Shelves: 1" in keeper.open("/").text
    assert "Also running" not in keeper.page.text
    shelf.READERS.add(0)
    assert "Also running" in keeper.open("/").text
    closed = keeper.at(make_app(ROOMS=()))
    assert shown_of(closed.open("/"), "Shelves: 1", "Also running", "Thursday") == {"Thursday"}


def shown_of(shown: Page, *words: str) -> set[str]:
    return {each for each in words if each in shown.text}


def test_what_a_closed_room_has_in_a_url_is_no_page(make_app: MakeApp, shelf_at: Callable[[str], str]) -> None:
    app = make_app(ROOMS=())
    keeper = Phone(app.test_client())
    url = shelf_at(start_table(keeper))
    assert keeper.client.get(url).status_code == 404
    assert "Page not found" in keeper.open(url, 404).text


def test_the_page_about_rooms_has_the_bell_as_it_is() -> None:
    assert BELL.read_text("utf-8") in page("docs/rooms.md")


def test_the_page_of_a_room_works_as_written(
    make_app: MakeApp, install: Callable[[ModuleType], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = FENCE.findall(page("docs/rooms.md"))
    (tmp_path / "paged_bell.py").write_text("".join(code for language, code in blocks if language == "python"))
    folder = tmp_path / "bell_templates" / "bell"
    folder.mkdir(parents=True)
    (folder / "show.html").write_text(next(code for language, code in blocks if language == "html"))
    monkeypatch.syspath_prepend(tmp_path)
    install(import_module("paged_bell"))
    app = make_app()
    phone = Phone(app.test_client())
    table, _games = table_with(app, phone, sheet_of("partnership"))
    assert "Nobody won yet." in phone.open(f"{table}/bell").text
    assert app.test_client().get(f"{table}/bell").status_code == 404


OF_CLUB = ("players/1/with/2", "players/1/hands?figure=own_bids", "night", "seasons", "settling", "next")


def test_a_server_without_rooms_keeps_score(make_app: MakeApp) -> None:
    app = make_app(ROOMS=())
    phone = Phone(app.test_client())
    table, (game,) = table_with(app, phone, OVER)
    for url in (table, f"{table}/settings", f"{table}/history", f"{table}/games/new", game):
        assert phone.open(url).text
        assert not [
            link.url for link in phone.page.links if link.url.removeprefix(f"{table}/").split("/")[0] in OF_CLUB
        ]
    assert [phone.client.get(f"{table}/{page}").status_code for page in OF_CLUB] == [404] * len(OF_CLUB)
    assert [path for path in phone.client.get("/api/v1/openapi.json").get_json()["paths"] if "settling" in path] == []


def test_games_are_found_by_players_without_rooms(make_app: MakeApp) -> None:
    app = make_app(ROOMS=())
    phone = Phone(app.test_client())
    table, _games = table_with(app, phone, OVER)
    unplayed = start_game(phone, "two-player", ("Ann", "Eve"), "Ann", table=table)
    for names in ("Ann", "Ben", "Ann Dee"):
        found = phone.open(f"{table}/history?q={names.replace(' ', '+')}")
        assert "Ann & Cal beat Ben & Dee" in found.text, names
        assert unplayed.url not in [link.url for link in found.links]
    assert "Ann & Cal beat Ben & Dee" not in phone.open(f"{table}/history?q=Ann+Eve").text
    for name, into in (("Ann", "Cal"), ("Dee", "Ann")):
        refused = phone.submit(phone.open(f"{table}/players").form_with("into"), None, 422, name=name, into=into)
        assert f"{name} and {into} both played in game 1, so they are two players" in refused.text
    phone.open(f"{table}/players")
    assert "Cal" in [link.label for link in phone.page.links]


def test_names_are_kept_without_rooms(make_app: MakeApp) -> None:
    """Renaming, merging and erasing are the table's; figures show only with the club."""
    phone = Phone(make_app(ROOMS=()).test_client())
    table = start_table(phone)
    start_game(phone, table=table, target="50")
    phone.open(f"{table}/players")
    phone.tap("Ann")
    assert "No finished game yet" in phone.page.text
    phone.submit(phone.page.form_with("name"), name="Anna")
    assert "Ann is now Anna." in phone.page.text
    refused = phone.submit(phone.page.form_with("name"), None, 422, name="")
    assert "Type a name." in refused.text
    names = [link.label for link in phone.open(f"{table}/players").links]
    assert "Anna" in names
    assert "Ann" not in names
    merged = phone.submit(phone.page.form_with("into"), None, 422, name="Ben", into="Anna")
    assert "both played in game 1" in merged.text
    phone.tap("Anna")
    phone.tap("Erase this player")
    assert "Anna" in phone.page.text


ONE = [names for names in (("club",), ("tournaments",)) if set(names) <= set(room_modules())]
SOME = [(), *(sampled(ONE, 2) if ONE else ())]
"""None is open, or one; `make soak` tries each."""
MAX_PAGES = 150


def walk(phone: Phone, *start: str) -> set[str]:
    """Open every page that a link leads to from here; the paths that were seen."""
    seen: set[str] = set()
    waiting = [*start]
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
    pad = start_game(phone, table=table, target="50")
    pad.hand("4, 3, 1, 4", 6)
    seen = walk(phone, "/", pad.url)
    assert {table, f"{table}/settings", f"{table}/games/new", f"{table}/history", pad.url} <= seen
    assert {f"{table}/players", f"{table}/players/1"} <= seen
    assert any(path.startswith(f"{table}/night") for path in seen) == ("club" in names)
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
