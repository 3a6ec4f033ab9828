"""Disguised names and texts are refused wherever one enters; a name typed on two keyboards is one name."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import pytest

from scorekeeper.core.sheet import sheet_json
from scorekeeper.formats.game_json import game_json
from scorekeeper.formats.games import ExportedPreset, ExportedTable
from scorekeeper.formats.scored import scored_games
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.services.importing import DISGUISED, NEW, ComparedGame, import_file, preview_import
from scorekeeper.services.members import free_name
from scorekeeper.storage.events import events_of
from scorekeeper.storage.members import Role, add_member
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import names_of
from tests.formats.exports.games import game_of_sheet
from tests.formats.imports.files import HANDS, file
from tests.services.cast import game_setup
from tests.services.erasures import everything_kept
from tests.tables import sheet_of

OVERRIDE, ZERO_WIDTH = "\u202egnuoY", "Yo\u200bung"
DISGUISES = [OVERRIDE, ZERO_WIDTH, "\u2066Young\u2069", "Yo\u00adung"]
COMPOSED = "Zo\u00eb"
DECOMPOSED = unicodedata.normalize("NFD", COMPOSED)


def sheet(name: str, **parts: Any) -> dict[str, Any]:
    written: dict[str, Any] = json.loads(json.dumps(sheet_json(game_setup())))
    written["sides"][0] = {"name": f"{name} & Cal", "players": [name, "Cal"]}
    return written | parts


@pytest.mark.parametrize("name", DISGUISES)
def test_game_of_a_file_with_a_disguised_name_is_left_out_and_named(table: Table, name: str) -> None:
    good, bad = game_of_sheet(sheet_of("two-player", *HANDS)), sheet_of("two-player", *HANDS, closed="late")
    bad["sides"][0] = {"name": name, "players": [name]}
    content = b"".join(table_zip(ExportedTable("Friday", ["Ann", "Ben"]), [good, game_of_sheet(bad, 2)]))
    found = [one for one in preview_import(scored_games(file(content)), table.id) if isinstance(one, ComparedGame)]
    assert [one.state for one in found] == [NEW, DISGUISED]
    assert "U+" in found[1].words
    imported = import_file(file(content), table.id)
    assert (len(imported.games), imported.skipped) == (1, 1)
    assert name not in everything_kept()


def test_disguised_names_beside_the_games_of_a_file_are_left_out(table: Table) -> None:
    presets = [ExportedPreset(OVERRIDE, "partnership", {})]
    exported = ExportedTable("Friday", ["Ann", ZERO_WIDTH], presets=presets, agreed=(f"{OVERRIDE} deals",))
    imported = import_file(file(table_zip(exported, ())), table.id)
    assert names_of(table.id) == ["Ann"]
    assert len(imported.problems) == 2
    assert OVERRIDE not in everything_kept()


def test_device_gets_a_name_that_shows_and_is_numbered_beside_its_twin(table: Table) -> None:
    add_member(table.id, "one", name="Ann’s phone", role=Role.SCORER, seen=True)
    assert free_name(table.id, "\u202eAnn’s\u200b phone") == "Ann’s phone 2"
    assert free_name(table.id, "\u0410nn’s phone") == "\u0410nn’s phone 2"
    assert free_name(table.id, DECOMPOSED) == COMPOSED


def sheet_with(name: str) -> dict[str, Any]:
    return sheet(name, format="scorekeeper-sheet/1", hands=[])


def test_record_that_is_read_keeps_its_bytes(table: Table) -> None:
    game = game_of_sheet(sheet_with(DECOMPOSED), 1)
    imported = import_file(file(game_json(game)), table.id).games
    assert events_of(imported[0])[0].payload["sides"][0]["players"][0] == DECOMPOSED
    assert [event.hash for event in events_of(imported[0])] == [event.hash for event in game.events]
