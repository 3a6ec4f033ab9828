"""Roles, devices and invite links: their models and queries."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    ForeignKey,
    Index,
    UniqueConstraint,
    bindparam,
    delete,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.storage.columns import PlainText, UtcTime, present, unguessable_id
from scorekeeper.storage.database import Base, db, insert_unless_taken, write_transaction
from scorekeeper.storage.games import find_table
from scorekeeper.storage.models import Player
from scorekeeper.storage.roles import Access, Role, now

ADMITS = text("revoked IS NULL AND (uses_left IS NULL OR uses_left > 0)")
PERMANENT = text("revoked IS NULL AND uses_left IS NULL AND expires IS NULL AND NOT hands_pen")
OF_PROGRAM = text("revoked IS NULL AND last_used IS NOT NULL")
"""Conditions of invites; an index of these rows alone is used only by a query with the same words."""


class Invite(Base):
    """An invitation to a table in one role: by link (`token`) and, for some minutes, by short code.

    `uses_left` None is unlimited. `guests`: members who joined by it lose access when it expires. `hands_pen`: a member
    who joins by it also gets the pen.
    """

    __tablename__ = "invite"
    __table_args__ = (
        UniqueConstraint("token"),
        UniqueConstraint("code"),
        Index(None, "table_id", "created"),
        Index(None, "table_id", "created", "id", "expires", sqlite_where=ADMITS, postgresql_where=ADMITS),
        Index(None, "table_id", "role", "created", "id", sqlite_where=PERMANENT, postgresql_where=PERMANENT),
        Index(None, "table_id", "last_used", sqlite_where=OF_PROGRAM, postgresql_where=OF_PROGRAM),
    )

    id: Mapped[str] = mapped_column(PlainText, primary_key=True, default=unguessable_id)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    role: Mapped[str] = mapped_column(PlainText)
    token: Mapped[str] = mapped_column(PlainText)  # a hash
    code: Mapped[str | None] = mapped_column(PlainText)  # a keyed hash, while it has a code
    code_expires: Mapped[datetime | None] = mapped_column(UtcTime)
    created: Mapped[datetime] = mapped_column(UtcTime, default=now)
    expires: Mapped[datetime | None] = mapped_column(UtcTime)
    uses_left: Mapped[int | None]
    guests: Mapped[bool]
    hands_pen: Mapped[bool]
    revoked: Mapped[datetime | None] = mapped_column(UtcTime)
    last_used: Mapped[datetime | None] = mapped_column(UtcTime)  # by a program

    @property
    def as_role(self) -> Role:
        return Role(self.role)

    @property
    def is_permanent(self) -> bool:
        """Whether it is a permanent link: unlimited uses, no expiry."""
        return self.uses_left is None and self.expires is None and not self.hands_pen

    def ended(self, at: datetime | None = None) -> str | None:
        """Why it no longer admits anyone: `revoked`, `expired` or `used up`; None while it is valid."""
        if self.revoked is not None:
            return "revoked"
        if self.expires is not None and self.expires <= (at or now()):
            return "expired"
        return "used up" if self.uses_left is not None and self.uses_left <= 0 else None


_HAS_PEN, _IS_HERE = text("pen_since IS NOT NULL"), text("revoked IS NULL AND last_seen IS NOT NULL")
_NEVER_BACK = text("last_seen IS NULL AND pen_since IS NULL")


class Member(Access, Base):
    """A device at a table, and the player who said that it is theirs. `last_seen` None: it never came back.

    `device` is the hash of its cookie's secret. The row of a device that left keeps its name, for the log, but not the
    hash.
    """

    __tablename__ = "member"
    __table_args__ = (
        UniqueConstraint("table_id", "device"),
        UniqueConstraint("table_id", "name"),
        Index(None, "device"),
        Index(None, "table_id", "pen_since", sqlite_where=_HAS_PEN, postgresql_where=_HAS_PEN),
        Index(None, "table_id", "last_seen", "id", sqlite_where=_IS_HERE, postgresql_where=_IS_HERE),
        present("player_id"),
        present("invite_id"),
        Index(None, "table_id", "joined", sqlite_where=_NEVER_BACK, postgresql_where=_NEVER_BACK),
        Index(None, "table_id", "role", "expires", sqlite_where=_IS_HERE, postgresql_where=_IS_HERE),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    device: Mapped[str] = mapped_column(PlainText)
    name: Mapped[str] = mapped_column(PlainText)
    role: Mapped[str] = mapped_column(PlainText)
    invite_id: Mapped[str | None] = mapped_column(ForeignKey("invite.id"))  # None: it created the table
    joined: Mapped[datetime] = mapped_column(UtcTime, default=now)
    last_seen: Mapped[datetime | None] = mapped_column(UtcTime)
    expires: Mapped[datetime | None] = mapped_column(UtcTime)
    revoked: Mapped[datetime | None] = mapped_column(UtcTime)
    pen_since: Mapped[datetime | None] = mapped_column(UtcTime)
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    player: Mapped[Player | None] = relationship(viewonly=True)

    @property
    def shown_name(self) -> str:
        """What the table calls it: its player's name if it has one."""
        return self.player.main.name if self.player else self.name


