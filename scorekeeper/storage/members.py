"""Members: the devices at a table with their roles and secrets, who has the pen, and who signs for a side."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    ForeignKey,
    Index,
    Row,
    UniqueConstraint,
    bindparam,
    delete,
    exists,
    func,
    or_,
    select,
    text,
    tuple_,
    type_coerce,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, aliased, mapped_column, relationship, selectinload

from scorekeeper.clock import utc_now
from scorekeeper.core.words.names import device_name
from scorekeeper.storage.columns import CanonicalTime, PlainText, UtcTime, present
from scorekeeper.storage.database import Base, db, insert_unless_taken, write_transaction
from scorekeeper.storage.errors import TakenByAnother
from scorekeeper.storage.games import hold_table
from scorekeeper.storage.models import Player, Table


class Role(StrEnum):
    """A watcher reads; a scorer records, corrects and undoes; a keeper also manages access."""

    WATCHER = "watcher"
    SCORER = "scorer"
    KEEPER = "keeper"

    @property
    def rank(self) -> int:
        """1 for the least powerful role."""
        return ROLES.index(self) + 1

    def may(self, least: Role) -> bool:
        """Whether this role is at least `least`."""
        return self.rank >= least.rank


ROLES = tuple(Role)


class Access:
    """The role of a device at a table, and whether it has ended."""

    role: Any  # a column in the model, a value in a row
    expires: Any
    revoked: Any
    for_matches: Any
    keeps: bool | None = None
    """Whether it keeps the score of the game that was asked about; None if that is no game of a match of its own."""

    @property
    def as_role(self) -> Role:
        role = Role(self.role)
        return Role.SCORER if self.keeps and not role.may(Role.SCORER) else role

    @property
    def is_elsewhere(self) -> bool:
        """Whether it is at the table only for its matches, and this is none of them."""
        return bool(self.for_matches) and self.keeps is None

    def ended(self, at: datetime | None = None) -> str | None:
        """Why its access ended: `revoked` or `expired`; None while it is valid."""
        if self.revoked is not None:
            return "revoked"
        return "expired" if self.expires is not None and self.expires <= (at or utc_now()) else None


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
        Index("uq_member_pen", "table_id", unique=True, sqlite_where=_HAS_PEN, postgresql_where=_HAS_PEN),
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
    joined: Mapped[datetime] = mapped_column(UtcTime, default=utc_now)
    last_seen: Mapped[datetime | None] = mapped_column(UtcTime)
    expires: Mapped[datetime | None] = mapped_column(UtcTime)
    revoked: Mapped[datetime | None] = mapped_column(UtcTime)
    pen_since: Mapped[datetime | None] = mapped_column(UtcTime)
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    for_matches: Mapped[bool | None] = mapped_column("for_tournaments", key="for_matches")  # and reaches no other games
    player: Mapped[Player | None] = relationship(viewonly=True)

    @property
    def stored_name(self) -> str:
        """What its events are signed with: its player's name if it has one."""
        return self.player.main.name if self.player else self.name

    @property
    def shown_name(self) -> str:
        """What the table calls it."""
        return device_name(self.stored_name)


class ReplacedSecret(Base):
    """The hash of a cookie's secret that a newer one replaced; it works until the newer one is used.

    `device` is the newest hash of the same device, as in its memberships.
    """

    __tablename__ = "replaced_secret"
    __table_args__ = (Index(None, "device"),)

    secret: Mapped[str] = mapped_column(PlainText, primary_key=True)
    device: Mapped[str] = mapped_column(PlainText)
    replaced: Mapped[datetime] = mapped_column(UtcTime, default=utc_now)


