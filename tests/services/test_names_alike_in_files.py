"""An import's preview says which names of a file look alike; nothing is refused, and each stays as it is."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from scorekeeper.cli.transfer import _look
from scorekeeper.formats.games import ExportedGame, ExportedTable
from scorekeeper.formats.scored import scored_games
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.services.importing import import_file, preview_import
from scorekeeper.services.merging import merge_players
from scorekeeper.services.names_of_files import NamesOfFile
from scorekeeper.storage.games import create_table
from scorekeeper.storage.players import add_player, names_of
from tests.formats.exports.games import game_of_sheet
from tests.formats.imports.files import HANDS, file
from tests.tables import sheet_of

CYRILLIC = "\u0410nn"
"""`Ann` with a Cyrillic first letter."""


def game_of(*players: str) -> ExportedGame:
    sheet = sheet_of("two-player", *HANDS, closed="late")
    written: dict[str, Any] = json.loads(json.dumps(sheet).replace("Ann", players[0]).replace("Ben", players[1]))
    return game_of_sheet(written)


def alike(content: bytes, table_id: str | None) -> list[tuple[str, str, str]]:
    names = NamesOfFile(table_id)
    for part in preview_import(scored_games(file(content)), table_id):
        names.add(part)
    return [(each.of, each.name, each.other) for each in names.alike()]


def packed(exported: ExportedTable, *games: ExportedGame) -> bytes:
    return b"".join(table_zip(exported, [replace(game, number=n) for n, game in enumerate(games, start=1)]))


LIKE_ANN = (CYRILLIC, "ANN", "Ann\u2800")
NEAR = (("Gro\u00df", "Gross"), ("Gunther", "G\u00fcnther"), ("CHLO\u00c9", "Chlo\u00e9"))


@pytest.mark.parametrize(("name", "other"), [*((name, "Ann") for name in LIKE_ANN), *NEAR])
def test_name_that_looks_like_a_player_of_the_table_is_named_and_imported(app: Flask, name: str, other: str) -> None:
    with app.app_context():
        table = create_table("Friday").id
        add_player(table, other)
        content = packed(ExportedTable("Friday"), game_of(name, "Zoe"))
        assert alike(content, table) == [("players", name, other)]
        assert len(import_file(file(content), table).games) == 1
        assert {name, other} < set(names_of(table)), "they are two people"
        assert alike(content, table) == [], "both are here"


@pytest.mark.parametrize("name", ["Carol", "Carool"])
def test_name_like_a_merged_one_is_said_to_be_whom_that_is_now(app: Flask, name: str) -> None:
    with app.app_context():
        table = create_table("Friday").id
        cal, carol, caro = (add_player(table, each) for each in ("Cal", "CAROL", "Caro"))
        merge_players(table, carol.name, caro.name)
        merge_players(table, caro.name, cal.name)
        assert alike(packed(ExportedTable("Friday"), game_of(name, "Zoe")), table) == [("players", name, "Cal")]


def test_names_of_one_file_that_look_alike_are_named_once(app: Flask) -> None:
    with app.app_context():
        games = game_of("Ann", "Ben"), game_of(CYRILLIC, "Ben"), game_of(CYRILLIC, "Cal")
        assert alike(packed(ExportedTable("Friday", ["Ann"]), *games), None) == [("players", CYRILLIC, "Ann")]


def test_other_name_of_the_same_player_is_not_named(app: Flask) -> None:
    with app.app_context():
        exported = ExportedTable("Friday", ["Ann", "ANN", "Ben"], {"ANN": "Ann"})
        assert alike(packed(exported, game_of("ANN", "Ben")), create_table("Friday").id) == []


def test_command_line_names_them(app: Flask, capsys: pytest.CaptureFixture[str]) -> None:
    with app.app_context():
        _look(BytesIO(packed(ExportedTable("Friday"), game_of("Ann", "Ben"), game_of(CYRILLIC, "Ben"))), None)
    assert f"“{CYRILLIC}” and “Ann” look alike" in capsys.readouterr().out
