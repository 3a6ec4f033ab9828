"""What a table has saved for its games: presets, its lines on cards and manners, scripted games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ForeignKey, Index, UniqueConstraint, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.words.language import translate as _
from scorekeeper.storage.columns import Json, PlainText
from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.errors import StorageError, TakenByAnother
from scorekeeper.storage.games import find_table
from scorekeeper.storage.models import Game


class TablePreset(Base):
    """A named set of options of one rule set, saved by a table."""

    __tablename__ = "preset"
    __table_args__ = (UniqueConstraint("table_id", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    rules: Mapped[str] = mapped_column(PlainText)
    name: Mapped[str] = mapped_column(PlainText)
    options: Mapped[dict[str, Any]] = mapped_column(Json)


class NoSuchPreset(StorageError):
    """The table has no such preset."""

    def __init__(self) -> None:
        super().__init__("there is no such preset at this table")


def table_presets(table_id: str) -> list[TablePreset]:
    """The table's own presets, oldest first."""
    return list(
        db.session.scalars(select(TablePreset).where(TablePreset.table_id == table_id).order_by(TablePreset.id))
    )


def find_table_preset(table_id: str, preset_id: int) -> TablePreset:
    """The table's preset with this id. Raises `NoSuchPreset`."""
    found = db.session.get(TablePreset, preset_id)
    if found is None or found.table_id != table_id:
        raise NoSuchPreset
    return found


def add_table_preset(table_id: str, rules: str, name: str, options: Mapping[str, Any]) -> TablePreset:
    """Add a preset. Raises `NoSuchTable`, or `TakenByAnother` if the table has a preset with this name."""
    with write_transaction() as session:
        find_table(table_id)
        added = TablePreset(table_id=table_id, rules=rules, name=name, options=dict(options))
        try:
            with session.begin_nested():
                session.add(added)
        except IntegrityError:
            raise TakenByAnother from None
    return added


def rename_table_preset(table_id: str, preset_id: int, name: str) -> None:
    """Rename a preset. Raises `NoSuchPreset`."""
    with write_transaction() as session:
        mine = TablePreset.id == find_table_preset(table_id, preset_id).id
        session.execute(update(TablePreset).where(mine).values(name=name))


def remove_table_preset(table_id: str, preset_id: int) -> None:
    """Delete a preset; games started with it keep their options. Raises `NoSuchPreset`."""
    with write_transaction() as session:
        session.delete(find_table_preset(table_id, preset_id))


def store_agreed_lines(table_id: str, lines: Sequence[str]) -> None:
    """Store the lines that every new game at this table copies. Raises `NoSuchTable`."""
    with write_transaction():
        find_table(table_id).agreed = list(lines) or None  # on the object, since callers may hold it


def last_game_by(table_id: str, rules: str, sides: int, players_per_side: int) -> Game | None:
    """The table's latest game of this rule set and shape, among its last 100."""
    query = select(Game).where(Game.table_id == table_id, Game.rules == rules).order_by(Game.number.desc())
    found = db.session.scalars(query.limit(100))
    return next(
        (game for game in found if [len(side["players"]) for side in game.sides] == [players_per_side] * sides), None
    )


MAX_SCRIPTED_GAMES = 100


class ScriptedGameRow(Base):
    """A table's own scripted game. `version` counts its changes, to refuse a change to an outdated version."""

    __tablename__ = "scripted_game"
    __table_args__ = (Index(None, "table_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    version: Mapped[int]
    content: Mapped[dict[str, Any]] = mapped_column(Json)


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
    found = db.session.get(ScriptedGameRow, scripted_id)
    if found is None or found.table_id != table_id:
        raise NoSuchScriptedGame(_("This table has no such custom game"))
    return found


def add_scripted_game(table_id: str, content: dict[str, Any]) -> ScriptedGameRow:
    """Add a scripted game. Raises `TooManyScriptedGames`, `NoSuchTable`."""
    with write_transaction() as session:
        find_table(table_id)
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
