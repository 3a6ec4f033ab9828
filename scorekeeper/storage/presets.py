"""The presets of a table: named sets of options of one rule set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ForeignKey, UniqueConstraint, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage.columns import JsonColumn, PlainText
from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.errors import StorageError, TakenByAnother
from scorekeeper.storage.games import find_table


class TablePreset(Base):
    """A named set of options of one rule set, saved by a table; `minutes` is the limit of a game, None: no limit."""

    __tablename__ = "preset"
    __table_args__ = (UniqueConstraint("table_id", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    rules: Mapped[str] = mapped_column(PlainText)
    name: Mapped[str] = mapped_column(PlainText)
    options: Mapped[dict[str, Any]] = mapped_column(JsonColumn(dict))
    minutes: Mapped[int | None]


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
    preset = db.session.get(TablePreset, preset_id)
    if preset is None or preset.table_id != table_id:
        raise NoSuchPreset
    return preset


def add_table_preset(
    table_id: str, rules: str, name: str, options: Mapping[str, Any], minutes: int | None = None
) -> TablePreset:
    """Add a preset. Raises `NoSuchTable`, or `TakenByAnother` if the table has a preset with this name."""
    with write_transaction() as session:
        find_table(table_id)
        added = TablePreset(table_id=table_id, rules=rules, name=name, options=dict(options), minutes=minutes)
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
