"""Searches: games by filters, players with their sums, their partners and opponents, and records."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.games import (
    create_table,
    games_from,
    games_of,
    tables,
)
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player
from scorekeeper.storage.search import GameFilter, search_games, search_players
from scorekeeper.storage.visits import game_rows
from tests.storage.finished_games import game_between, repeat

MONDAY = datetime(2026, 11, 16, 20, 0, tzinfo=UTC)


def numbers(table: Table, *, before: tuple[datetime, int] | None = None, limit: int = 30, **given: Any) -> list[int]:
    """The numbers of the games that a search finds."""
    return [game.number for game in search_games(table.id, GameFilter(**given), before, limit)]


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
