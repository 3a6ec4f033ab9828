"""Two names of one player: results, streaks and sums move to the name that the table uses, and back."""

from __future__ import annotations

import pytest

from scorekeeper.rooms.club.storage.results import between, every_sum, results_of_player
from scorekeeper.services.merging import merge_players, rename_player, unmerge_players
from scorekeeper.storage.games import GameSummary, create_table
from scorekeeper.storage.merging import AlreadyMerged, CannotMerge
from scorekeeper.storage.models import Game, Player, Table
from scorekeeper.storage.players import add_player, find_player, merged_players_of
from tests.each_case import each_case
from tests.rooms.club.storage.won import won
from tests.storage.finished_games import game_between, ids_in
from tests.storage.summaries import save_summary


@pytest.fixture
def games(table: Table) -> list[Game]:
    """Ann wins twice, between them Annie wins once; Ben is always against them, at last Cal is."""
    pairs = (("Ann", "Ben"), ("Annie", "Ben"), ("Ann", "Ben"), ("Cal", "Ben"))
    games = [won(game_between(table, *names), largest=50) for names in pairs]
    for game in games:
        save_summary(game.id, 1, GameSummary(status="over", ended_by="target"))
    return games


def streaks(player: int) -> list[int]:
    return [result.streak for result in results_of_player(player, 9)]


def sums(table: Table) -> dict[str, int]:
    """Games that count, by the name of their player."""
    return {each.player.name: each.totals.games for each in every_sum(table.id)}


def player(table: Table, name: str) -> Player:
    found = find_player(table.id, name)
    assert found is not None
    return found


def test_a_merged_name_brings_its_results_and_takes_them_back(table: Table, games: list[Game]) -> None:
    ids = ids_in(*games)
    before = sums(table), streaks(ids["Ann"])
    assert before == ({"Ben": 4, "Ann": 2, "Annie": 1, "Cal": 1}, [2, 1])
    merge_players(table.id, "Annie", "Ann")
    assert sums(table) == {"Ben": 4, "Ann": 3, "Cal": 1}
    assert streaks(ids["Ann"]) == [3, 2, 1]
    assert [one.games for one in between(ids["Ann"], ids["Ben"])] == [3]
    assert [one.games for one in between(ids["Ben"], ids["Ann"])] == [3]
    assert between(ids["Annie"], ids["Ben"]) == []
    unmerge_players(table.id, "Annie")
    assert (sums(table), streaks(ids["Ann"])) == before
    assert streaks(ids["Annie"]) == [1]
    assert [one.games for one in between(ids["Ben"], ids["Annie"])] == [1]


def test_a_name_of_a_name_is_the_same_player(table: Table, games: list[Game]) -> None:
    merge_players(table.id, "Annie", "Ann")
    add_player(table.id, "Anna")
    merge_players(table.id, "Ann", "Anna")
    assert sums(table) == {"Ben": 4, "Anna": 3, "Cal": 1}
    assert [each.name for each in merged_players_of(table.id)] == ["Ann", "Annie"]
    assert [each.name for each in merged_players_of(table.id, limit=1)] == ["Ann"]
    assert [each.name for each in merged_players_of(table.id, limit=1, skip=1)] == ["Annie"]
    assert player(table, "Annie").main.name == "Anna"
    merge_players(table.id, "Cal", "Annie")
    assert player(table, "Cal").merged_into == player(table, "Anna").id, (
        "it is another name of the player, not of a name"
    )
    assert sums(table) == {"Ben": 4, "Anna": 4}


def test_a_new_name_of_a_player_is_the_one_that_is_shown(table: Table, games: list[Game]) -> None:
    rename_player(table.id, player(table, "Ann"), "Anna")
    assert sums(table) == {"Ben": 4, "Anna": 2, "Annie": 1, "Cal": 1}
    assert [(one.name, one.main.name) for one in merged_players_of(table.id)] == [("Ann", "Anna")]
    rename_player(table.id, player(table, "Anna"), "Ann")
    assert sums(table) == {"Ben": 4, "Ann": 2, "Annie": 1, "Cal": 1}
    assert [(one.name, one.main.name) for one in merged_players_of(table.id)] == [("Anna", "Ann")]
    assert streaks(player(table, "Ann").id) == [2, 1]


def test_names_of_players_who_met_are_two_players(table: Table, games: list[Game]) -> None:
    merge_players(table.id, "Annie", "Ann")
    add_player(table.id, "Benny")
    merge_players(table.id, "Benny", "Ben")
    save_summary(game_between(table, "Cal", "Dee").id, 1, GameSummary(status="over", ended_by="closed"))
    game_between(table, "Dee", "Eve")
    won(game_between(table, "Fay", "Hal"))
    add_player(table.id, "Gus")
    merge_players(table.id, "Fay", "Gus")
    before = sums(table)
    for name, into, game in (
        ("Ann", "Ben", 1),
        ("Ben", "Ann", 1),
        ("Cal", "Ben", 4),
        ("Ben", "Annie", 1),
        ("Ann", "Benny", 1),
        ("Eve", "Dee", 6),
        ("Gus", "Hal", 7),
        ("Hal", "Gus", 7),
    ):
        with pytest.raises(CannotMerge) as refused:
            merge_players(table.id, name, into)
        assert str(refused.value) == f"{name} and {into} both played in game {game}, so they are two players"
    assert sums(table) == before
    merge_players(table.id, "Dee", "Cal")  # their game is over, and has no results


@each_case(
    ("name", "into", "why"),
    [
        ("Annie", "Ben", "Annie is already another name of Ann"),
        ("Annie", "Ann", "Annie is already another name of Ann"),
        ("Ann", "Annie", "Ann and Annie are already the same player"),
        ("Ann", "Ann", "Ann and Ann are already the same player"),
    ],
)
def test_names_of_one_player_are_not_merged_again(
    table: Table, games: list[Game], name: str, into: str, why: str
) -> None:
    if player(table, "Annie").merged_into is None:
        merge_players(table.id, "Annie", "Ann")
    with pytest.raises(AlreadyMerged) as refused:
        merge_players(table.id, name, into)
    assert str(refused.value) == why


def test_only_names_of_the_table_are_merged(table: Table, games: list[Game]) -> None:
    add_player(create_table("Sunday").id, "Zoe")
    for one, into in (("Ann", "Zoe"), ("Zoe", "Ann")):
        with pytest.raises(CannotMerge) as refused:
            merge_players(table.id, one, into)
        assert str(refused.value) == "Nobody at this table is called Zoe"
    with pytest.raises(CannotMerge) as refused:
        unmerge_players(table.id, "Zoe")
    assert str(refused.value) == "Nobody at this table is called Zoe"
    with pytest.raises(CannotMerge) as refused:
        unmerge_players(table.id, "Ann")
    assert str(refused.value) == "Ann is not another name of anyone"
