"""Exports of a table, a game and the whole instance: what is in them, how much is read at once, and the progress."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Sequence

import pytest
from flask import Flask

from scorekeeper.core.game import SUBSTITUTE
from scorekeeper.formats.chain.stored_event import StoredEvent
from scorekeeper.formats.games import ExportedPreset
from scorekeeper.services import exporting
from scorekeeper.services.counting import set_counted
from scorekeeper.services.exporting import (
    exported_game,
    exported_games,
    exported_table,
    few_games,
    table_in_form,
    zip_of_instance,
)
from scorekeeper.services.game_cache import GAME_CACHE, load_game
from scorekeeper.services.house_rules import save_agreed, save_preset
from scorekeeper.services.merging import merge_players
from scorekeeper.services.recording import record
from scorekeeper.services.starting import start_game
from scorekeeper.storage.events import events_of_games
from scorekeeper.storage.games import create_table
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player
from scorekeeper.storage.visits import game_rows
from tests.services.cast import ANN, BIG, EVEN, game_setup, play

OVER = (BIG, BIG, BIG, BIG)


def opened(pieces: Iterable[bytes]) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(b"".join(pieces)))


def numbers(rows: Sequence[object] | None) -> int | None:
    return None if rows is None else len(rows)


def test_a_small_table_is_written_whole(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        play(start_game(table.id, game_setup(), author=ANN).game.id, EVEN)
    for games, events, found in ((2, 4, 2), (3, 5, 2), (1, 4, None), (2, 3, None), (20, 1000, 2)):
        monkeypatch.setattr(exporting, "FEW_GAMES", games)
        monkeypatch.setattr(exporting, "FEW_EVENTS", events)
        assert numbers(few_games(table.id)) == found
    assert few_games(create_table("Monday").id) == []


def test_few_games_are_twenty(table: Table) -> None:
    for _ in range(20):
        start_game(table.id, game_setup(), author=ANN)
    assert numbers(few_games(table.id)) == 20
    start_game(table.id, game_setup(), author=ANN)
    assert few_games(table.id) is None


def test_games_are_read_together_until_they_have_many_events(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for hands in ((), (EVEN,), (), (EVEN,) * 4, ()):
        start_game(table.id, game_setup(*hands), author=ANN)
    rows = game_rows(table.id, limit=10)
    read = list[list[int]]()

    def counted(games: Sequence[str]) -> dict[str, list[StoredEvent]]:
        read.append([row.number for row in rows if row.id in games])
        return events_of_games(games)

    GAME_CACHE.clear()
    monkeypatch.setattr(exporting, "EVENTS_AT_ONCE", 3)
    monkeypatch.setattr(exporting, "events_of_games", counted)
    assert [game.number for game in exported_games(table.id)] == [1, 2, 3, 4, 5]
    assert read == [[1, 2], [3], [4], [5]]


def test_progress_counts_the_games_of_each_table(app: Flask, table: Table) -> None:
    monday = create_table("Monday")
    for at in (table, monday, monday):
        start_game(at.id, game_setup(EVEN), author=ANN)
    seen = list[int]()
    packed = opened(zip_of_instance(seen.append))
    assert seen == [1, 1, 2]
    tables = [f"tables/{number:05}/" for number in (1, 2)]
    assert [sum(name.startswith(each) for name in packed.namelist()) for each in tables] == [3, 5]
    names = [json.loads(packed.read(f"{each}table.json"))["about"]["name"] for each in tables]
    assert names == ["Friday", "Monday"]
    seen.clear()
    list(table_in_form(monday.id, "zip", seen.append))
    assert seen == [1, 2]


def test_a_table_is_exported_with_all_that_is_its_own(table: Table) -> None:
    for name in ("Zoe", "Anna", "Ann"):
        add_player(table.id, name)
    merge_players(table.id, "Anna", "Ann")
    save_preset(table.id, "partnership", None, "Ours", {"nil": 50})
    assert exported_table(table.id).agreed == ()
    save_agreed(table.id, ["Jokers are high"])
    exported = exported_table(table.id)
    assert (exported.name, exported.players, exported.merged) == ("Friday", ["Ann", "Anna", "Zoe"], {"Anna": "Ann"})
    assert list(exported.agreed) == ["Jokers are high"]
    (preset,) = exported.presets
    assert preset == ExportedPreset("Ours", "partnership", preset.options)
    assert preset.options["nil"] == 50


def test_a_game_alone_names_only_its_own_players(table: Table) -> None:
    add_player(table.id, "Zoe")
    save_agreed(table.id, ["Jokers are high"])
    game = start_game(table.id, game_setup(EVEN), author=ANN).game.id
    record(game, SUBSTITUTE, {"hand": 2, "seat": 2, "player": "Eve"}, author=ANN)
    packed = opened(exporting.game_in_form(exported_game(game), "zip"))
    about = json.loads(packed.read("table.json"))["about"]
    assert (about["name"], about["players"]) == ("Friday", ["Ann", "Ben", "Cal", "Dee", "Eve"])
    assert "agreed" not in about or not about["agreed"]


def test_a_game_that_does_not_count_says_why(table: Table) -> None:
    game = start_game(table.id, game_setup(*OVER), author=ANN).game.id
    assert exported_game(game).not_counted is None
    set_counted(load_game(game), "We were learning")
    assert exported_game(game).not_counted == "We were learning"
