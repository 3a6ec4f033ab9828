"""Lists are sorted newest first, with one page at a time, each read from an index."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import event, update

from scorekeeper.rooms.club.storage.leaderboard import Period, games_among, leaderboard, most_active
from scorekeeper.rooms.club.storage.results import SUMMED, every_sum
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.errors import NoSuchTable
from scorekeeper.storage.games import (
    GameSetup,
    GameSummary,
    create_table,
    find_game,
    find_table,
    games_of,
    last_game_by,
    save_summary,
    tables,
)
from scorekeeper.storage.models import PlayerTotals, Table
from scorekeeper.storage.new_game import create_game, games_started
from scorekeeper.storage.players import (
    add_player,
    count_players,
    find_player,
    merged_players_of,
    most_active_players,
    names_of,
    newest_names_of,
    roster_of,
)
from scorekeeper.storage.search import GameFilter, search_games


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


def test_players_are_listed_by_games_then_by_name(table: Table) -> None:
    names = {name: add_player(table.id, name).id for name in ("Dee", "Cal", "Ben", "Ann")}
    add_player(create_table("Sunday").id, "Eve")
    with write_transaction() as session:
        for name, games in (("Cal", 1), ("Ben", 2)):
            sums = dict.fromkeys(SUMMED, 0) | {"games": games}
            session.add(PlayerTotals(player_id=names[name], table_id=table.id, **sums))
    found = [(one.name, one.games) for one in most_active_players(table.id)]
    assert found == [("Ben", 2), ("Cal", 1), ("Ann", 0), ("Dee", 0)]
    assert [one.name for one in most_active_players(table.id, limit=3)] == ["Ben", "Cal", "Ann"]
    assert [one.player.name for one in every_sum(table.id)] == ["Ben", "Cal"]
    assert roster_of(table.id) == ["Ann", "Ben", "Cal", "Dee"]
    assert roster_of(table.id, limit=1) == ["Ben"], "a large table offers those who play most"
    assert newest_names_of(table.id, limit=2) == ["Ann", "Ben"]
    assert (count_players(table.id), sorted(names_of(table.id))) == (4, ["Ann", "Ben", "Cal", "Dee"])


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


def test_unknown_table_is_refused(app: Flask) -> None:
    for ask in (lambda: find_table("nowhere"), lambda: add_player("nowhere", "Ann"), lambda: tables(after="nowhere")):
        with pytest.raises(NoSuchTable):
            ask()


@pytest.mark.parametrize("kind", ["sqlite"])
def test_every_page_uses_an_index(table: Table) -> None:
    asked: list[tuple[str, object]] = []
    event.listen(db.engine, "before_cursor_execute", lambda *call: asked.append((call[2], call[3])))
    games_of(table.id, after=9)
    games_of(table.id, after=9, status="playing")
    tables(after=table.id)
    last_game_by(table.id, "a game that the table never plays", 2, 2)
    pages = list(asked)
    for by in ("won", "games", "made", "nils", "bags", "name"):
        leaderboard(Period(table.id, ranked_from=5), by, 50, skip=50)
    most_active(Period(table.id, ranked_from=5), 50)
    most_active_players(table.id)
    newest_names_of(table.id)
    merged_players_of(table.id)
    plans = [_plan(statement, values) for statement, values in list(asked) if "ORDER BY" in statement]
    whole = [step for steps in plans for step in steps if step.startswith("SCAN") or step.endswith("FOR ORDER BY")]
    assert not whole, "a statement reads or sorts a whole table"
    del asked[:]
    lately = Period(table.id, ranked_from=1, since=datetime(2026, 1, 1, tzinfo=UTC))
    leaderboard(lately, "won", 50)
    most_active(lately, 50)
    games_among(lately, [1, 2], partners=True)
    steps = [step for statement, values in list(asked) for step in _plan(statement, values)]
    read = [step for step in steps if step.startswith("SEARCH result")]
    assert len(read) == 4, read
    assert all(step.endswith("(game_id=?)") for step in read), "only results of the period's games are read"
    of_pages = [_plan(statement, values) for statement, values in pages]
    assert [len(steps) for steps in of_pages] == [1, 1, 1, 1]
    assert "(table_id=? AND rules=?)" in of_pages[-1][0]
    assert len(plans) > 20


def _plan(statement: str, values: object) -> list[str]:
    """The steps of a statement; players with equal figures are sorted by name, the "right part" of the order."""
    plan = db.session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)  # type: ignore[arg-type]
    return [row.detail for row in plan]


def test_leaderboard_shares_ranks_and_lists_those_with_few_games_last(table: Table) -> None:
    names = {name: add_player(table.id, name).id for name in ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus")}
    with write_transaction() as session:
        for name, games, won, bids in (
            ("Ann", 6, 2, 9),
            ("Ben", 9, 3, 0),
            ("Cal", 5, 4, 9),
            ("Dee", 5, 1, 9),
            ("Eve", 2, 2, 0),
        ):
            sums = dict.fromkeys(SUMMED, 0) | {"games": games, "won": won, "bids": bids}
            session.add(PlayerTotals(player_id=names[name], table_id=table.id, **sums))
    period = Period(table.id, ranked_from=5)
    best = [(leader.name, leader.rank) for leader in leaderboard(period, "won", 9)]
    assert best == [("Cal", 1), ("Ben", 2), ("Ann", 2), ("Dee", 4), ("Eve", None), ("Fay", None), ("Gus", None)]
    for skip in range(8):
        page = [(leader.name, leader.rank) for leader in leaderboard(period, "won", 2, skip)]
        assert page == best[skip : skip + 2], "a page continues the one before"
    made = [(leader.name, leader.rank) for leader in leaderboard(period, "made", 4)]
    assert made == [("Ann", 1), ("Cal", 1), ("Dee", 1), ("Ben", 4)], "who never bid comes after who never made a bid"
    bags = [leader.name for leader in leaderboard(Period(table.id, ranked_from=1), "bags", 5)]
    assert bags == ["Ben", "Ann", "Cal", "Dee", "Eve"], "equal figures: most games first, then by name"
