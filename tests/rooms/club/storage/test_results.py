"""Results of finished games: a row for each player, their sums alone and in pairs, and their winning streaks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, text

from scorekeeper.rooms.club.storage import results
from scorekeeper.rooms.club.storage.models import PairTotals, PlayerTotals, Result
from scorekeeper.rooms.club.storage.results import (
    FIGURES,
    RESULT,
    SUMMED,
    expected_results,
    rebuild_table_sums,
    rebuild_totals,
    recompute_streaks,
    recompute_table_streaks,
    results_of,
    same_results,
    save_results,
    sums_of_players,
)
from scorekeeper.services.merging import merge_players
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.games import GameSetup, SideSetup, create_table
from scorekeeper.storage.models import Game, Table
from scorekeeper.storage.new_game import create_game
from tests.rooms.club.storage.won import won
from tests.storage.finished_games import game_between, ids_in

SUNDAY = datetime(2026, 11, 15, 20, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def stored() -> list[tuple[Any, ...]]:
    """All results and sums."""
    tables = (db.metadata.tables[each.__tablename__] for each in (Result, PlayerTotals, PairTotals))
    return [tuple(row) for table in tables for row in db.session.execute(select(table).order_by(*table.primary_key))]


def streaks(game: Game) -> dict[int, int]:
    return {row["player_id"]: row["streak"] for row in results_of(db.session(), game.id)}


def four_in_pairs(table: Table) -> list[Game]:
    """Ann plays with Cal, and then against him; each figure of the winners is another number."""
    figures: dict[str, Any] = {name: 2 + at for at, name in enumerate(FIGURES) if name not in ("side", "won")}
    return [won(game_between(table, *names), **figures) for names in (("Ann Cal", "Ben Dee"), ("Ann Ben", "Cal Dee"))]


def test_sums_of_a_player_are_those_of_the_results(table: Table) -> None:
    ids = ids_in(*four_in_pairs(table))
    ann, dee = (db.session.get_one(PlayerTotals, ids[name]) for name in ("Ann", "Dee"))
    own = {name: 2 + place for place, name in enumerate(FIGURES)} | {"won": 1}
    assert {name: getattr(ann, name) for name in SUMMED} == {name: 2 * own[name] for name in SUMMED}
    assert {getattr(dee, name) for name in SUMMED} == {0}
    assert (ann.games, ann.table_id, dee.games) == (2, table.id, 2)


def test_pairs_are_counted_as_partners_and_as_opponents(table: Table) -> None:
    ids = ids_in(*four_in_pairs(table))
    rows = db.session.scalars(select(PairTotals).where(PairTotals.player_id == ids["Ann"])).all()
    found = {(one.other_id, one.partners): (one.games, one.won, one.shared) for one in rows}
    shared = 2 + FIGURES.index("shared")
    assert found == {
        (ids["Cal"], 1): (1, 1, shared),
        (ids["Ben"], 0): (1, 1, shared),
        (ids["Dee"], 0): (2, 2, 2 * shared),
        (ids["Ben"], 1): (1, 1, shared),
        (ids["Cal"], 0): (1, 1, shared),
    }


def test_a_result_that_changes_or_goes_changes_the_sums(table: Table) -> None:
    first, second = four_in_pairs(table)
    before = stored()
    figures = {name: dict.fromkeys(FIGURES, 0) | {"side": 0} for name in ("Ann", "Ben")}
    extra = game_between(table, "Ann", "Ben")
    assert save_results(extra, "points", figures)
    assert not save_results(extra, "points", figures), "nothing new"
    assert save_results(extra, "chips", figures), "in another unit"
    assert len(stored()) == len(before) + 2, "they met before"
    assert save_results(extra, "points", {})
    assert stored() == before
    assert not save_results(extra, "points", {})
    assert save_results(second, "points", {})
    assert save_results(first, "points", {})
    assert stored() == [], "sums without a game are deleted"


def test_a_game_that_does_not_count_has_no_results(table: Table) -> None:
    game = won(game_between(table, "Ann", "Ben"))
    kept = results_of(db.session(), game.id)
    with write_transaction():
        game.not_counted = "practice"
    won(game)
    assert stored() == []
    figures = {name: {each: row[each] for each in FIGURES} for name, row in zip(("Ann", "Ben"), kept, strict=True)}
    assert expected_results(db.session(), game, "points", figures) == []
    with write_transaction():
        game.not_counted = None
    expected = expected_results(db.session(), game, "points", figures)
    assert same_results(expected, reversed(kept))
    assert not same_results(expected, kept[:1])
    assert not same_results(expected, [kept[0], kept[1] | {"made": 9}])
    assert same_results(expected, [row | {"streak": 9} for row in kept])


def test_results_are_expected_of_known_players_by_their_names_now(table: Table) -> None:
    game, other = game_between(table, "Ann", "Ben"), game_between(table, "Anna", "Ben")
    ids = ids_in(game, other)
    merge_players(table.id, "Ann", "Anna")
    figures = {name: dict.fromkeys(FIGURES, 0) | {"side": side} for side, name in enumerate(("Ann", "Ben"))}
    rows = expected_results(db.session(), game, "chips", figures)
    assert [(row["sat_as"], row["player_id"], row["side"]) for row in rows] == [
        (ids["Ann"], ids["Anna"], 0),
        (ids["Ben"], ids["Ben"], 1),
    ]
    assert {(row["game_id"], row["table_id"], row["number"], row["rules"], row["unit"]) for row in rows} == {
        (game.id, table.id, 1, "partnership", "chips")
    }
    assert {row["played"] for row in rows} == {game.created}
    assert expected_results(db.session(), game, "chips", figures | {"Zoe": figures["Ben"]}) == []


def test_margins_in_chips_are_not_added_to_points(table: Table) -> None:
    units = ("points", "chips", "points")
    games = [won(game_between(table, "Ann", "Ben"), unit=unit, margin=100) for unit in units]
    ann = ids_in(games[0])["Ann"]
    summed = db.session.execute(sums_of_players(RESULT.c.game_id.in_([game.id for game in games]))).mappings()
    assert {row["player_id"]: row["margin"] for row in summed}[ann] == 200
    assert db.session.get_one(PlayerTotals, ann).margin == 200


def test_seats_without_a_name_have_no_results(table: Table) -> None:
    sides = [SideSetup("Ann", ["Ann"]), SideSetup("Seat 2", ["Seat 2"])]
    game_setup = GameSetup(
        rules="mirrors", revision=1, options_given={}, options={}, sides=sides, dealer=0, unnamed=("Seat 2",)
    )
    game = won(create_game(table.id, game_setup).game)
    assert [row["side"] for row in results_of(db.session(), game.id)] == [0]


def test_a_game_found_to_be_earlier_changes_the_streaks_after_it(table: Table) -> None:
    games = [won(game_between(table, "Ann", "Ben", began=SUNDAY + hour * HOUR)) for hour in (1, 2, 3)]
    ann, ben = ids_in(games[0])["Ann"], ids_in(games[0])["Ben"]
    assert [streaks(game) for game in games] == [{ann: 1, ben: 0}, {ann: 2, ben: 0}, {ann: 3, ben: 0}]
    lost = won(game_between(table, "Ann", "Ben", began=SUNDAY + 2 * HOUR), 1)
    assert [streaks(game)[ann] for game in (*games[:2], lost, games[2])] == [1, 2, 0, 1]
    won(lost)
    assert [streaks(game)[ann] for game in (*games[:2], lost, games[2])] == [1, 2, 3, 4]
    won(game_between(table, "Ann", "Ben", began=SUNDAY))
    assert [streaks(game)[ann] for game in (*games[:2], lost, games[2])] == [2, 3, 4, 5]


def test_a_shared_win_ends_a_streak(table: Table) -> None:
    hours = ((1, 0), (2, 1), (3, 0))
    games = [won(game_between(table, "Ann", "Ben", began=SUNDAY + hour * HOUR), shared=part) for hour, part in hours]
    ann = ids_in(games[0])["Ann"]
    assert [streaks(game)[ann] for game in games] == [1, 0, 1]


def test_streaks_are_read_a_page_at_a_time_and_only_as_far_as_they_change(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "PAGE_SIZE", 2)
    games = [won(game_between(table, "Ann", "Ben", began=SUNDAY)) for _ in range(6)]
    ann = ids_in(games[0])["Ann"]
    with write_transaction() as session:
        for game, wrong in zip(games, (1, 7, 7, 7, 5, 9), strict=True):
            results._set(session, game.id, ann, results.Streak(wrong))
        recompute_streaks(session, ann, games[1].created, games[1].number)
    assert [streaks(game)[ann] for game in games] == [1, 2, 3, 4, 5, 9], "it stops at the first that is right"
    elsewhere = won(game_between(create_table("Sunday"), "Ann", "Ben"))
    other = ids_in(elsewhere)["Ann"]
    with write_transaction() as session:
        results._set(session, elsewhere.id, other, results.Streak(9))
        recompute_table_streaks(session, table.id)
    assert [streaks(game)[ann] for game in games] == [1, 2, 3, 4, 5, 6]
    assert streaks(elsewhere)[other] == 9


def test_two_names_of_a_player_in_one_game_are_two_results(table: Table) -> None:
    """Merging refuses it today; an older version may have stored it."""
    game, later = won(game_between(table, "Ann", "Annie")), won(game_between(table, "Ann", "Ben"))
    ann, annie = ids_in(game)["Ann"], ids_in(game)["Annie"]
    before = {(one.player_id, one.other_id) for one in db.session.scalars(select(PairTotals))}
    assert (ann, annie) in before
    with write_transaction() as session:
        moved = select(Result).where(Result.alias_id == annie)
        session.scalars(moved).one().player_id = ann
        session.flush()
        rebuild_table_sums(session, table.id)
        recompute_streaks(session, ann, game.created, game.number)
    assert db.session.get_one(PlayerTotals, ann).games == 3
    assert {one.other_id for one in db.session.scalars(select(PairTotals))} == {ann, ids_in(later)["Ben"]}
    assert [row["streak"] for row in results_of(db.session(), game.id)] == [1, 0]
    assert {row["streak"] for row in results_of(db.session(), later.id)} == {1, 0}


def test_sums_can_be_rebuilt_from_the_results(table: Table) -> None:
    games = four_in_pairs(table)
    elsewhere = create_table("Sunday")
    four_in_pairs(elsewhere)
    before = stored()
    ids = ids_in(*games)
    with write_transaction() as session:
        rebuild_totals(session, {ids["Ann"], ids["Dee"]})
    assert stored() == before
    with write_transaction() as session:
        for name in ("tally", "together"):
            session.connection().execute(text(f"UPDATE {name} SET games = games + 7"))
        rebuild_totals(session, {ids["Ann"], ids["Dee"]})
    right = {row.player_id for row in db.session.scalars(select(PlayerTotals).where(PlayerTotals.games == 2))}
    assert right == {ids["Ann"], ids["Dee"]}
    pairs = db.session.scalars(select(PairTotals).where(PairTotals.player_id.in_(ids.values()), PairTotals.games > 7))
    assert {(one.player_id, one.other_id) for one in pairs} == {(ids["Ben"], ids["Cal"]), (ids["Cal"], ids["Ben"])}
    with write_transaction() as session:
        rebuild_table_sums(session, table.id)
        rebuild_table_sums(session, elsewhere.id)
        rebuild_table_sums(session, create_table("Empty").id)
    assert stored() == before
