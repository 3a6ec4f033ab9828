"""A table's custom games: stored, changed by one writer at a time, removed, and limited in number."""

from __future__ import annotations

import pytest

from scorekeeper.storage.custom_games import (
    MAX_CUSTOM_GAMES,
    CustomGameChanged,
    NoSuchCustomGame,
    TooManyCustomGames,
    add_custom_game,
    change_custom_game,
    custom_games_of,
    find_custom_game,
    remove_custom_game,
)
from scorekeeper.storage.errors import NoSuchTable
from scorekeeper.storage.games import create_table
from scorekeeper.storage.models import Table

COLD = {"name": "Cold hands", "deals": []}
WARM = {"name": "Warm hands", "deals": []}


def test_custom_game_is_found_only_at_its_table(table: Table) -> None:
    row = add_custom_game(table.id, COLD)
    assert find_custom_game(table.id, row.id).content == COLD
    assert [kept.id for kept in custom_games_of(table.id)] == [row.id]
    with pytest.raises(NoSuchCustomGame, match=r"^This table has no such custom game$"):
        find_custom_game(create_table("Monday").id, row.id)


def test_a_change_counts_the_version(table: Table) -> None:
    row = add_custom_game(table.id, COLD)
    assert change_custom_game(table.id, row.id, 1, WARM).version == 2
    assert find_custom_game(table.id, row.id).content == WARM


def test_the_second_of_two_changes_is_refused(table: Table) -> None:
    row = add_custom_game(table.id, COLD)
    change_custom_game(table.id, row.id, 1, WARM)
    with pytest.raises(CustomGameChanged, match=r"^Another phone changed this custom game. Check it, then try again$"):
        change_custom_game(table.id, row.id, 1, COLD)
    assert find_custom_game(table.id, row.id).content == WARM


def test_custom_game_can_be_deleted(table: Table) -> None:
    row = add_custom_game(table.id, COLD)
    remove_custom_game(table.id, row.id)
    assert custom_games_of(table.id) == []
    with pytest.raises(NoSuchCustomGame):
        remove_custom_game(table.id, row.id)


def test_number_of_custom_games_is_limited(table: Table) -> None:
    for _ in range(MAX_CUSTOM_GAMES):
        add_custom_game(table.id, COLD)
    with pytest.raises(TooManyCustomGames, match=r"^A table can have 100 custom games. Delete one first$"):
        add_custom_game(table.id, WARM)


def test_unknown_table_is_refused(table: Table) -> None:
    with pytest.raises(NoSuchTable):
        add_custom_game("no-such-table", COLD)
