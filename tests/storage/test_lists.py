"""Lists are sorted newest first, with one page at a time, each read from an index."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.storage import (
    GameSummary,
    Head,
    NoSuchTable,
    Table,
    add_player,
    create_game,
    create_table,
    db,
    find_player,
    find_table,
    games_of,
    players_of,
    save_summary,
    tables,
)


def test_games_are_listed_in_pages_newest_first(table: Table, head: Head) -> None:
    other = create_table("Sunday")
    for _ in range(5):
        create_game(table.id, head)
        create_game(other.id, head)
    first = games_of(table.id, limit=2)
    second = games_of(table.id, after=first[-1].number, limit=2)
    last = games_of(table.id, after=second[-1].number, limit=2)
    assert [[game.number for game in page] for page in (first, second, last)] == [[5, 4], [3, 2], [1]]
    assert {game.table_id for game in first + second + last} == {table.id}


def test_games_can_be_listed_by_status(table: Table, head: Head) -> None:
    games = [create_game(table.id, head).game.id for _ in range(4)]
    save_summary(games[1], 1, GameSummary(status="over", ended_by="closed"))
    assert [game.number for game in games_of(table.id, status="playing")] == [4, 3, 1]
    assert [game.number for game in games_of(table.id, status="over")] == [2]


def test_tables_are_listed_in_pages_newest_first(app: Flask) -> None:
    ids = [create_table(f"Table {number}").id for number in range(5)]
    first = tables(limit=3)
    second = tables(after=first[-1].id, limit=3)
    assert [table.id for table in first + second] == ids[::-1]


def test_players_are_listed_by_name(table: Table) -> None:
    ben, ann = add_player(table.id, "Ben"), add_player(table.id, "Ann")
    assert players_of(table.id) == [ann, ben]
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
    pages = [(statement, values) for statement, values in asked if "LIMIT" in statement]
    for statement, values in pages:
        plan = db.session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)  # type: ignore[arg-type]
        steps = [row.detail for row in plan]
        assert len(steps) == 1, steps
        assert steps[0].startswith("SEARCH"), steps
        assert "USING INDEX" in steps[0], steps
    assert len(pages) == 3
