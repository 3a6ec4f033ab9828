"""Stored events never change: the database itself refuses to change or remove one."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import delete, text, update
from sqlalchemy.exc import DBAPIError

from scorekeeper.formats.chain import verify
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.events import events_of
from scorekeeper.storage.models import Erasure, EventRow, Table
from scorekeeper.storage.new_game import Created
from tests.each_case import each_case

CHANGES = [
    "UPDATE entry SET payload = '{}'",
    "UPDATE entry SET seq = 2 WHERE seq = 1",
    "DELETE FROM entry",
    "DELETE FROM entry WHERE seq = 1",
]
ON_SQLITE = [
    "INSERT OR REPLACE INTO entry SELECT game_id, seq, id, kind, '{}', who, at, reason, previous, hash, salt FROM entry"
]
DURING_AN_ERASURE = [
    "UPDATE entry SET seq = 2 WHERE seq = 1",
    "UPDATE entry SET hash = ''",
    "UPDATE entry SET at = '2000-01-01'",
    "DELETE FROM entry",
]
OUTSIDE = r"^a write outside of write_transaction\(\) would lose what others write at the same time$"
ON_POSTGRESQL = ["TRUNCATE entry", "TRUNCATE entry, game CASCADE"]


@each_case("change", CHANGES + ON_SQLITE + ON_POSTGRESQL)
def test_no_statement_can_change_or_delete_an_event(kind: str, started: Created, change: str) -> None:
    if change in (ON_POSTGRESQL if kind == "sqlite" else ON_SQLITE):
        return  # the other database words it differently
    with pytest.raises(DBAPIError, match="entries are never changed or removed"), write_transaction() as session:
        session.connection().execute(text(change))
    assert events_of(started.game.id) == started.entries
    assert verify(events_of(started.game.id)) is None


@pytest.mark.parametrize("change", DURING_AN_ERASURE)
def test_erasure_of_names_can_change_no_hash_and_delete_nothing(started: Created, change: str) -> None:
    with write_transaction() as session:
        session.add(Erasure(game_id=started.game.id, whole=False))
    with pytest.raises(DBAPIError, match="entries are never changed or removed"), write_transaction() as session:
        session.connection().execute(text(change))
    assert events_of(started.game.id) == started.entries


def test_game_with_events_cannot_be_deleted(started: Created) -> None:
    with pytest.raises(DBAPIError), write_transaction() as session:
        session.execute(text("DELETE FROM game"))
    assert events_of(started.game.id) == started.entries


@each_case("statement", [update(EventRow).values(kind="bids"), delete(EventRow)])
def test_statement_outside_of_a_write_transaction_is_refused(app: Flask, statement: object) -> None:
    with pytest.raises(RuntimeError, match=OUTSIDE):
        db.session.execute(statement)  # type: ignore[call-overload]


def test_flush_outside_of_a_write_transaction_is_refused(app: Flask) -> None:
    db.session.add(Table(stored_name="Friday"))
    with pytest.raises(RuntimeError, match=OUTSIDE):
        db.session.commit()
