"""Players of a table by name, and the main names of merged players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.storage.database import Base, db, insert_unless_taken, write_transaction
from scorekeeper.storage.games import find_table
from scorekeeper.storage.models import Player

PLAYER = Base.metadata.tables[Player.__tablename__]


def main_names_of(session: Session, table_id: str) -> dict[int, int]:
    """For each merged name of the table, the id of the player's main name."""
    query = select(PLAYER.c.id, PLAYER.c.merged_into).where(
        PLAYER.c.table_id == table_id, PLAYER.c.merged_into.is_not(None)
    )
    into = {row.id: row.merged_into for row in session.connection().execute(query)}
    return {name: _end(into, name) for name in into}


def _end(into: Mapping[int, int], name: int) -> int:
    while name in into:
        name = into[name]
    return name


def players_of(table_id: str) -> list[Player]:
    """Every player of the table, by name."""
    return list(db.session.scalars(select(Player).where(Player.table_id == table_id).order_by(Player.name)))


def roster_of(table_id: str) -> list[str]:
    """The names to seat people by: of every player the one that is shown, by name."""
    return [player.name for player in players_of(table_id) if player.merged_into is None]


def find_player(table_id: str, name: str) -> Player | None:
    """The table's player with exactly this name."""
    return db.session.scalar(select(Player).where(Player.table_id == table_id, Player.name == name))


def add_player(table_id: str, name: str) -> Player:
    """The table's player with this name, added if new. Raises `NoSuchTable`."""
    with write_transaction() as session:
        find_table(table_id)
        return seat_players(session, table_id, [name])[name]


def seat_players(session: Session, table_id: str, names: Iterable[str]) -> dict[str, Player]:
    """The table's players with these names, by name; new ones are added, in the caller's transaction."""
    known = _known(session, table_id, names)
    new = sorted(set(names) - set(known))
    for name in new:
        insert_unless_taken(session, Player, {"table_id": table_id, "name": name})
    return known | _known(session, table_id, new) if new else known


def _known(session: Session, table_id: str, names: Iterable[str]) -> dict[str, Player]:
    query = select(Player).where(Player.table_id == table_id, Player.name.in_(list(names)))
    return {player.name: player for player in session.scalars(query)}
