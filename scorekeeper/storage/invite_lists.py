"""The invites of a table that still admit somebody: permanent links, those with limits, and those of programs."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, TextClause, or_, select, tuple_

from scorekeeper.storage.database import db
from scorekeeper.storage.roles import Role, now
from scorekeeper.storage.sharing import ADMITS, OF_PROGRAM, PERMANENT, Invite

InviteKey = tuple[datetime, str]
"""A pagination key: when the last invite on the page was created, and its id."""
NEWEST = (Invite.created.desc(), Invite.id.desc())


def permanent_invites(table_id: str, role: Role) -> list[Invite]:
    """The table's valid permanent links of a role, newest first."""
    found = select(Invite).where(Invite.table_id == table_id, Invite.role == role, PERMANENT)
    return list(db.session.scalars(found.order_by(*NEWEST)))


def limited_invites(table_id: str, limit: int, before: InviteKey | None = None) -> list[Invite]:
    """The table's valid invites that are not permanent links, newest first; `before` is the key of the last page."""
    is_limited = or_(Invite.uses_left.is_not(None), Invite.expires.is_not(None), Invite.hands_pen.is_(True))
    found = select(Invite).where(*_valid(table_id), is_limited)
    if before is not None:
        found = found.where(tuple_(Invite.created, Invite.id) < before)
    return list(db.session.scalars(found.order_by(*NEWEST).limit(limit)))


def invites_of_programs(table_id: str, limit: int) -> list[Invite]:
    """The table's valid invites that programs have used, the latest first."""
    used = select(Invite).where(*_valid(table_id), OF_PROGRAM)
    return list(db.session.scalars(used.order_by(Invite.last_used.desc(), Invite.id.desc()).limit(limit)))


def _valid(table_id: str) -> tuple[ColumnElement[bool] | TextClause, ...]:
    return Invite.table_id == table_id, ADMITS, or_(Invite.expires.is_(None), Invite.expires > now())
