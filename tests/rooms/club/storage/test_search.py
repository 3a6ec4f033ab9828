"""Searches: games by filters, players with their sums, their partners and opponents, and records."""

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
from scorekeeper.storage import search
from scorekeeper.storage.errors import NoSuchGame
from scorekeeper.storage.games import (
    GameSummary,
    count_games,
    create_table,
    find_game,
    games_from,
    mark_not_counted,
    save_summary,
)
from scorekeeper.storage.merging import merge_players
from scorekeeper.storage.models import Game, Table
from scorekeeper.storage.players import NoSuchPlayer, add_player, find_main_player, names_by_id, players_by_name
from scorekeeper.storage.search import GameFilter, ListedGame, search_games
from scorekeeper.storage.visits import game_rows
from tests.rooms.club.storage.won import won
from tests.storage.finished_games import game_between, ids_in
from tests.storage.test_search import MONDAY, numbers

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


def test_games_are_found_by_each_filter(table: Table, ids: dict[str, int]) -> None:
    anyone, ann = (), (ids["Ann"],)
    for given, of_all, of_ann in (
        ({}, [4, 3, 2, 1], [3, 2, 1]),
        ({"rules": "mirrors"}, [3], [3]),
        ({"status": "over"}, [3, 2, 1], [3, 2, 1]),
        ({"status": "playing"}, [4], []),
        ({"since": MONDAY + DAY}, [4, 3, 2], [3, 2]),
        ({"until": MONDAY + DAY}, [1], [1]),
        ({"since": MONDAY + DAY, "until": MONDAY + 2 * DAY}, [2], [2]),
        ({"number": 2}, [2], [2]),
        ({"number": 2, "rules": "mirrors"}, [], []),
    ):
        assert numbers(table, players=anyone, **given) == of_all, given
        assert numbers(table, players=ann, **given) == of_ann, given


def test_games_are_found_by_all_their_players(table: Table, ids: dict[str, int]) -> None:
    for names, found in (
        ("Ben", [3, 2, 1]),
        ("Ann Ben", [3, 2, 1]),
        ("Cal Ann", [2, 1]),
        ("Ann Ben Cal", [2, 1]),
        ("Ann Ann", [3, 2, 1]),
        ("Ann Eve", []),
    ):
        assert numbers(table, players=tuple(ids[name] for name in names.split())) == found, names


def test_search_starts_from_the_player_with_the_fewest_games(ids: dict[str, int]) -> None:
    ann, cal, eve = ids["Ann"], ids["Cal"], ids["Eve"]
    assert search._rarest_first((ann, cal, ann, eve)) == [eve, cal, ann]
    assert search._rarest_first((ann, cal)) == [cal, ann]
    assert search._rarest_first((ann,)) == [ann]


def test_pages_of_a_search_follow_one_another(table: Table, games: list[Game], ids: dict[str, int]) -> None:
    for players, pages in (((), [[4, 3], [2, 1], []]), ((ids["Ann"],), [[3, 2], [1], []])):
        before, found = None, []
        for _ in pages:
            page = search_games(table.id, GameFilter(players=players), before, limit=2)
            found.append([game.number for game in page])
            before = (page[-1].created, page[-1].number) if page else before
        assert found == pages


def test_listed_game_has_what_lists_show(table: Table, games: list[Game]) -> None:
    mark_not_counted(games[1].id, "practice")
    (listed,) = search_games(table.id, GameFilter(number=2))
    sides = find_game(games[1].id).sides
    assert listed == ListedGame(
        games[1].id, 2, MONDAY + DAY, "over", "target", {"totals": [2, 0]}, sides, "practice", None
    )
    mark_not_counted(games[1].id, None)
    assert find_game(games[1].id).not_counted is None
    with pytest.raises(NoSuchGame):
        mark_not_counted("nowhere", None)


def test_games_are_counted_and_listed_from_the_first(table: Table, games: list[Game]) -> None:
    for listed in (games_from, game_rows):
        assert [game.number for game in listed(table.id)] == [1, 2, 3, 4]
        assert [game.number for game in listed(table.id, after=1, limit=2)] == [2, 3]
    assert count_games(table.id) == 4
    assert count_games(create_table("Monday").id) == 0


def test_sums_are_those_of_the_asked_players(table: Table, ids: dict[str, int]) -> None:
    found = sums_of([ids["Ann"], ids["Cal"], ids["Eve"]])
    assert {player: sums.games for player, sums in found.items()} == {ids["Ann"]: 3, ids["Cal"]: 2}


def test_everybody_with_a_result_comes_by_games_then_by_name(table: Table, ids: dict[str, int]) -> None:
    found = [(each.player.name, each.totals and each.totals.games) for each in every_sum(table.id)]
    assert found == [("Ann", 3), ("Ben", 3), ("Cal", 2), ("Dee", 2)]


def test_players_are_paged_by_name(table: Table, ids: dict[str, int]) -> None:
    assert [player.name for player in players_by_name(table.id, 2)] == ["Ann", "Ben"]
    assert [player.name for player in players_by_name(table.id, 2, 3)] == ["Dee", "Eve"]


def test_a_player_is_found_by_any_of_their_names(table: Table, ids: dict[str, int]) -> None:
    names = {name: add_player(table.id, name).id for name in ("Annie", "Zann", "Anna")}
    for name, into in (("Zann", "Annie"), ("Annie", "Ann"), ("Anna", "Ann")):
        merge_players(table.id, name, into)
    for player in (ids["Ann"], *names.values()):
        found = find_main_player(table.id, player)
        assert (found.player.name, found.other_names) == ("Ann", ("Anna", "Annie", "Zann"))
        assert found.totals is not None
        assert found.totals.games == 3
    nobody_yet = find_main_player(table.id, ids["Eve"])
    assert (nobody_yet.player.name, nobody_yet.totals, nobody_yet.other_names) == ("Eve", None, ())


def test_a_player_of_another_table_is_not_found(table: Table, ids: dict[str, int]) -> None:
    other = create_table("Monday").id
    for table_id, player in ((other, ids["Ann"]), (table.id, max(ids.values()) + 1000)):
        with pytest.raises(NoSuchPlayer, match=r"^This table has no such player$"):
            find_main_player(table_id, player)


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
