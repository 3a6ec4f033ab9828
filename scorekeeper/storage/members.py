"""Members: the devices at a table, their secrets, and who has the pen."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import Row, bindparam, delete, exists, func, or_, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.errors import TakenByAnother
from scorekeeper.storage.models import Player, Table
from scorekeeper.storage.roles import Role, now
from scorekeeper.storage.sharing import Invite, Member, ReplacedSecret

IN_FLIGHT = timedelta(minutes=1)
"""How long requests that a phone sent with its old cookie may be in flight."""


def known_device(secret: str) -> str | None:
    """The device hash that this secret's memberships carry; None if the secret was never issued."""
    if db.session.scalar(select(exists().where(Member.device == secret))):
        return secret
    return newer_secret_of(secret)


def newer_secret_of(secret: str) -> str | None:
    """The hash of the device's newest secret if it replaced this one, else None."""
    return db.session.scalar(select(ReplacedSecret.device).where(ReplacedSecret.secret == secret))


def replace_secret(old: str, new: str) -> None:
    """Give the device a new secret at all its tables, in the caller's transaction.

    The old one still works, since the response with the new one may be lost. Raises `TakenByAnother` if the same device
    got another one at the same moment.
    """
    with write_transaction() as session:
        try:
            with session.begin_nested():
                session.add(ReplacedSecret(secret=old, device=new))
        except IntegrityError as taken:
            raise TakenByAnother from taken
        session.execute(update(ReplacedSecret).where(ReplacedSecret.device == old).values(device=new))
        session.execute(update(Member).where(Member.device == old).values(device=new))


def end_replaced_secrets(device: str) -> None:
    """End a device's older secrets once it uses the newest, except for requests already on their way."""
    with write_transaction() as session:
        ended = delete(ReplacedSecret).where(ReplacedSecret.device == device)
        session.execute(ended.where(ReplacedSecret.replaced < now() - IN_FLIGHT))


LARGEST_ID = 2**31 - 1
NEVER_CAME_BACK = timedelta(minutes=10)
"""A device that opened a link and made no request since was a link preview: it is not shown."""

# Built once: nearly every request runs them, and building a statement takes longer than running it.
_OF_DEVICE = select(Member).where(Member.table_id == bindparam("table"), Member.device == bindparam("device"))
_WITH_PEN = (
    select(Member)
    .join(Player, Player.id == Member.player_id, isouter=True)
    .where(Member.table_id == bindparam("table"), Member.pen_since.is_not(None), Member.revoked.is_(None))
    .where(or_(Member.expires.is_(None), Member.expires > bindparam("now")))
    .order_by(Member.pen_since.desc())
    .limit(1)
)
_NAME_WITH_PEN = _WITH_PEN.with_only_columns(Member.name, Player.name, Player.merged_into)


def member_of(table_id: str, device: str) -> Member | None:
    """The device's membership of the table, even if it has ended."""
    return db.session.scalar(_OF_DEVICE, {"table": table_id, "device": device})


def count_devices(table_id: str) -> int:
    """How many devices are at the table; former ones do not count."""
    there = (Member.revoked.is_(None), or_(Member.expires.is_(None), Member.expires > now()))
    return db.session.scalar(select(func.count()).where(Member.table_id == table_id, *there)) or 0


def member_by_id(table_id: str, member_id: int) -> Member | None:
    """The table's member with this number."""
    if member_id > LARGEST_ID:  # PostgreSQL would raise an error
        return None
    return db.session.scalar(select(Member).where(Member.table_id == table_id, Member.id == member_id))


LiveMember = Row[int, str, datetime | None, int | None]
"""`id`, `role`, `pen_since` and `player_id` of a member."""

# Asked after each commit: building the statement takes longer than running it.
LIVE_MEMBERS = select(Member.id, Member.role, Member.pen_since, Member.player_id).where(
    Member.id.in_(bindparam("ids", expanding=True)),
    Member.revoked.is_(None),
    or_(Member.expires.is_(None), Member.expires > bindparam("now")),
)


def live_members(member_ids: Collection[int]) -> dict[int, LiveMember]:
    """Those of these members whose access has not ended."""
    found = db.session.execute(LIVE_MEMBERS, {"ids": list(member_ids), "now": now()})
    return {row.id: row for row in found}


