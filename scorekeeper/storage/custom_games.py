"""A table's own custom games."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, Index, func, select
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.words.language import translate as _
from scorekeeper.storage.columns import JsonColumn
from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.errors import StorageError
from scorekeeper.storage.games import hold_table

MAX_CUSTOM_GAMES = 100


class CustomGameRow(Base):
    """A table's own custom game. `version` counts its changes, to refuse a change to an outdated version."""

    __tablename__ = "scripted_game"
    __table_args__ = (Index(None, "table_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    version: Mapped[int]
    content: Mapped[dict[str, Any]] = mapped_column(JsonColumn(dict))


class NoSuchCustomGame(StorageError):
    """The table has no such custom game."""


class CustomGameChanged(StorageError):
    """Another phone changed the custom game in the meantime."""


class TooManyCustomGames(StorageError):
    """The table has as many custom games as it may have."""

    def __init__(self) -> None:
        super().__init__(_("A table can have {most} custom games. Delete one first", most=MAX_CUSTOM_GAMES))


def custom_games_of(table_id: str) -> list[CustomGameRow]:
    """The table's custom games, oldest first."""
    mine = select(CustomGameRow).where(CustomGameRow.table_id == table_id).order_by(CustomGameRow.id)
    return list(db.session.scalars(mine))


def find_custom_game(table_id: str, custom_game_id: int) -> CustomGameRow:
    """The custom game with this id at this table. Raises `NoSuchCustomGame`."""
    row = db.session.get(CustomGameRow, custom_game_id)
    if row is None or row.table_id != table_id:
        raise NoSuchCustomGame(_("This table has no such custom game"))
    return row


def add_custom_game(table_id: str, content: dict[str, Any]) -> CustomGameRow:
    """Add a custom game. Raises `TooManyCustomGames`, `NoSuchTable`."""
    with write_transaction() as session:
        hold_table(table_id)
        row = (
            session.scalar(select(func.count()).select_from(CustomGameRow).where(CustomGameRow.table_id == table_id))
            or 0
        )
        if row >= MAX_CUSTOM_GAMES:
            raise TooManyCustomGames
        added = CustomGameRow(table_id=table_id, version=1, content=content)
        session.add(added)
        session.flush()
    return added


def change_custom_game(table_id: str, custom_game_id: int, version: int, content: dict[str, Any]) -> CustomGameRow:
    """Replace a custom game that was read in this version. Raises `NoSuchCustomGame`, `CustomGameChanged`."""
    with write_transaction() as session:
        row = find_custom_game(table_id, custom_game_id)
        session.refresh(row, with_for_update=True)
        if row.version != version:
            raise CustomGameChanged(_("Another phone changed this custom game. Check it, then try again"))
        row.version, row.content = version + 1, content
    return row


def remove_custom_game(table_id: str, custom_game_id: int) -> None:
    """Delete a custom game; games played with it keep their deals. Raises `NoSuchCustomGame`."""
    with write_transaction() as session:
        session.delete(find_custom_game(table_id, custom_game_id))
