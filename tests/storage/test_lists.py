"""Lists are sorted newest first, with one page at a time, each read from an index."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import NoSuchTable
from scorekeeper.storage.games import (
    GameSetup,
    GameSummary,
    create_table,
    find_game,
    find_table,
    games_of,
    mark_not_counted,
    tables,
)
from scorekeeper.storage.models import Table
from scorekeeper.storage.new_game import create_game, games_started
from scorekeeper.storage.players import (
    add_player,
    count_players,
    find_player,
    most_active_players,
    names_of,
    newest_names_of,
    roster_of,
)
from scorekeeper.storage.search import GameFilter, search_games
from scorekeeper.storage.who_played import save_played
from tests.storage.finished_games import game_between, over
from tests.storage.summaries import save_summary


def test_games_are_listed_in_pages_newest_first(table: Table, game_setup: GameSetup) -> None:
    other = create_table("Sunday")
    for _ in range(5):
        create_game(table.id, game_setup)
        create_game(other.id, game_setup)
    first = games_of(table.id, limit=2)
    second = games_of(table.id, after=first[-1].number, limit=2)
    last = games_of(table.id, after=second[-1].number, limit=2)
    assert [[game.number for game in page] for page in (first, second, last)] == [[5, 4], [3, 2], [1]]
    assert {game.table_id for game in first + second + last} == {table.id}


def test_games_can_be_listed_by_status(table: Table, game_setup: GameSetup) -> None:
    games = [create_game(table.id, game_setup).game.id for _ in range(4)]
    save_summary(games[1], 1, GameSummary(status="over", ended_by="closed"))
    assert [game.number for game in games_of(table.id, status="playing")] == [4, 3, 1]
    assert [game.number for game in games_of(table.id, status="over")] == [2]


def test_games_started_in_a_period(table: Table, game_setup: GameSetup) -> None:
    games = [
        create_game(game_table.id, game_setup).game
        for game_table in (table, create_table("Sunday"), table, table, table)
    ]
    at = datetime(2026, 1, 2, 20, 30, tzinfo=UTC)
    minute = timedelta(minutes=1)
    with write_transaction():
        for game, began in zip(games, (at + minute, at, at + minute / 2, at, at - minute / 2), strict=True):
            game.created = began
    found = games_started(table.id, "partnership", at, at + minute)
    assert [game.number for game in found] == [2, 3]
    assert games_started(table.id, "cutthroat", at, at + minute) == []


def test_games_are_searched_by_status_newest_first(table: Table, game_setup: GameSetup) -> None:
    games = [create_game(table.id, game_setup).game.id for _ in range(3)]
    save_summary(games[1], 1, GameSummary(status="over", ended_by="closed"))
    found = {status: search_games(table.id, GameFilter(status=status)) for status in ("playing", "over", None)}
    numbers = {status: [game.number for game in listed] for status, listed in found.items()}
    assert numbers == {"playing": [3, 1], "over": [2], None: [3, 2, 1]}


def test_games_are_searched_by_when_they_were_played(table: Table, game_setup: GameSetup) -> None:
    """An imported evening of last year comes below tonight's games."""
    games = [create_game(table.id, game_setup).game.id for _ in range(3)]
    with write_transaction():
        find_game(games[2]).created = datetime(2025, 11, 1, tzinfo=UTC)
    assert [game.number for game in search_games(table.id, GameFilter())] == [2, 1, 3]


def test_tables_are_listed_in_pages_newest_first(app: Flask) -> None:
    ids = [create_table(f"Table {number}").id for number in range(5)]
    first = tables(limit=3)
    second = tables(after=first[-1].id, limit=3)
    assert [table.id for table in first + second] == ids[::-1]


def test_tables_of_the_same_moment_are_each_listed_once(app: Flask) -> None:
    ids = [create_table(f"Table {number}").id for number in range(9)]
    with write_transaction() as session:
        session.execute(update(Table).values(created=datetime(2026, 11, 20, 20, 14, tzinfo=UTC)))
    found = tables(limit=4)
    while page := tables(after=found[-1].id, limit=4):
        found += page
    assert [table.id for table in found] == sorted(ids, reverse=True)


def test_players_are_listed_by_name(table: Table) -> None:
    ben, ann = add_player(table.id, "Ben"), add_player(table.id, "Ann")
    assert sorted(names_of(table.id)) == ["Ann", "Ben"]
    assert add_player(table.id, "Ben").id == ben.id
    assert find_player(table.id, "Ann") == ann
    assert find_player(table.id, "ann") is None
    assert find_player(create_table("Sunday").id, "Ann") is None


def test_players_are_listed_by_games_then_by_name(table: Table) -> None:
    for name in ("Dee", "Cal", "Ben", "Ann"):
        add_player(table.id, name)
    over(game_between(create_table("Sunday"), "Eve", "Ann"))
    for _ in range(2):
        over(game_between(table, "Ben", "Cal"))
    save_played(over(game_between(table, "Dee", "Cal")), ())  # open again
    left_out = over(game_between(table, "Dee", "Cal"))
    save_played(mark_not_counted(left_out.id, "practice"), ["Dee", "Cal"])
    over(game_between(table, "Ben"))
    found = [(one.name, one.games) for one in most_active_players(table.id)]
    assert found == [("Ben", 3), ("Cal", 2), ("Ann", 0), ("Dee", 0)]
    assert [one.name for one in most_active_players(table.id, limit=3)] == ["Ben", "Cal", "Ann"]
    assert roster_of(table.id) == ["Ann", "Ben", "Cal", "Dee"]
    assert roster_of(table.id, limit=1) == ["Ben"], "a large table offers those who play most"
    assert newest_names_of(table.id, limit=2) == ["Ann", "Ben"]
    assert (count_players(table.id), sorted(names_of(table.id))) == (4, ["Ann", "Ben", "Cal", "Dee"])


def test_unknown_table_is_refused(app: Flask) -> None:
    for ask in (lambda: find_table("nowhere"), lambda: add_player("nowhere", "Ann"), lambda: tables(after="nowhere")):
        with pytest.raises(NoSuchTable):
            ask()
