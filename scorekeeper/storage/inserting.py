"""An insert that a unique key may refuse without breaking the transaction, on both databases."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from scorekeeper.storage.base import Base


def insert_unless_taken(session: Session, model: type[Base], row: Mapping[str, Any]) -> bool:
    """Whether `row` went in; False where a unique key is taken, by then for good."""
    connection = session.connection()
    added = _statement(model, connection.dialect.name)
    return connection.execute(added, row).rowcount == 1


@cache  # making the statement takes longer than the database takes to run it
def _statement(model: type[Base], dialect: str) -> sqlite.Insert | postgresql.Insert:
    table = Base.metadata.tables[model.__tablename__]
    added = postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
    # Without the option SQLAlchemy does not say how many rows an insert added.
    return added.on_conflict_do_nothing().execution_options(preserve_rowcount=True)
