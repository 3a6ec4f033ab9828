"""What pages read of a table with thousands of players, phones and links, each from an index."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, PrimaryKeyConstraint, Table as SqlTable, UniqueConstraint, event

from scorekeeper.storage.database import Base, db
from scorekeeper.storage.merging import merge_players
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player
from scorekeeper.storage.search import GameFilter, search_games
from tests.storage.finished_games import game_between, over


@pytest.mark.parametrize("kind", ["sqlite"])
def test_games_in_progress_are_not_looked_for_in_a_players_results(table: Table) -> None:
    assert plans_of(lambda: search_games(table.id, GameFilter(players=(1,), status="playing"))) == []


@pytest.mark.parametrize("kind", ["sqlite"])
def test_a_merge_does_not_read_everybodys_games(table: Table) -> None:
    over(game_between(table, "Ann Cal", "Ben Dee"))
    add_player(table.id, "Anna")
    steps = plans_of(lambda: merge_players(table.id, "Anna", "Ann"))
    read = [step for step in steps if "played_game" in step]
    assert read
    assert all(step.startswith("SEARCH played_game") for step in read), read


@pytest.mark.parametrize("kind", ["sqlite"])
@pytest.mark.usefixtures("app")  # which knows the rooms' models too
def test_every_foreign_key_begins_an_index() -> None:
    assert {each.name: lacking for each in Base.metadata.sorted_tables if (lacking := unindexed(each))} == {}


def unindexed(model: SqlTable) -> set[str]:
    """The columns that refer to another model and begin no index."""
    unique = [one for one in model.constraints if isinstance(one, UniqueConstraint | PrimaryKeyConstraint)]
    return {key.parent.name for key in model.foreign_keys} - {
        next(iter(one.columns)).name for one in (*model.indexes, *unique)
    }


def plans_of(ask: Callable[[], object]) -> list[str]:
    """The steps of all statements that this sends."""
    steps: list[str] = []

    def explain(connection: Connection, _cursor: object, statement: str, values: Any, *_rest: object) -> None:
        driver: Any = connection.connection.driver_connection
        if statement.split(" ", maxsplit=1)[0] in ("SELECT", "DELETE", "UPDATE"):
            steps.extend(row[3] for row in driver.execute(f"EXPLAIN QUERY PLAN {statement}", values))

    event.listen(db.engine, "before_cursor_execute", explain)
    ask()
    event.remove(db.engine, "before_cursor_execute", explain)
    return steps
