"""Invites: adding one, finding it by what was shown, using it, ending it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, or_, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.storage.database import db, writing
from scorekeeper.storage.sharing import Invite, Role, now
from scorekeeper.storage.tables import find_table

# Made once: every call of a program asks it.
_BY_TOKEN = select(Invite).where(Invite.token == bindparam("token"))


def add_invite(invite: Invite) -> Invite:
    """Keep a new invite. Raises `NoSuchTable`."""
    with writing() as session:
        find_table(invite.table_id)
        session.add(invite)
    return invite


def invite_by_id(table_id: str, invite_id: str) -> Invite | None:
    """The table's invite with this id."""
    return db.session.scalar(select(Invite).where(Invite.table_id == table_id, Invite.id == invite_id))


def invite_by_token(token: str) -> Invite | None:
    """The invite whose token has this hash, however it stands."""
    return db.session.scalar(_BY_TOKEN, {"token": token})


def invite_by_code(code: str) -> Invite | None:
    """The invite whose short code has this hash, while the code stands."""
    return db.session.scalar(select(Invite).where(Invite.code == code, Invite.code_expires > now()))


def invites_of(table_id: str) -> list[Invite]:
    """The table's invites that still let people in, newest first."""
    live = select(Invite).where(
        Invite.table_id == table_id,
        Invite.revoked.is_(None),
        or_(Invite.expires.is_(None), Invite.expires > now()),
        or_(Invite.uses_left.is_(None), Invite.uses_left > 0),
    )
    return list(db.session.scalars(live.order_by(Invite.created.desc(), Invite.id.desc())))


def give_code(invite_id: str, code: str, expires: datetime) -> bool:
    """Let people in by this short code too, until it expires; the one before it ends. False where it is taken."""
    try:
        with writing() as session, session.begin_nested():
            session.execute(update(Invite).where(Invite.id == invite_id).values(code=code, code_expires=expires))
    except IntegrityError:
        return False
    return True


def use_up(invite_id: str) -> bool:
    """Take one use of an invite, in the caller's transaction; False where none is left."""
    with writing() as session:
        spent = update(Invite).where(Invite.id == invite_id, Invite.uses_left > 0)
        result = session.connection().execute(spent.values(uses_left=Invite.uses_left - 1))
        return result.rowcount == 1


def end_invites(table_id: str, *, role: Role | None = None, invite_id: str | None = None) -> None:
    """End one invite of the table, or all of a role."""
    with writing() as session:
        ended = update(Invite).where(Invite.table_id == table_id, Invite.revoked.is_(None))
        if role is not None:
            ended = ended.where(Invite.role == role)
        if invite_id is not None:
            ended = ended.where(Invite.id == invite_id)
        session.execute(ended.values(revoked=now(), code=None, code_expires=None))


def used_by_program(invite_id: str) -> None:
    """Keep when a program last came with this invite's token."""
    with writing() as session:
        session.execute(update(Invite).where(Invite.id == invite_id).values(last_used=now()))