class SideDevice(Base):
    """A device that signs for a side of a game. `side` counts from 0, as in the sheet."""

    __tablename__ = "side_device"
    __table_args__ = (Index(None, "member_id"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("member.id"), primary_key=True, autoincrement=False)
    side: Mapped[int]


def side_of_device(game_id: str, member_id: int) -> int | None:
    """The side that this device signs for; None if it is on none."""
    query = select(SideDevice.side).where(SideDevice.game_id == game_id, SideDevice.member_id == member_id)
    return db.session.scalar(query)


def attach_device(game_id: str, member_id: int, side: int) -> int:
    """Attach the device to this side unless it is already on one; returns its side."""
    row = {"game_id": game_id, "member_id": member_id, "side": side}
    with write_transaction() as session:
        if insert_unless_taken(session.connection(), SideDevice, row):
            return side
        attached = side_of_device(game_id, member_id)
    return side if attached is None else attached


def detach_device(game_id: str, member_id: int) -> None:
    """Detach the device from the game's sides."""
    with write_transaction() as session:
        gone = delete(SideDevice).where(SideDevice.game_id == game_id, SideDevice.member_id == member_id)
        session.execute(gone)


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
        session.execute(ended.where(ReplacedSecret.replaced < utc_now() - IN_FLIGHT))


MAX_ID = 2**31 - 1
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
    """How many devices are at the table; former ones, and those only for matches, do not count."""
    there = (Member.revoked.is_(None), or_(Member.expires.is_(None), Member.expires > utc_now()))
    of_table = (Member.table_id == table_id, Member.for_matches.is_(None))
    return db.session.scalars(select(func.count()).where(*of_table, *there)).one()


def device_names(members: Iterable[int]) -> dict[int, str]:
    """What the table calls these devices, by their numbers."""
    found = db.session.scalars(select(Member).where(Member.id.in_(set(members))).options(selectinload(Member.player)))
    return {member.id: member.shown_name for member in found}


def member_by_id(table_id: str, member_id: int) -> Member | None:
    """The table's member with this number."""
    if member_id > MAX_ID:  # PostgreSQL would raise an error
        return None
    return db.session.scalar(select(Member).where(Member.table_id == table_id, Member.id == member_id))


LiveMember = Row[int, str, datetime | None, int | None, bool | None]
"""`id`, `role`, `pen_since`, `player_id` and `for_matches` of a member."""

# Asked after each commit: building the statement takes longer than running it.
LIVE_MEMBERS = select(Member.id, Member.role, Member.pen_since, Member.player_id, Member.for_matches).where(
    Member.id.in_(bindparam("ids", expanding=True)),
    Member.revoked.is_(None),
    or_(Member.expires.is_(None), Member.expires > bindparam("now")),
)


def live_members(member_ids: Collection[int]) -> dict[int, LiveMember]:
    """Those of these members whose access has not ended."""
    rows = db.session.execute(LIVE_MEMBERS, {"ids": list(member_ids), "now": utc_now()})
    return {row.id: row for row in rows}


def tables_of(device: str, limit: int = 50) -> list[tuple[Table, Member]]:
    """The device's tables with its membership, most recently used first."""
    query = (
        select(Table, Member)
        .join(Member, Member.table_id == Table.id)
        .where(Member.device == device, Member.revoked.is_(None), Member.for_matches.is_(None))
        .where(or_(Member.expires.is_(None), Member.expires > utc_now()))
        .order_by(Member.last_seen.desc().nulls_last(), Member.id.desc())
    )
    return [(table, member) for table, member in db.session.execute(query.limit(limit))]


def names_at(table_id: str, except_member: int | None = None) -> set[str]:
    """All device names of the table, including devices that left, since a name in the log means one device."""
    taken = select(Member.name).where(Member.table_id == table_id)
    if except_member is not None:
        taken = taken.where(Member.id != except_member)
    return set(db.session.connection().scalars(taken))


def add_member(  # noqa: PLR0913 - each is a part of its own
    table_id: str,
    device: str,
    *,
    name: str,
    role: Role,
    invite_id: str | None = None,
    expires: datetime | None = None,
    seen: bool = False,
    for_matches: bool = False,
) -> Member:
    """Add a device, in the caller's transaction, and delete devices that joined and never came back.

    Raises `TakenByAnother` if the table already knows the device or the name.
    """
    with write_transaction() as session:
        gone = delete(Member).where(Member.table_id == table_id, Member.last_seen.is_(None), Member.pen_since.is_(None))
        session.execute(gone.where(Member.joined < utc_now() - NEVER_CAME_BACK, Member.device != device))
        member = Member(
            table_id=table_id,
            device=device,
            name=name,
            role=role,
            invite_id=invite_id,
            expires=expires,
            last_seen=utc_now() if seen else None,
            for_matches=for_matches or None,
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
        session.execute(out.values(revoked=after_links_and_removals(table_id), pen_since=None))


def after_links_and_removals(table_id: str) -> datetime:
    """Now, or right after the table's latest link or removal: a removed device joins by later links only, and a clock
    that was ahead must not say which is later.
    """
    links = Base.metadata.tables["invite"].c
    made = db.session.scalar(select(func.max(links.created)).where(links.table_id == table_id))
    removed = db.session.scalar(select(func.max(Member.revoked)).where(Member.table_id == table_id))
    return max([utc_now(), *(moment + timedelta(microseconds=1) for moment in (made, removed) if moment is not None)])


def forget_device(member_id: int) -> None:
    """Remove a device from the table; its name stays in the log."""
    with write_transaction() as session:
        left = update(Member).where(Member.id == member_id)
        session.execute(left.values(device=f"left {member_id}", revoked=utc_now(), pen_since=None, player_id=None))


def pen_holder(table_id: str) -> Member | None:
    """The member with the pen; None if nobody has it."""
    return db.session.scalar(_WITH_PEN, {"table": table_id, "now": utc_now()})


def name_with_pen(table_id: str) -> str | None:
    """What the table calls the member with the pen, which is faster to read than the member; None if nobody has it."""
    row = db.session.execute(_NAME_WITH_PEN, {"table": table_id, "now": utc_now()}).one_or_none()
    if row is None:
        return None
    own_name, player, merged_into = row
    if merged_into is not None:
        holder = pen_holder(table_id)
        return None if holder is None else holder.shown_name
    return player or device_name(own_name)


def give_pen(table_id: str, member_id: int) -> None:
    """Give this member the pen, and take it from everyone else."""
    with write_transaction() as session:
        hold_table(table_id)
        others = update(Member).where(
            Member.table_id == table_id, Member.id != member_id, Member.pen_since.is_not(None)
        )
        session.execute(others.values(pen_since=None))
        session.execute(update(Member).where(Member.id == member_id).values(pen_since=utc_now()))


MemberKey = tuple[datetime, int]
"""A pagination key: when the last device on the page was last seen, and its number."""
LATEST = (Member.last_seen.desc(), Member.id.desc())


def members_of(
    table_id: str, *, but: int | None = None, before: MemberKey | None = None, limit: int | None = None
) -> list[Member]:
    """The devices that came back after joining, the latest first, without the member `but`.

    `before` is the key of the last page.
    """
    ids = select(Member.id).where(*_inside(table_id))
    if but is not None:
        ids = ids.where(Member.id != but)
    if before is not None:
        ids = ids.where(tuple_(Member.last_seen, Member.id) < before)
    # Whole rows are read only of those on the page, with their players, by whose name they are shown.
    query = select(Member).where(Member.id.in_(ids.order_by(*LATEST).limit(limit))).order_by(*LATEST)
    return list(db.session.scalars(query.options(selectinload(Member.player).selectinload(Player.merged_player))))


def count_members(table_id: str) -> dict[Role, int]:
    """How many devices of each role `members_of` would list; roles without any are left out."""
    counts = select(Member.role, func.count()).where(*_inside(table_id)).group_by(Member.role)
    return {Role(role): count for role, count in db.session.execute(counts)}


def is_last_keeper(table_id: str, member_id: int) -> bool:
    """Whether the table would have no permanent keeper without this device."""
    keepers = (*_inside(table_id), Member.role == Role.KEEPER)
    other = exists().where(*keepers, Member.expires.is_(None), Member.id != member_id)
    return bool(db.session.scalar(select(exists().where(*keepers, Member.id == member_id) & ~other)))


class ListedMember(NamedTuple):
    """What a list of all devices says of one.

    `last_seen` is a canonical time, `player` the name that the table uses for its player now.
    """

    id: int
    name: str
    role: str
    last_seen: str
    player: str | None


def every_member(table_id: str, limit: int | None = None) -> list[ListedMember]:
    """The devices that `members_of` lists, or the latest; ten times as fast, since no objects are made."""
    main = aliased(Player)
    rows = (
        select(
            Member.id,
            Member.name,
            Member.role,
            type_coerce(Member.last_seen, CanonicalTime),
            func.coalesce(main.name, Player.name),
            main.merged_into,
        )
        .join(Player, Player.id == Member.player_id, isouter=True)
        .join(main, main.id == Player.merged_into, isouter=True)
        .where(*_inside(table_id))
        .order_by(*LATEST)
        .limit(limit)
    )
    return [
        ListedMember(id_, name, role, last_seen, player if deeper is None else _main_name(deeper))
        for id_, name, role, last_seen, player, deeper in db.session.connection().execute(rows).all()
    ]


def _main_name(player_id: int) -> str:
    """What the table calls a player whose name is a name of another one's name."""
    return db.session.get_one(Player, player_id).main.name


def _inside(table_id: str) -> tuple[ColumnElement[bool], ...]:
    return (
        Member.table_id == table_id,
        Member.revoked.is_(None),
        or_(Member.expires.is_(None), Member.expires > utc_now()),
        Member.last_seen.is_not(None),
        Member.for_matches.is_(None),
    )
