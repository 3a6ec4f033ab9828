"""The statistics of a table always equal a rebuild."""

from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings, strategies as st
from sqlalchemy import select

from scorekeeper.core.sheet import read_sheet
from scorekeeper.rooms.club.services.statistics import rebuild, results_differ
from scorekeeper.rooms.club.storage import results
from scorekeeper.rooms.club.storage.models import Result
from scorekeeper.rooms.club.storage.results import every_sum, record_of
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.merging import merge_players, unmerge_players
from scorekeeper.services.recording import record
from scorekeeper.services.starting import start_game
from scorekeeper.storage.database import Base, db
from scorekeeper.storage.games import find_game, games_of
from scorekeeper.storage.merging import AlreadyMerged, CannotMerge
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player, find_main_player
from tests.databases import on_both
from tests.hypothesis_budget import examples
from tests.rooms.club.services.statistics.test_figures_equal_records import ANN, eventful_table
from tests.tables import sheet_of

HANDS = ["Ann 5 took 6, Ben 4 took 7", "Ann nil took 0, Ben 9 took 13", "Ann 6 took 2, Ben 11 took 11"]


def game_of_sheet(table_id: str) -> dict[str, list[tuple[Any, ...]]]:
    """All stored statistics of a table, in order."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    players = [each.player.id for each in every_sum(table_id)]
    for name in ("result", "tally", "together"):
        table = Base.metadata.tables[name]
        mine = table.c.player_id.in_(players) if name == "together" else table.c.table_id == table_id
        rows = db.session.execute(select(table).where(mine)).all()
        found[name] = sorted(tuple(row) for row in rows)
    return found


def sheet(one: str, other: str, *hands: str, closed: str | None = None) -> Any:
    written = sheet_of("two-player", *hands, closed=closed, target=100)
    written["sides"] = [{"name": name, "players": [name]} for name in (one, other)]
    return read_sheet(written)


def games(table_id: str) -> list[str]:
    return [game.id for game in reversed(games_of(table_id))]


@on_both
@settings(max_examples=examples(5, 2000), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_statistics_always_equal_a_rebuild(app: Flask, data: st.DataObject) -> None:
    table_id = eventful_table(data.draw)
    before = game_of_sheet(table_id)
    assert [game.number for game, changed in rebuild(table_id) if changed] == []
    assert game_of_sheet(table_id) == before


@on_both
def test_rebuild_corrects_wrong_statistics(table: Table) -> None:
    for _ in range(3):
        start_game(table.id, sheet("Ann", "Ben", *HANDS[:2]), author=ANN)
    right = game_of_sheet(table.id)
    with db.engine.begin() as connection:
        connection.execute(Base.metadata.tables["result"].update().values(made=7, streak=9))
        connection.execute(Base.metadata.tables["tally"].delete())
    db.session.rollback()  # read again
    assert results_differ(find_game(games(table.id)[0]), load_game(games(table.id)[0]).state)
    assert [game.number for game, changed in rebuild(table.id) if changed] == [1, 2, 3]
    assert game_of_sheet(table.id) == right
    with db.engine.begin() as connection:
        connection.execute(Base.metadata.tables["result"].update().values(streak=9))
    db.session.rollback()
    assert [changed for _, changed in rebuild(table.id)] == [False] * 3  # streaks are no figures of one game
    assert game_of_sheet(table.id) == right


@on_both
def test_rebuild_counts_partners_and_opponents_apart(table: Table) -> None:
    for partner, opponent in (("Cal", "Ben"), ("Ben", "Cal")):
        written = sheet_of("partnership", "Ann 9 and Cal 4 took 13, Ben 1 and Dee 1 took 0", closed="late")
        written["sides"][0]["players"] = ["Ann", partner]
        written["sides"][1]["players"] = [opponent, "Dee"]
        start_game(table.id, read_sheet(written), author=ANN)
    right = game_of_sheet(table.id)
    with db.engine.begin() as connection:
        connection.execute(Base.metadata.tables["together"].delete())
    db.session.rollback()  # read again
    assert [changed for _, changed in rebuild(table.id)] == [False, False]
    assert game_of_sheet(table.id) == right


def test_name_is_merged_only_once(table: Table) -> None:
    for name in ("Ann", "Annie", "Ben"):
        add_player(table.id, name)
    merge_players(table.id, "Annie", "Ann")
    with pytest.raises(AlreadyMerged, match="Annie is already another name of Ann"):
        merge_players(table.id, "Annie", "Ben")


def test_only_a_merged_name_is_unmerged(table: Table) -> None:
    add_player(table.id, "Ann")
    with pytest.raises(CannotMerge, match=r"^Ann is not another name of anyone$"):
        unmerge_players(table.id, "Ann")


@on_both
def test_a_streak_counts_games_won_in_a_row(table: Table) -> None:
    for one, other in (("Ann", "Ben"), ("Ann", "Cal"), ("Ben", "Ann"), ("Ann", "Ben")):
        start_game(table.id, sheet(one, other, "Ann 9 took 9, Ben 1 took 4", closed="late"), author=ANN)
    rows = db.session.scalars(select(Result).order_by(Result.number, Result.side)).all()
    assert [row.streak for row in rows] == [1, 0, 2, 0, 1, 0, 1, 0]
    best = record_of("streak", table_id=table.id)
    assert best is not None
    assert best.number == 2


def test_a_streak_is_counted_past_a_page_of_games(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "PAGE_SIZE", 2)
    for _ in range(5):
        start_game(table.id, sheet("Ann", "Ben", "Ann 9 took 9, Ben 1 took 4", closed="late"), author=ANN)
    with db.engine.begin() as connection:
        connection.execute(Base.metadata.tables["result"].update().values(streak=9))
    db.session.rollback()  # read again
    assert [changed for _, changed in rebuild(table.id)] == [False] * 5
    rows = db.session.scalars(select(Result).order_by(Result.number, Result.side)).all()
    assert [row.streak for row in rows] == [1, 0, 2, 0, 3, 0, 4, 0, 5, 0]


def test_a_corrected_loss_shortens_the_streak_after_it(table: Table) -> None:
    for _ in range(3):
        start_game(table.id, sheet("Ann", "Ben", "Ann 9 took 9, Ben 1 took 4", closed="late"), author=ANN)
    lost = {"hand": 1, "bids": ["9", "1"], "took": [4, 9], "reason": "read the wrong way round"}
    record(games(table.id)[1], "correction", lost, author=ANN)
    rows = db.session.scalars(select(Result).where(Result.side == 0).order_by(Result.number)).all()
    assert [row.streak for row in rows] == [1, 0, 1]


@on_both
def test_games_of_a_merged_name_belong_to_the_player(table: Table) -> None:
    start_game(table.id, sheet("Ann", "Ben", *HANDS, closed="late"), author=ANN)
    start_game(table.id, sheet("Annie", "Ben", *HANDS, closed="late"), author=ANN)
    merge_players(table.id, "Annie", "Ann")
    ann = every_sum(table.id)[0]
    assert (ann.player.name, ann.totals.games) == ("Ann", 2)
    assert find_main_player(table.id, ann.player.id).other_names == ("Annie",)
    unmerge_players(table.id, "Annie")
    assert {each.player.name: each.totals.games for each in every_sum(table.id)} == {
        "Ann": 1,
        "Annie": 1,
        "Ben": 2,
    }


@pytest.mark.parametrize(
    ("name", "into", "why"),
    [
        ("Ann", "Ben", "both played in game 1"),
        ("Ann", "Ann", "are already the same player"),
        ("Ann", "Zoe", "Nobody at this table is called Zoe"),
    ],
)
def test_names_of_two_players_cannot_be_merged(table: Table, name: str, into: str, why: str) -> None:
    start_game(table.id, sheet("Ann", "Ben", *HANDS, closed="late"), author=ANN)
    before = game_of_sheet(table.id)
    with pytest.raises(CannotMerge, match=why):
        merge_players(table.id, name, into)
    assert game_of_sheet(table.id) == before


def test_game_in_progress_changes_no_statistics(table: Table) -> None:
    start_game(table.id, sheet("Ann", "Ben", HANDS[0]), author=ANN)
    assert game_of_sheet(table.id)["result"] == []
