"""The players of a table: one for each name that the table uses."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.storage.base import db
from scorekeeper.storage.inserting import insert_unless_taken
from scorekeeper.storage.models import Player
from scorekeeper.storage.tables import find_table
from scorekeeper.storage.writing import writing


def players_of(table_id: str) -> list[Player]:
    """Everyone who ever played at the table, by name."""
    return list(db.session.scalars(select(Player).where(Player.table_id == table_id).order_by(Player.name)))


def find_player(table_id: str, name: str) -> Player | None:
    """The table's player of exactly this name."""
    return db.session.scalar(select(Player).where(Player.table_id == table_id, Player.name == name))


def add_player(table_id: str, name: str) -> Player:
    """The table's player of this name, new where the table had none; raises `NoSuchTable`."""
    with writing() as session:
        find_table(table_id)
        return seat_players(session, table_id, [name])[name]


def seat_players(session: Session, table_id: str, names: Iterable[str]) -> dict[str, Player]:
    """The table's players of these names, by name; whoever is new is added, in the caller's transaction."""
    known = _known(session, table_id, names)
    new = sorted(set(names) - set(known))
    for name in new:
        insert_unless_taken(session, Player, {"table_id": table_id, "name": name, "created": datetime.now(UTC)})
    return known | _known(session, table_id, new) if new else known


def _known(session: Session, table_id: str, names: Iterable[str]) -> dict[str, Player]:
    wanted = select(Player).where(Player.table_id == table_id, Player.name.in_(list(names)))
    return {player.name: player for player in session.scalars(wanted)}
