"""A table's scripted games: stored, changed by one writer at a time, removed, and limited in number."""

from __future__ import annotations

import pytest

from scorekeeper.storage.errors import NoSuchTable
from scorekeeper.storage.games import create_table
from scorekeeper.storage.models import Table
from scorekeeper.storage.scripted_games import (
    MAX_SCRIPTED_GAMES,
    NoSuchScriptedGame,
    ScriptedGameChanged,
    TooManyScriptedGames,
    add_scripted_game,
    change_scripted_game,
    find_scripted_game,
    remove_scripted_game,
    scripted_games_of,
)

COLD = {"name": "Cold hands", "deals": []}
WARM = {"name": "Warm hands", "deals": []}


def test_scripted_game_is_found_only_at_its_table(table: Table) -> None:
    scripted = add_scripted_game(table.id, COLD)
    assert find_scripted_game(table.id, scripted.id).content == COLD
    assert [kept.id for kept in scripted_games_of(table.id)] == [scripted.id]
    with pytest.raises(NoSuchScriptedGame, match=r"^This table has no such custom game$"):
        find_scripted_game(create_table("Monday").id, scripted.id)


def test_a_change_counts_the_version(table: Table) -> None:
    scripted = add_scripted_game(table.id, COLD)
    assert change_scripted_game(table.id, scripted.id, 1, WARM).version == 2
    assert find_scripted_game(table.id, scripted.id).content == WARM


def test_the_second_of_two_changes_is_refused(table: Table) -> None:
    scripted = add_scripted_game(table.id, COLD)
    change_scripted_game(table.id, scripted.id, 1, WARM)
    with pytest.raises(
        ScriptedGameChanged, match=r"^Another phone changed this custom game. Check it, then try again$"
    ):
        change_scripted_game(table.id, scripted.id, 1, COLD)
    assert find_scripted_game(table.id, scripted.id).content == WARM


def test_scripted_game_can_be_deleted(table: Table) -> None:
    scripted = add_scripted_game(table.id, COLD)
    remove_scripted_game(table.id, scripted.id)
    assert scripted_games_of(table.id) == []
    with pytest.raises(NoSuchScriptedGame):
        remove_scripted_game(table.id, scripted.id)


def test_number_of_scripted_games_is_limited(table: Table) -> None:
    for _ in range(MAX_SCRIPTED_GAMES):
        add_scripted_game(table.id, COLD)
    with pytest.raises(TooManyScriptedGames, match=r"^A table can have 100 custom games. Delete one first$"):
        add_scripted_game(table.id, WARM)


def test_unknown_table_is_refused(table: Table) -> None:
    with pytest.raises(NoSuchTable):
        add_scripted_game("no-such-table", COLD)
