"""Two names of one player: their games move to the name that the table uses, and back; two who played are two."""

from __future__ import annotations

import pytest

from scorekeeper.storage.games import GameSummary, create_table
from scorekeeper.storage.merging import CannotMerge, merge_players, rename_player, unmerge_players
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player, find_player, merged_names_of, most_active_players
from tests.storage.finished_games import game_between, over
from tests.storage.summaries import save_summary
from tests.storage.test_search import numbers


def games_of_players(table: Table) -> dict[str, list[int]]:
    """The numbers of each player's games, as many as the player counts."""
    found = {one.name: numbers(table, players=(one.id,)) for one in most_active_players(table.id)}
    assert {name: len(games) for name, games in found.items()} == {
        one.name: one.games for one in most_active_players(table.id)
    }
    return found


def test_games_move_with_a_merged_name_and_back(table: Table) -> None:
    for names in (("Ann", "Ben"), ("Annie", "Ben"), ("Cal", "Annie")):
        over(game_between(table, *names))
    before = games_of_players(table)
    assert before == {"Ben": [2, 1], "Annie": [3, 2], "Ann": [1], "Cal": [3]}
    merge_players(table.id, "Annie", "Ann")
    assert games_of_players(table) == {"Ann": [3, 2, 1], "Ben": [2, 1], "Cal": [3]}
    assert (merged_names_of(table.id), merged_names_of(create_table("Monday").id)) == ({"Annie": "Ann"}, {})
    over(game_between(table, "Annie", "Cal"))
    assert games_of_players(table)["Ann"] == [4, 3, 2, 1]
    ann = find_player(table.id, "Ann")
    assert ann is not None
    rename_player(table.id, ann, "Anna")
    assert games_of_players(table) == {"Anna": [4, 3, 2, 1], "Ben": [2, 1], "Cal": [4, 3]}
    unmerge_players(table.id, "Ann")
    assert games_of_players(table)["Ann"] == [4, 3, 2, 1], "with its own other name"


def test_two_who_played_in_one_game_are_two_players(table: Table) -> None:
    over(game_between(table, "Ann", "Ben"))
    over(game_between(table, "Annie", "Ben"))
    game_between(table, "Dee", "Eve")
    save_summary(game_between(table, "Cal", "Dee").id, 1, GameSummary(status="over", ended_by="closed"))
    merge_players(table.id, "Annie", "Ann")
    add_player(table.id, "Benny")
    merge_players(table.id, "Benny", "Ben")
    before = games_of_players(table)
    for name, into, game in (
        ("Ann", "Ben", 1),
        ("Ben", "Annie", 1),
        ("Ann", "Benny", 1),
        ("Eve", "Dee", 3),
    ):
        with pytest.raises(CannotMerge) as refused:
            merge_players(table.id, name, into)
        assert str(refused.value) == f"{name} and {into} both played in game {game}, so they are two players"
    assert games_of_players(table) == before
    merge_players(table.id, "Dee", "Cal")  # their game is over, and nobody played in it
