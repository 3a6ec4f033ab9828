"""A table's own scripted games."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, Index, func, select
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.words.language import translate as _
from scorekeeper.storage.columns import Json
from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.errors import StorageError
from scorekeeper.storage.games import hold_table

MAX_SCRIPTED_GAMES = 100


class ScriptedGameRow(Base):
    """A table's own scripted game. `version` counts its changes, to refuse a change to an outdated version."""

    __tablename__ = "scripted_game"
    __table_args__ = (Index(None, "table_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    version: Mapped[int]
    content: Mapped[dict[str, Any]] = mapped_column(Json(dict))


class NoSuchScriptedGame(StorageError):
    """The table has no such scripted game."""


class ScriptedGameChanged(StorageError):
    """Another phone changed the scripted game in the meantime."""


class TooManyScriptedGames(StorageError):
    """The table has as many scripted games as it may have."""

    def __init__(self) -> None:
        super().__init__(_("A table can have {most} custom games. Delete one first", most=MAX_SCRIPTED_GAMES))


def scripted_games_of(table_id: str) -> list[ScriptedGameRow]:
    """The table's scripted games, oldest first."""
    mine = select(ScriptedGameRow).where(ScriptedGameRow.table_id == table_id).order_by(ScriptedGameRow.id)
    return list(db.session.scalars(mine))


def find_scripted_game(table_id: str, scripted_id: int) -> ScriptedGameRow:
    """The scripted game with this id at this table. Raises `NoSuchScriptedGame`."""
    scripted = db.session.get(ScriptedGameRow, scripted_id)
    if scripted is None or scripted.table_id != table_id:
        raise NoSuchScriptedGame(_("This table has no such custom game"))
    return scripted


def add_scripted_game(table_id: str, content: dict[str, Any]) -> ScriptedGameRow:
    """Add a scripted game. Raises `TooManyScriptedGames`, `NoSuchTable`."""
    with write_transaction() as session:
        hold_table(table_id)
        row = (
            session.scalar(
                select(func.count()).select_from(ScriptedGameRow).where(ScriptedGameRow.table_id == table_id)
            )
            or 0
        )
        if row >= MAX_SCRIPTED_GAMES:
            raise TooManyScriptedGames
        added = ScriptedGameRow(table_id=table_id, version=1, content=content)
        session.add(added)
        session.flush()
    return added


def change_scripted_game(table_id: str, scripted_id: int, version: int, content: dict[str, Any]) -> ScriptedGameRow:
    """Replace a scripted game that was read in this version. Raises `NoSuchScriptedGame`, `ScriptedGameChanged`."""
    with write_transaction() as session:
        row = find_scripted_game(table_id, scripted_id)
        session.refresh(row, with_for_update=True)
        if row.version != version:
            raise ScriptedGameChanged(_("Another phone changed this custom game. Check it, then try again"))
        row.version, row.content = version + 1, content
    return row


def remove_scripted_game(table_id: str, scripted_id: int) -> None:
    """Delete a scripted game; games played with it keep their deals. Raises `NoSuchScriptedGame`."""
    with write_transaction() as session:
        session.delete(find_scripted_game(table_id, scripted_id))
