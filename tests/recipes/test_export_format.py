"""A new format is one new file: added to the others, it is on the pages and the command line, and can be imported."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import read_sheet
from scorekeeper.formats import files
from scorekeeper.formats.files import games_of_file
from scorekeeper.formats.games import ImportedGame
from scorekeeper.services.recording import Author
from scorekeeper.services.starting import start_game
from scorekeeper.storage.games import create_table
from tests.cli.runs import inside, only_instance, run
from tests.recipes.changes import NOTCHES
from tests.refusals import refuses
from tests.web.browsing import Phone
from tests.web.record import between, table_with


def look_again() -> None:
    """Search for the formats again."""
    files.formats.cache_clear()
    sys.modules.pop("scorekeeper.formats.files.notches", None)


@pytest.fixture
def notches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """One file in its own folder; its key."""
    folder = tmp_path / "more"
    folder.mkdir()
    (folder / "notches.py").write_text(NOTCHES, "utf-8")
    with monkeypatch.context() as found:
        found.setattr(files, "__path__", [*files.__path__, str(folder)])
        look_again()
        yield "notches"
    look_again()


def test_format_is_on_export_pages(notches: str, app: Flask, phone: Phone) -> None:
    table, (game,) = table_with(app, phone, between("Ann", "Ben"))
    for address in (game, table):
        page = phone.open(f"{address}/exports")
        assert "Notches Cut into a stick" in page.text
        assert f"{address}/exports/{notches}" in [link.url for link in page.links]


def test_format_can_be_downloaded(notches: str, app: Flask, phone: Phone) -> None:
    table, (game, _) = table_with(app, phone, between("Ann", "Ben"), between("Ann", "Cal"))
    answer = phone.client.get(f"{game}/exports/{notches}")
    assert answer.mimetype == "text/x-notches"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="Ann-Ben-1.notch"'
    assert answer.get_data().startswith(b'NOTCHES {"format": ')
    assert phone.client.get(f"{table}/exports/{notches}").get_data().count(b"\n") == 2


def test_its_files_are_recognized_and_read(notches: str, app: Flask, phone: Phone) -> None:
    _, (game,) = table_with(app, phone, between("Ann", "Ben"))
    content = phone.client.get(f"{game}/exports/{notches}").get_data()
    (found,) = games_of_file(BytesIO(content))
    assert isinstance(found, ImportedGame)
    assert found.sheet == read_sheet(between("Ann", "Ben"))
    with refuses(
        InvalidInput,
        match="use a text record, a CSV of hands, a stick with notches, JSON, a ZIP of a table or games from a phone",
    ):
        list(games_of_file(BytesIO(b"sticks and stones")))


def test_format_is_on_the_command_line(notches: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only_instance(monkeypatch, tmp_path / "instance")
    with inside():
        create_table("Friday")
        start_game(create_table("Sunday").id, read_sheet(between("Ann", "Ben")), author=Author("Ann"))
    file = tmp_path / "sunday.notch"
    assert notches in run("export", "--help").output
    assert run("export", "--table", "Sunday", "--as", notches, "-o", str(file)).exit_code == 0
    assert file.read_bytes().startswith(b"NOTCHES ")
    assert run("import", str(file), "--table", "Friday").stdout == "1 game was imported.\n"


def test_format_only_for_tables_is_refused_for_a_game(
    notches: str, app: Flask, phone: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(files.formats(), notches, replace(files.formats()[notches], write_game=None))
    table, (game,) = table_with(app, phone, between("Ann", "Ben"))
    assert "Notches" not in phone.open(f"{game}/exports").text
    assert phone.client.get(f"{game}/exports/{notches}").status_code == 404
    assert phone.client.get(f"{table}/exports/{notches}").status_code == 200
    only_instance(monkeypatch, tmp_path / "instance")
    with inside():
        started = start_game(create_table("Sunday").id, read_sheet(between("Ann", "Ben")), author=Author("Ann"))
        game_id = started.game.id
    refused = run("export", "--game", game_id, "--as", notches)
    assert refused.exit_code == 2
    assert "A game has no format notches." in refused.stderr
