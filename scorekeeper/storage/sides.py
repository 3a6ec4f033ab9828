"""Which side of a game a device belongs to, as it said when it signed: one side a game."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, delete, select
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage.columns import UtcTime
from scorekeeper.storage.database import Base, db, insert_unless_taken, writing
from scorekeeper.storage.sharing import now


class SideDevice(Base):
    """A device that belongs to a side of a game. `side` counts from 0, as in the sheet."""

    __tablename__ = "side_device"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"), primary_key=True, autoincrement=False)
    side: Mapped[int]
    since: Mapped[datetime] = mapped_column(UtcTime, default=now)


def side_of_device(game_id: str, member_id: int) -> int | None:
    """The side that this device belongs to; None where it said none."""
    own = select(SideDevice.side).where(SideDevice.game_id == game_id, SideDevice.member_id == member_id)
    return db.session.scalar(own)


def put_device_on_side(game_id: str, member_id: int, side: int) -> int:
    """Let the device belong to this side, unless it belongs to one by now; the side that it belongs to."""
    row = {"game_id": game_id, "member_id": member_id, "side": side, "since": now()}
    with writing() as session:
        if insert_unless_taken(session, SideDevice, row):
            return side
        found = side_of_device(game_id, member_id)
    return side if found is None else found


def take_device_off_side(game_id: str, member_id: int) -> None:
    """Let the device belong to no side of the game."""
    with writing() as session:
        gone = delete(SideDevice).where(SideDevice.game_id == game_id, SideDevice.member_id == member_id)
        session.execute(gone)
