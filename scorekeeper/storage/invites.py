"""Invites: links to a table in one role, their short codes, and lists of those that still admit somebody."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import (
    ColumnElement,
    ForeignKey,
    Index,
    TextClause,
    UniqueConstraint,
    bindparam,
    or_,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.clock import utc_now
from scorekeeper.storage.columns import PlainText, UtcTime, unguessable_id
from scorekeeper.storage.database import Base, db, write_transaction
from scorekeeper.storage.games import find_table
from scorekeeper.storage.members import Role, after_links_and_removals

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
    created: Mapped[datetime] = mapped_column(UtcTime, default=utc_now)
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
        if self.expires is not None and self.expires <= (at or utc_now()):
            return "expired"
        return "used up" if self.uses_left is not None and self.uses_left <= 0 else None


# Built once, since every API call runs it.
_BY_TOKEN = select(Invite).where(Invite.token == bindparam("token"))


def add_invite(invite: Invite) -> Invite:
    """Store a new invite. Raises `NoSuchTable`."""
    with write_transaction() as session:
        find_table(invite.table_id)
        invite.created = after_links_and_removals(invite.table_id)
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
    return db.session.scalar(select(Invite).where(Invite.code == code, Invite.code_expires > utc_now()))


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
        session.execute(ended.values(revoked=utc_now(), code=None, code_expires=None))


def mark_used_by_program(invite_id: str) -> None:
    """Store when a program last used this invite's token."""
    with write_transaction() as session:
        session.execute(update(Invite).where(Invite.id == invite_id).values(last_used=utc_now()))


def live_invites(invite_ids: Collection[str]) -> set[str]:
    """Those of these invites that have not ended."""
    if not invite_ids:  # mostly: only phones follow games, and this is asked after each commit
        return set()
    valid = (Invite.revoked.is_(None), or_(Invite.expires.is_(None), Invite.expires > utc_now()))
    return set(db.session.scalars(select(Invite.id).where(Invite.id.in_(invite_ids), *valid)))


InviteKey = tuple[datetime, str]
"""A pagination key: when the last invite on the page was created, and its id."""
NEWEST = (Invite.created.desc(), Invite.id.desc())


def permanent_invites(table_id: str, role: Role) -> list[Invite]:
    """The table's valid permanent links of a role, newest first."""
    query = select(Invite).where(Invite.table_id == table_id, Invite.role == role, PERMANENT)
    return list(db.session.scalars(query.order_by(*NEWEST)))


def limited_invites(table_id: str, limit: int, before: InviteKey | None = None) -> list[Invite]:
    """The table's valid invites that are not permanent links, newest first; `before` is the key of the last page."""
    is_limited = or_(Invite.uses_left.is_not(None), Invite.expires.is_not(None), Invite.hands_pen.is_(True))
    query = select(Invite).where(*_valid(table_id), is_limited)
    if before is not None:
        query = query.where(tuple_(Invite.created, Invite.id) < before)
    return list(db.session.scalars(query.order_by(*NEWEST).limit(limit)))


def invites_of_programs(table_id: str, limit: int) -> list[Invite]:
    """The table's valid invites that programs have used, the latest first."""
    used = select(Invite).where(*_valid(table_id), OF_PROGRAM)
    return list(db.session.scalars(used.order_by(Invite.last_used.desc(), Invite.id.desc()).limit(limit)))


def _valid(table_id: str) -> tuple[ColumnElement[bool] | TextClause, ...]:
    return Invite.table_id == table_id, ADMITS, or_(Invite.expires.is_(None), Invite.expires > utc_now())