def live_invites(invite_ids: Collection[str]) -> set[str]:
    """Those of these invites that have not ended."""
    if not invite_ids:  # mostly: only phones follow games, and this is asked after each commit
        return set()
    valid = (Invite.revoked.is_(None), or_(Invite.expires.is_(None), Invite.expires > now()))
    return set(db.session.scalars(select(Invite.id).where(Invite.id.in_(invite_ids), *valid)))


def tables_of(device: str, limit: int = 50) -> list[tuple[Table, Member]]:
    """The device's tables with its membership, most recently used first."""
    own = (
        select(Table, Member)
        .join(Member, Member.table_id == Table.id)
        .where(Member.device == device, Member.revoked.is_(None))
        .where(or_(Member.expires.is_(None), Member.expires > now()))
        .order_by(Member.last_seen.desc().nulls_last(), Member.id.desc())
    )
    return [(table, member) for table, member in db.session.execute(own.limit(limit))]


def names_at(table_id: str, except_member: int | None = None) -> set[str]:
    """All device names of the table, including devices that left, since a name in the log means one device."""
    taken = select(Member.name).where(Member.table_id == table_id)
    if except_member is not None:
        taken = taken.where(Member.id != except_member)
    return set(db.session.connection().scalars(taken))


def add_member(
    table_id: str,
    device: str,
    *,
    name: str,
    role: Role,
    invite_id: str | None = None,
    expires: datetime | None = None,
    seen: bool = False,
) -> Member:
    """Add a device, in the caller's transaction, and delete devices that joined and never came back.

    Raises `TakenByAnother` if the table already knows the device or the name.
    """
    with write_transaction() as session:
        gone = delete(Member).where(Member.table_id == table_id, Member.last_seen.is_(None), Member.pen_since.is_(None))
        session.execute(gone.where(Member.joined < now() - NEVER_CAME_BACK, Member.device != device))
        member = Member(
            table_id=table_id,
            device=device,
            name=name,
            role=role,
            invite_id=invite_id,
            expires=expires,
            last_seen=now() if seen else None,
        )
        try:
            with session.begin_nested():
                session.add(member)
        except IntegrityError as taken:
            raise TakenByAnother from taken
    return member


def change_member(member_id: int, **values: object) -> None:
    """Change columns of a member. Raises `TakenByAnother` if another member has the name."""
    with write_transaction() as session:
        try:
            with session.begin_nested():
                session.execute(update(Member).where(Member.id == member_id).values(**values))
        except IntegrityError as taken:
            raise TakenByAnother from taken


def revoke_members(
    table_id: str, *, member_id: int | None = None, role: Role | None = None, except_member: int | None = None
) -> None:
    """Revoke one device's membership, or those of a whole role except the member `except_member`."""
    with write_transaction() as session:
        out = update(Member).where(Member.table_id == table_id, Member.revoked.is_(None))
        if member_id is not None:
            out = out.where(Member.id == member_id)
        if role is not None:
            out = out.where(Member.role == role)
        if except_member is not None:
            out = out.where(Member.id != except_member)
        session.execute(out.values(revoked=now(), pen_since=None))


def forget_device(member_id: int) -> None:
    """Remove a device from the table; its name stays in the log."""
    with write_transaction() as session:
        left = update(Member).where(Member.id == member_id)
        session.execute(left.values(device=f"left {member_id}", revoked=now(), pen_since=None, player_id=None))


def pen_holder(table_id: str) -> Member | None:
    """The member with the pen; None if nobody has it."""
    return db.session.scalar(_WITH_PEN, {"table": table_id, "now": now()})


def name_with_pen(table_id: str) -> str | None:
    """What the table calls the member with the pen, which is faster to read than the member; None if nobody has it."""
    row = db.session.execute(_NAME_WITH_PEN, {"table": table_id, "now": now()}).one_or_none()
    if row is None:
        return None
    own, player, merged_into = row
    if merged_into is not None:
        holder = pen_holder(table_id)
        return None if holder is None else holder.shown_name
    return player or own


def give_pen(table_id: str, member_id: int) -> None:
    """Give this member the pen, and take it from everyone else."""
    with write_transaction() as session:
        others = update(Member).where(
            Member.table_id == table_id, Member.id != member_id, Member.pen_since.is_not(None)
        )
        session.execute(others.values(pen_since=None))
        session.execute(update(Member).where(Member.id == member_id).values(pen_since=now()))
