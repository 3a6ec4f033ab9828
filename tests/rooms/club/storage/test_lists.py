"""Lists are sorted newest first, with one page at a time, each read from an index."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy import event

from scorekeeper.core.game.player_stats import WHOLE_WIN
from scorekeeper.rooms.club.storage.leaderboard import Period, games_among, leaderboard, most_active
from scorekeeper.rooms.club.storage.models import PlayerTotals
from scorekeeper.rooms.club.storage.results import SUMMED
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.games import games_of, last_game_by, tables
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player, merged_players_of, most_active_players, newest_names_of


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
            sums = dict.fromkeys(SUMMED, 0) | {"games": games, "won": won, "share": won * WHOLE_WIN, "bids": bids}
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