class ReplacedSecret(Base):
    """The hash of a cookie's secret that a newer one replaced; it works until the newer one is used.

    `device` is the newest hash of the same device, as in its memberships.
    """

    __tablename__ = "replaced_secret"
    __table_args__ = (Index(None, "device"),)

    secret: Mapped[str] = mapped_column(PlainText, primary_key=True)
    device: Mapped[str] = mapped_column(PlainText)
    replaced: Mapped[datetime] = mapped_column(UtcTime, default=now)


class SideDevice(Base):
    """A device that signs for a side of a game. `side` counts from 0, as in the sheet."""

    __tablename__ = "side_device"
    __table_args__ = (Index(None, "member_id"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"), primary_key=True, autoincrement=False)
    side: Mapped[int]


def side_of_device(game_id: str, member_id: int) -> int | None:
    """The side that this device signs for; None if it is on none."""
    own = select(SideDevice.side).where(SideDevice.game_id == game_id, SideDevice.member_id == member_id)
    return db.session.scalar(own)


def attach_device(game_id: str, member_id: int, side: int) -> int:
    """Attach the device to this side unless it is already on one; returns its side."""
    row = {"game_id": game_id, "member_id": member_id, "side": side}
    with write_transaction() as session:
        if insert_unless_taken(session.connection(), SideDevice, row):
            return side
        found = side_of_device(game_id, member_id)
    return side if found is None else found


def detach_device(game_id: str, member_id: int) -> None:
    """Detach the device from the game's sides."""
    with write_transaction() as session:
        gone = delete(SideDevice).where(SideDevice.game_id == game_id, SideDevice.member_id == member_id)
        session.execute(gone)


# Built once, since every API call runs it.
_BY_TOKEN = select(Invite).where(Invite.token == bindparam("token"))


def add_invite(invite: Invite) -> Invite:
    """Store a new invite. Raises `NoSuchTable`."""
    with write_transaction() as session:
        find_table(invite.table_id)
        session.add(invite)
    return invite


def invite_by_id(table_id: str, invite_id: str) -> Invite | None:
    """The table's invite with this id."""
    return db.session.scalar(select(Invite).where(Invite.table_id == table_id, Invite.id == invite_id))


def invite_by_token(token: str) -> Invite | None:
    """The invite whose token has this hash, valid or not."""
    return db.session.scalar(_BY_TOKEN, {"token": token})


def invite_by_code(code: str) -> Invite | None:
    """The invite whose short code has this hash, while the code is valid."""
    return db.session.scalar(select(Invite).where(Invite.code == code, Invite.code_expires > now()))


def give_code(invite_id: str, code: str, expires: datetime) -> bool:
    """Give the invite this short code until it expires; it replaces the last one. False if the code is taken."""
    try:
        with write_transaction() as session, session.begin_nested():
            session.execute(update(Invite).where(Invite.id == invite_id).values(code=code, code_expires=expires))
    except IntegrityError:
        return False
    return True


def use_up(invite_id: str) -> bool:
    """Use an invite once, in the caller's transaction; False if no use is left."""
    with write_transaction() as session:
        spent = update(Invite).where(Invite.id == invite_id, Invite.uses_left > 0)
        result = session.connection().execute(spent.values(uses_left=Invite.uses_left - 1))
        return result.rowcount == 1


def end_invites(table_id: str, *, role: Role | None = None, invite_id: str | None = None) -> None:
    """Revoke one invite of the table, or all of a role."""
    with write_transaction() as session:
        ended = update(Invite).where(Invite.table_id == table_id, Invite.revoked.is_(None))
        if role is not None:
            ended = ended.where(Invite.role == role)
        if invite_id is not None:
            ended = ended.where(Invite.id == invite_id)
        session.execute(ended.values(revoked=now(), code=None, code_expires=None))


def mark_used_by_program(invite_id: str) -> None:
    """Store when a program last used this invite's token."""
    with write_transaction() as session:
        session.execute(update(Invite).where(Invite.id == invite_id).values(last_used=now()))
