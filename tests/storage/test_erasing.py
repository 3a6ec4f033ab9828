"""Erasing: names are rewritten and games and tables deleted, and nothing else goes with them."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import DatabaseError

from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage.cleaning import clean_file
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.erasing import RewrittenGame, remove_game, rename_players, rename_table, rewrite_games
from scorekeeper.storage.events import append, events_of
from scorekeeper.storage.games import GameSetup, SideSetup, create_table, find_game, find_table
from scorekeeper.storage.members import Role, add_member, change_member
from scorekeeper.storage.merging import merge_players
from scorekeeper.storage.models import Game, Table
from scorekeeper.storage.new_game import RematchOf, create_game
from scorekeeper.storage.players import add_player, names_of
from tests.storage.finished_games import game_between, ids_in


def rows() -> dict[str, list[tuple[Any, ...]]]:
    """Everything stored, by table."""
    db.session.rollback()
    return {
        each.name: sorted(tuple(map(str, row)) for row in db.session.execute(select(each)))
        for each in db.metadata.sorted_tables
    }


def test_players_whom_something_else_names_stay_when_a_game_is_deleted(table: Table) -> None:
    playing = game_between(table, "Ann", "Ben")
    mistake = game_between(table, "Ann Cal", "Dee Eve")
    ids = ids_in(mistake)
    add_player(table.id, "Callie")
    merge_players(table.id, "Callie", "Cal")
    phone = add_member(table.id, "phone", name="Phone", role=Role.SCORER).id
    change_member(phone, player_id=ids["Dee"])
    add_player(table.id, "Zoe")
    first, second = playing.id, mistake.id
    remove_game(table.id, second)
    assert sorted(names_of(table.id)) == ["Ann", "Ben", "Cal", "Callie", "Dee", "Zoe"]
    assert db.session.get(Game, second) is None
    assert find_game(first).number == 1
    remove_game(table.id, first)
    assert sorted(names_of(table.id)) == ["Cal", "Callie", "Dee", "Zoe"]
    assert not any(rows()[name] for name in ("game", "entry", "erasure"))


def test_a_rematch_stays_when_its_game_is_deleted(table: Table) -> None:
    game, other = game_between(table, "Ann", "Ben"), game_between(table, "Ann", "Ben")
    sides = [SideSetup(each, [each]) for each in ("Ann", "Ben")]
    game_setup = GameSetup(rules="partnership", revision=1, options_given={}, options={}, sides=sides, dealer=0)
    rematches = [create_game(table.id, game_setup, rematch_of=RematchOf(each.id)).game.id for each in (game, other)]
    remove_game(table.id, game.id)
    assert [find_game(each).rematch_of for each in rematches] == [None, other.id]
    assert sorted(names_of(table.id)) == ["Ann", "Ben"]


def test_seat_without_a_player_is_no_player_to_delete(table: Table) -> None:
    sides = [SideSetup("Ann", ["Ann"]), SideSetup("Seat 2", ["Seat 2"])]
    game_setup = GameSetup(
        rules="mirrors", revision=1, options_given={}, options={}, sides=sides, dealer=0, unnamed=("Seat 2",)
    )
    game = create_game(table.id, game_setup).game
    add_player(table.id, "Seat 2")
    remove_game(table.id, game.id)
    assert names_of(table.id) == ["Seat 2"]


def test_events_are_rewritten_only_where_told(table: Table) -> None:
    game = game_between(table, "Ann", "Ben")
    for number in (1, 2):
        append(game.id, UnsavedEvent(kind="note", payload={"note": f"Zoe {number}"}, who="Zoe", reason="Zoe said so"))
    first, second = events_of(game.id, after=1)
    new = first._replace(payload={"note": "Player 1"}, who="Player 1", reason="Player 1 said so", salt="x" * 22)
    with write_transaction() as session:
        rewrite_games(session, [RewrittenGame(game.id, {}, [new], None)])
    db.session.rollback()
    assert events_of(game.id, after=1) == [new, second]
    assert rows()["erasure"] == []
    with pytest.raises(DatabaseError), write_transaction() as session:
        session.execute(db.text("UPDATE entry SET who = 'Ann'"))


def test_a_table_that_gets_a_name_is_no_longer_one_of_quick_games(table: Table) -> None:
    quick, other = create_table("Ann’s phone", quick=True), create_table("Ben’s phone", quick=True)
    with write_transaction() as session:
        rename_table(session, quick.id, "Thursday")
    db.session.expire_all()
    assert [(one.name, one.quick) for one in (find_table(quick.id), find_table(other.id))] == [
        ("Thursday", None),
        ("Ben’s phone", True),
    ]


def test_cleaning_leaves_no_deleted_name_in_the_database(table: Table) -> None:
    add_player(table.id, "Marguerite")
    with write_transaction() as session:
        rename_players(session, table.id, {"Marguerite": "Player 1"})
    assert clean_file()
    assert names_of(table.id) == ["Player 1"]
