"""A game with events stays, and nothing is written outside of a write transaction."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import delete, text, update
from sqlalchemy.exc import DBAPIError

from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.events import events_of
from scorekeeper.storage.models import EventRow, Table
from scorekeeper.storage.new_game import Created
from tests.each_case import each_case

OUTSIDE = r"^a write outside of write_transaction\(\) would lose what others write at the same time$"


def test_game_with_events_cannot_be_deleted(started: Created) -> None:
    with pytest.raises(DBAPIError), write_transaction() as session:
        session.execute(text("DELETE FROM game"))
    assert events_of(started.game.id) == started.events


@each_case("statement", [update(EventRow).values(kind="bids"), delete(EventRow)])
def test_statement_outside_of_a_write_transaction_is_refused(app: Flask, statement: object) -> None:
    with pytest.raises(RuntimeError, match=OUTSIDE):
        db.session.execute(statement)  # type: ignore[call-overload]


def test_flush_outside_of_a_write_transaction_is_refused(app: Flask) -> None:
    db.session.add(Table(stored_name="Friday"))
    with pytest.raises(RuntimeError, match=OUTSIDE):
        db.session.commit()
