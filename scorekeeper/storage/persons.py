"""Persons behind names: a name may be merged into another one of the same person, and that be taken back."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.storage.base import Base
from scorekeeper.storage.models import Player

PLAYER = Base.metadata.tables[Player.__tablename__]


def persons_of(session: Session, table_id: str) -> dict[int, int]:
    """For every merged name of the table the person's own one."""
    query = select(PLAYER.c.id, PLAYER.c.merged_into).where(
        PLAYER.c.table_id == table_id, PLAYER.c.merged_into.is_not(None)
    )
    into = {row.id: row.merged_into for row in session.connection().execute(query)}
    return {name: _end(into, name) for name in into}


def _end(into: Mapping[int, int], name: int) -> int:
    while name in into:
        name = into[name]
    return name
