"""Card tables: making one, finding one, listing them."""

from __future__ import annotations

from sqlalchemy import select, tuple_

from scorekeeper.storage.database import db, writing
from scorekeeper.storage.errors import NoSuchTable
from scorekeeper.storage.models import Table


def create_table(name: str) -> Table:
    """A new table, with an id that nobody can guess."""
    with writing() as session:
        table = Table(name=name)
        session.add(table)
        session.flush()
    return table


def find_table(table_id: str) -> Table:
    """The table with this id; raises `NoSuchTable`."""
    table = db.session.get(Table, table_id)
    if table is None:
        raise NoSuchTable(table_id)
    return table


def tables(after: str | None = None, limit: int = 50) -> list[Table]:
    """Tables, newest first; `after` is the id of the last one seen. Every page costs the same."""
    newest_first = select(Table).order_by(Table.created.desc(), Table.id.desc()).limit(limit)
    if after is not None:
        seen = find_table(after)
        newest_first = newest_first.where(tuple_(Table.created, Table.id) < (seen.created, seen.id))
    return list(db.session.scalars(newest_first))
