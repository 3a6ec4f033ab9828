"""Searches: players with their sums, their partners and opponents, and records."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from scorekeeper.rooms.club.storage.results import (
    between,
    every_sum,
    partners_and_opponents,
    record_of,
    results_of_player,
    sums_of,
)
from scorekeeper.services.merging import merge_players
from scorekeeper.storage.games import GameSummary, create_table
from scorekeeper.storage.models import Game, Table
from scorekeeper.storage.players import add_player, find_main_player, names_by_id
from tests.rooms.club.storage.won import won
from tests.storage.finished_games import game_between, ids_in
from tests.storage.summaries import save_summary
from tests.storage.test_search import MONDAY

DAY = timedelta(days=1)


@pytest.fixture
def games(table: Table) -> list[Game]:
    """One each evening from Monday on; the third is of other rules, and the last is not over."""
    elsewhere = create_table("Sunday")
    won(game_between(elsewhere, "Ann Cal", "Ben Dee", began=MONDAY), largest=200, run=9)
    found = [
        won(game_between(table, "Ann Cal", "Ben Dee", began=MONDAY), 1, largest=90, run=2),
        won(game_between(table, "Ann Ben", "Cal Dee", began=MONDAY + DAY), largest=120, run=3),
        won(
            game_between(table, "Ann", "Ben", rules="mirrors", began=MONDAY + 2 * DAY), unit="chips", largest=500, run=5
        ),
        game_between(table, "Ann Cal", "Eve Dee", began=MONDAY + 3 * DAY),
    ]
    for game in found[:3]:
        save_summary(game.id, 1, GameSummary(status="over", ended_by="target", summary={"totals": [game.number, 0]}))
    return found


@pytest.fixture
def ids(games: list[Game]) -> dict[str, int]:
    return ids_in(*games)


def test_sums_are_those_of_the_asked_players(table: Table, ids: dict[str, int]) -> None:
    found = sums_of([ids["Ann"], ids["Cal"], ids["Eve"]])
    assert {player: sums.games for player, sums in found.items()} == {ids["Ann"]: 3, ids["Cal"]: 2}


def test_everybody_with_a_result_comes_by_games_then_by_name(table: Table, ids: dict[str, int]) -> None:
    found = [(each.player.name, each.totals.games) for each in every_sum(table.id)]
    assert found == [("Ann", 3), ("Ben", 3), ("Cal", 2), ("Dee", 2)]


def test_a_player_is_found_by_any_of_their_names(table: Table, ids: dict[str, int]) -> None:
    names = {name: add_player(table.id, name).id for name in ("Annie", "Zann", "Anna")}
    for name, into in (("Zann", "Annie"), ("Annie", "Ann"), ("Anna", "Ann")):
        merge_players(table.id, name, into)
    for player in (ids["Ann"], *names.values()):
        found = find_main_player(table.id, player)
        assert (found.player.name, found.other_names) == ("Ann", ("Anna", "Annie", "Zann"))
        assert sums_of([found.player.id])[found.player.id].games == 3
    nobody_yet = find_main_player(table.id, ids["Eve"])
    assert (nobody_yet.player.name, nobody_yet.other_names) == ("Eve", ())
    assert sums_of([ids["Eve"]]) == {}


def test_partners_and_opponents_come_by_games_then_by_name(ids: dict[str, int]) -> None:
    def met(**page: int) -> list[tuple[str, int, int, int]]:
        return [(name, met.partners, met.games, met.won) for name, met in partners_and_opponents(ids["Ann"], **page)]

    everyone = [("Ben", 0, 2, 1), ("Dee", 0, 2, 1), ("Ben", 1, 1, 1), ("Cal", 0, 1, 1), ("Cal", 1, 1, 0)]
    assert met() == everyone
    assert met(limit=2) == everyone[:2]
    assert met(limit=2, skip=1) == everyone[1:3]
    assert {one.totals.other_id for one in partners_and_opponents(ids["Ann"], limit=2)} == {ids["Ben"], ids["Dee"]}


def test_two_players_have_games_as_opponents_and_as_partners(ids: dict[str, int]) -> None:
    found = [(one.partners, one.games, one.won) for one in between(ids["Ann"], ids["Ben"])]
    assert found == [(0, 2, 1), (1, 1, 1)]
    assert [(one.partners, one.games, one.won) for one in between(ids["Ben"], ids["Ann"])] == [(0, 2, 1), (1, 1, 1)]
    assert between(ids["Ann"], ids["Eve"]) == []


def test_latest_results_of_a_player_come_first(table: Table, ids: dict[str, int]) -> None:
    assert [result.number for result in results_of_player(ids["Ann"], 9)] == [3, 2, 1]
    assert [result.number for result in results_of_player(ids["Ann"], 2)] == [3, 2]
    won(game_between(table, "Ann", "Ben", began=MONDAY + DAY))
    assert [result.number for result in results_of_player(ids["Ann"], 9)] == [3, 5, 2, 1]
    assert [result.number for result in results_of_player(ids["Cal"], 9)] == [2, 1]


def test_records_are_of_points_and_of_the_longest_run(table: Table, ids: dict[str, int]) -> None:
    def best(column: str, **whose: Any) -> tuple[int, int] | None:
        found = record_of(column, **whose)
        return None if found is None else (getattr(found, column), found.number)

    assert best("largest", table_id=table.id) == (120, 2), "chips are no points"
    assert best("largest", player_id=ids["Dee"]) == (90, 1)
    assert best("largest", player_id=ids["Cal"]) is None, "nobody’s best hand is one of no points"
    assert best("run", table_id=table.id) == (5, 3)
    assert best("run", player_id=ids["Ben"]) == (3, 2)
    assert [best("streak", player_id=ids[name]) for name in ("Ann", "Dee")] == [(2, 3), (1, 1)]


def test_names_are_read_by_id(ids: dict[str, int]) -> None:
    assert names_by_id([ids["Ann"], ids["Dee"]]) == {ids["Ann"]: "Ann", ids["Dee"]: "Dee"}
