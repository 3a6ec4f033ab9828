"""A room's folder can be deleted while the database has rows of it: games and tables can still be deleted."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.erasing import remove_game, remove_table
from scorekeeper.storage.errors import NoSuchTable
from scorekeeper.storage.games import create_table, find_table
from scorekeeper.storage.players import names_of
from scorekeeper.storage.upgrade import changing_schema
from tests.storage.finished_games import game_between, ids_in

BOOKS = (
    "CREATE TABLE shelf (id INTEGER PRIMARY KEY, table_id TEXT NOT NULL REFERENCES card_table (id))",
    "CREATE TABLE book (id INTEGER PRIMARY KEY, game TEXT REFERENCES game (id), reader INTEGER REFERENCES player (id))",
)


@pytest.fixture
def database(new_database: str) -> str:
    """A database for this test alone: its schema changes."""
    return new_database


def count(table: str) -> object:
    return db.session.execute(text(f"SELECT count(*) FROM {table}")).scalar_one()


def test_rows_of_a_deleted_room_go_with_their_game_and_their_table(app: Flask) -> None:
    with changing_schema(db.engine) as connection:
        for made in BOOKS:
            connection.execute(text(made))
    table = create_table("Thursday")
    game, other = game_between(table, "Ann", "Ben"), game_between(table, "Cal", "Dee")
    reads = ids_in(other) | ids_in(game)
    with write_transaction() as session:
        session.execute(text("INSERT INTO shelf VALUES (1, :table)"), {"table": table.id})
        for number, (about, reader) in enumerate([(game.id, None), (None, reads["Dee"]), (other.id, reads["Ann"])]):
            values = {"id": number, "game": about, "reader": reader}
            session.execute(text("INSERT INTO book VALUES (:id, :game, :reader)"), values)
    table_id = table.id
    remove_game(table_id, other.id)
    assert count("book") == 2
    assert names_of(table_id) == ["Ann", "Ben", "Dee"]
    remove_table(table_id)
    assert (count("book"), count("shelf"), count("player")) == (0, 0, 0)
    with pytest.raises(NoSuchTable):
        find_table(table_id)
