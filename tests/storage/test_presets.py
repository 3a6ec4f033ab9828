"""A table's presets, its lines on cards and manners, and the game whose options the next one begins with."""

from __future__ import annotations

import pytest

from scorekeeper.storage.custom_games import add_custom_game, custom_games_of
from scorekeeper.storage.errors import NoSuchTable, TakenByAnother
from scorekeeper.storage.games import create_table, find_table, last_game_by, store_agreed_lines
from scorekeeper.storage.models import Table
from scorekeeper.storage.presets import (
    NoSuchPreset,
    add_table_preset,
    find_table_preset,
    remove_table_preset,
    rename_table_preset,
    table_presets,
)
from tests.storage.finished_games import game_between, repeat


def names(table: Table) -> list[str]:
    return [preset.name for preset in table_presets(table.id)]


def test_presets_of_a_table_are_listed_oldest_first(table: Table) -> None:
    options = {"target": 150}
    added = [add_table_preset(table.id, "partnership", name, options) for name in ("Short", "Late", "Lunch")]
    add_table_preset(create_table("Sunday").id, "cutthroat", "Brunch", {})
    assert names(table) == ["Short", "Late", "Lunch"]
    kept = find_table_preset(table.id, added[1].id)
    assert (kept.table_id, kept.rules, kept.name, kept.options) == (table.id, "partnership", "Late", options)


def test_preset_is_renamed_and_deleted_alone(table: Table) -> None:
    first, second = (add_table_preset(table.id, "partnership", name, {}) for name in ("Short", "Late"))
    rename_table_preset(table.id, first.id, "Lunch")
    assert names(table) == ["Lunch", "Late"]
    remove_table_preset(table.id, second.id)
    assert names(table) == ["Lunch"]


def test_preset_of_another_table_is_not_found(table: Table) -> None:
    preset, elsewhere = add_table_preset(table.id, "partnership", "Short", {}).id, create_table("Sunday").id
    for ask in (find_table_preset, remove_table_preset):
        with pytest.raises(NoSuchPreset, match=r"^there is no such preset at this table$"):
            ask(elsewhere, preset)
        with pytest.raises(NoSuchPreset):
            ask(table.id, preset + 1)
    with pytest.raises(NoSuchPreset):
        rename_table_preset(elsewhere, preset, "Mine")
    assert names(table) == ["Short"]


def test_name_of_another_preset_is_refused(table: Table) -> None:
    add_table_preset(table.id, "partnership", "Short", {})
    with pytest.raises(TakenByAnother):
        add_table_preset(table.id, "cutthroat", "Short", {})
    with pytest.raises(NoSuchTable):
        add_table_preset("nowhere", "partnership", "Late", {})
    assert names(table) == ["Short"]


def test_agreed_lines_are_kept_until_there_are_none(table: Table) -> None:
    store_agreed_lines(table.id, ("Jokers are high", "No talk about bids"))
    assert find_table(table.id).agreed == ["Jokers are high", "No talk about bids"]
    store_agreed_lines(table.id, ())
    assert find_table(table.id).agreed is None
    with pytest.raises(NoSuchTable):
        store_agreed_lines("nowhere", ())


def test_last_game_is_of_the_same_rules_and_shape(table: Table) -> None:
    pairs = [game_between(table, "Ann Cal", "Ben Dee") for _ in range(2)]
    three = game_between(table, "Ann", "Ben", "Cal")
    game_between(table, "Ann Cal", "Ben Dee", rules="mirrors")
    game_between(table, "Ann Cal", "Ben")
    game_between(create_table("Sunday"), "Ann Cal", "Ben Dee")
    assert last_game_by(table.id, "partnership", 2, 2) == pairs[1]
    assert last_game_by(table.id, "partnership", 3, 1) == three
    assert last_game_by(table.id, "partnership", 2, 1) is None
    assert last_game_by(table.id, "cutthroat", 2, 2) is None


def test_last_game_is_among_the_last_hundred(table: Table) -> None:
    of_three, of_pairs = game_between(table, "Ann", "Ben", "Cal"), game_between(table, "Ann Cal", "Ben Dee")
    repeat(of_pairs, 98)
    assert last_game_by(table.id, "partnership", 3, 1) == of_three
    game_between(table, "Ann Cal", "Ben Dee")
    assert last_game_by(table.id, "partnership", 3, 1) is None


def test_custom_games_are_listed_oldest_first(table: Table) -> None:
    for name in ("Cold hands", "Warm hands"):
        add_custom_game(create_table(name).id, {"name": "Elsewhere"})
        add_custom_game(table.id, {"name": name})
    assert [row.content["name"] for row in custom_games_of(table.id)] == ["Cold hands", "Warm hands"]
    assert [row.version for row in custom_games_of(table.id)] == [1, 1]
