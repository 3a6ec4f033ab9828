"""The models of sharing: roles, invites and the devices that came in by them."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage.columns import PlainText, UtcTime, unguessable_id
from scorekeeper.storage.database import Base


class Role(StrEnum):
    """A watcher reads; a scorer records, corrects and undoes; a keeper lets people in and puts them out."""

    WATCHER = "watcher"
    SCORER = "scorer"
    KEEPER = "keeper"

    @property
    def rank(self) -> int:
        """How much it may: 1 is the least."""
        return ROLES.index(self) + 1

    def may(self, least: Role) -> bool:
        """Whether this role is enough where `least` is asked for."""
        return self.rank >= least.rank


ROLES = tuple(Role)


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


class Invite(Base):
    """A way in to one table in one role: by link (`token`) and, for some minutes, by short code.

    `uses_left` None is any number. `guests`: whoever came by it is out when it expires. `hands_pen`: whoever joins by
    it also takes the pen.
    """

    __tablename__ = "invite"
    __table_args__ = (UniqueConstraint("token"), UniqueConstraint("code"), Index(None, "table_id", "created"))

    id: Mapped[str] = mapped_column(PlainText, primary_key=True, default=unguessable_id)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    role: Mapped[str] = mapped_column(PlainText)
    token: Mapped[str] = mapped_column(PlainText)  # a hash
    code: Mapped[str | None] = mapped_column(PlainText)  # a keyed hash, while a code stands
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
        """Whether it is the table's own link of its role: any number of uses, for good."""
        return self.uses_left is None and self.expires is None and not self.hands_pen

    def ended(self, at: datetime | None = None) -> str | None:
        """Why nobody gets in by it any more: `revoked`, `expired` or `used up`; None while it lets people in."""
        if self.revoked is not None:
            return "revoked"
        if self.expires is not None and self.expires <= (at or now()):
            return "expired"
        return "used up" if self.uses_left is not None and self.uses_left <= 0 else None


class Member(Base):
    """A device at a table. `last_seen` None: it never came back after joining.

    `device` is the hash of its cookie's secret. A device that left is forgotten: its row keeps the name, for the
    record, and holds no hash.
    """

    __tablename__ = "member"
    __table_args__ = (
        UniqueConstraint("table_id", "device"),
        UniqueConstraint("table_id", "name"),
        Index(None, "device"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("card_table.id"))
    device: Mapped[str] = mapped_column(PlainText)
    name: Mapped[str] = mapped_column(PlainText)
    role: Mapped[str] = mapped_column(PlainText)
    invite_id: Mapped[str | None] = mapped_column(ForeignKey("invite.id"))  # None: it made the table
    joined: Mapped[datetime] = mapped_column(UtcTime, default=now)
    last_seen: Mapped[datetime | None] = mapped_column(UtcTime)
    expires: Mapped[datetime | None] = mapped_column(UtcTime)
    revoked: Mapped[datetime | None] = mapped_column(UtcTime)
    pen_since: Mapped[datetime | None] = mapped_column(UtcTime)

    @property
    def as_role(self) -> Role:
        return Role(self.role)

    def ended(self, at: datetime | None = None) -> str | None:
        """Why it is no longer in: `revoked` or `expired`; None while it is."""
        if self.revoked is not None:
            return "revoked"
        return "expired" if self.expires is not None and self.expires <= (at or now()) else None


class ReplacedSecret(Base):
    """The hash of a cookie's secret that a newer one replaced; it opens as much, until the newer one is in use.

    `device` is the newest hash of the same device, as its memberships carry it.
    """

    __tablename__ = "replaced_secret"
    __table_args__ = (Index(None, "device"),)

    secret: Mapped[str] = mapped_column(PlainText, primary_key=True)
    device: Mapped[str] = mapped_column(PlainText)
    replaced: Mapped[datetime] = mapped_column(UtcTime, default=now)
