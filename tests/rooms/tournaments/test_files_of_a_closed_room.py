"""A file with a tournament is read where the room is closed, or where it was deleted: what stays out is named."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper import found_rooms
from scorekeeper.cli.transfer import _look
from scorekeeper.formats.parts import UnknownPart
from scorekeeper.formats.scored import ScoredGame, scored_games
from scorekeeper.formats.strict_json import without_end
from scorekeeper.formats.verification.file import check_file
from scorekeeper.services.importing import import_file
from scorekeeper.services.part_kinds import part_kinds
from tests.api.calling import Program
from tests.rooms.tournaments.conftest import ClosedApp
from tests.rooms.tournaments.directing import Directed, hand
from tests.web.at_table import start_table
from tests.web.browsing import Phone

LEFT_OUT = "Harbour Open: it is left out, as this server is run without tournaments"


@pytest.fixture
def packed(app: Flask) -> bytes:
    """A table with a tournament and the game of a match, from where the room is open."""
    directed = Directed(app, {"format": "swiss", "rules": "partnership", "rounds": 1})
    directed.enter(("Ann", "Abe"), ("Bea", "Ben"), ("Cal", "Cleo"), ("Dan", "Dot"))
    game = directed.game(directed.pair()[0])
    directed.program.write(game, "hand", hand=1, **hand(8, 4, 8))
    content: bytes = directed.program.call("GET", f"/tables/{directed.program.table}/exports/zip").get_data()
    assert content.startswith(b"PK")
    return content


@pytest.fixture
def without_the_room(closed: ClosedApp, packed: bytes, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """An app of a program whose folder of the room was deleted."""
    app = closed()
    monkeypatch.setattr(found_rooms, "OWN", ("club",))
    for known in (found_rooms.room_modules, found_rooms.rooms):
        known.cache_clear()
    yield app
    for known in (found_rooms.room_modules, found_rooms.rooms):
        known.cache_clear()


def test_preview_and_import_name_the_tournament_that_stays_out(closed: ClosedApp, packed: bytes) -> None:
    program = Program(closed("club"))
    imports = f"/tables/{program.table}/imports"
    shown = program.call("POST", f"{imports}/preview", file=packed).get_json()
    assert (shown["tournaments"], shown["unread"], shown["problems"]) == ([], [], [LEFT_OUT])
    imported = program.call("POST", imports, file=packed).get_json()
    assert (imported["tournaments"], imported["unread"], imported["problems"]) == ([], [], [LEFT_OUT])


def test_page_names_the_tournament_that_stays_out(closed: ClosedApp, packed: bytes) -> None:
    phone = Phone(closed("club").test_client())
    table = start_table(phone)
    token = phone.open(f"{table}/import").form_with("file").fields["csrf_token"]
    answer = phone.client.post(f"{table}/import", data={"csrf_token": token, "file": (io.BytesIO(packed), "table.zip")})
    assert LEFT_OUT in answer.text
    assert "<h2>Tournaments</h2>" not in answer.text


def test_command_line_names_the_tournament_that_stays_out(
    closed: ClosedApp, packed: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    with closed().app_context():
        _look(io.BytesIO(packed), None)
        assert import_file(io.BytesIO(packed)).problems == [LEFT_OUT]
    assert "Tournament Harbour Open: it is left out" in capsys.readouterr().out


def test_file_is_sound_and_its_games_are_read_where_the_room_was_deleted(
    without_the_room: Flask, packed: bytes
) -> None:
    assert check_file(io.BytesIO(packed), without_end(part_kinds)).findings == []
    parts = list(scored_games(io.BytesIO(packed)))
    assert [part.name for part in parts if isinstance(part, UnknownPart)] == ["tournaments/000001.json"]
    assert [len(part.board.hands) for part in parts if isinstance(part, ScoredGame)] == [1]
    with without_the_room.app_context():
        (problem,) = import_file(io.BytesIO(packed)).problems
    assert problem == "tournaments/000001.json: it is left out, as this server doesn’t know what it is"


def test_export_names_the_tournaments_that_it_leaves_out(app: Flask, closed: ClosedApp) -> None:
    elsewhere = closed("club")
    directed = Directed(app, {"format": "swiss", "rules": "partnership", "rounds": 1})
    path = f"/tables/{directed.program.table}/exports/zip"
    assert "tournaments/000001.json" in names_in(directed.program.call("GET", path).get_data())
    directed.program.client = elsewhere.test_client(use_cookies=False)
    packed = directed.program.call("GET", path).get_data()
    assert not [name for name in names_in(packed) if name.startswith("tournaments/")]
    with zipfile.ZipFile(io.BytesIO(packed)) as found:
        assert found.read("left-out/README.txt").decode().strip() == (
            "Left out of every file, as this server is run without them: 1 tournament. They stay stored."
        )
    assert check_file(io.BytesIO(packed), without_end(part_kinds)).findings == []
    other = Program(elsewhere)
    empty = other.call("GET", f"/tables/{other.table}/exports/zip").get_data()
    assert "left-out/README.txt" not in names_in(empty), "it has nothing to leave out"


def names_in(packed: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(packed)) as found:
        return found.namelist()
