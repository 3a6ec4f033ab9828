"""Searches: games by filters and by who played in them, and players by their names."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scorekeeper.storage import search
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import NoSuchGame
from scorekeeper.storage.games import (
    count_games,
    create_table,
    find_game,
    games_from,
    games_of,
    mark_not_counted,
    tables,
)
from scorekeeper.storage.models import Game, Table
from scorekeeper.storage.players import NoSuchPlayer, add_player, find_main_player, players_by_name
from scorekeeper.storage.search import GameFilter, ListedGame, page_key, search_games, search_players
from scorekeeper.storage.visits import game_rows
from tests.storage.finished_games import game_between, ids_in, over, repeat

MONDAY = datetime(2026, 11, 16, 20, 0, tzinfo=UTC)
DAY = timedelta(days=1)


def numbers(table: Table, *, before: tuple[datetime, int] | None = None, limit: int = 30, **given: Any) -> list[int]:
    """The numbers of the games that a search finds."""
    return [game.number for game in search_games(table.id, GameFilter(**given), before, limit)]


@pytest.fixture
def games(table: Table) -> list[Game]:
    """One each evening from Monday on; the third is of other rules, and the last is not over."""
    over(game_between(create_table("Sunday"), "Ann Cal", "Ben Dee", began=MONDAY))
    return [
        over(game_between(table, "Ann Cal", "Ben Dee", began=MONDAY)),
        over(game_between(table, "Ann Ben", "Cal Dee", began=MONDAY + DAY)),
        over(game_between(table, "Ann", "Ben", rules="mirrors", began=MONDAY + 2 * DAY)),
        game_between(table, "Ann Cal", "Eve Dee", began=MONDAY + 3 * DAY),
    ]


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
            before = page_key(table.id, page[-1].number) if page else before
        assert found == pages
    assert [page_key(table.id, 5), page_key(create_table("Monday").id, 1)] == [None, None]


def test_listed_game_has_what_lists_show(table: Table, games: list[Game]) -> None:
    mark_not_counted(games[1].id, "practice")
    (listed,) = search_games(table.id, GameFilter(number=2))
    found = find_game(games[1].id)
    own = found.sides, "practice", None, found.last_activity
    assert listed == ListedGame(games[1].id, 2, MONDAY + DAY, "over", "target", {"totals": [2, 0]}, *own)
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


def test_players_are_paged_by_name(table: Table, ids: dict[str, int]) -> None:
    assert [player.name for player in players_by_name(table.id, 2)] == ["Ann", "Ben"]
    assert [player.name for player in players_by_name(table.id, 2, 3)] == ["Dee", "Eve"]


def test_a_player_of_another_table_is_not_found(table: Table, ids: dict[str, int]) -> None:
    other = create_table("Monday").id
    for table_id, player in ((other, ids["Ann"]), (table.id, max(ids.values()) + 1000)):
        with pytest.raises(NoSuchPlayer, match=r"^This table has no such player$"):
            find_main_player(table_id, player)


def test_games_of_the_same_moment_are_paged_by_number(table: Table) -> None:
    for _ in range(3):
        game_between(table, "Ann", "Ben", began=MONDAY)
    assert numbers(table, before=(MONDAY, 3)) == [2, 1]
    assert numbers(table, before=(MONDAY, 3), limit=1) == [2]


def test_a_page_has_its_usual_length(table: Table) -> None:
    repeat(game_between(table, "Ann", "Ben"), 201)
    assert [len(listed(table.id)) for listed in (games_of, games_from, game_rows)] == [50, 200, 200]
    assert len(search_games(table.id, GameFilter())) == 30
    with write_transaction():
        for number in range(51):
            create_table(f"Table {number}")
        for number in range(21):
            add_player(table.id, f"Player {number}")
    assert len(tables()) == 50
    assert len(search_players(table.id, "player")) == 20


def test_players_are_searched_by_any_part_of_their_name(table: Table) -> None:
    for name in ("Marianne", "Ann", "Annie", "Anna", "100% Ann", "A_n", "Back\\slash", "Cal"):
        add_player(table.id, name)
    add_player(create_table("Sunday").id, "Ann")

    def found(word: str, **page: int) -> list[str]:
        return [player.name for player in search_players(table.id, word, **page)]

    assert found("ann") == ["Ann", "Anna", "Annie", "100% Ann", "Marianne"]
    assert found("%") == ["100% Ann"]
    assert found("_") == ["A_n"]
    assert found("\\") == ["Back\\slash"]
    assert found("a", limit=3) == ["A_n", "Ann", "Cal"]
    assert found("ann", limit=1) == ["Ann"], "not Marianne, who came first"
    assert found("zoe") == []
