"""Members of a table: names and roles of devices, who has the pen, and removing them."""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from scorekeeper.core.words.language import translate as _
from scorekeeper.services.names import check_new_names
from scorekeeper.services.security_log import security_event
from scorekeeper.services.tokens import device_hash, token_hash
from scorekeeper.storage import (
    ROLES,
    DatabaseBusy,
    Member,
    Role,
    Table,
    add_player,
    change_member,
    end_invites,
    end_replaced_secrets,
    forget_device,
    give_pen,
    invite_by_token,
    known_device,
    mark_used_by_program,
    member_of,
    members_of,
    newer_secret_of,
    pen_holder,
    players_of,
    revoke_members,
    tables_of,
    write_transaction,
)

SEEN_EVERY = timedelta(minutes=1)  # how exact "last seen" is, since each update is a write


@dataclass(frozen=True, slots=True)
class Membership:
    """Access to a table. `ended` is why it is over (`revoked`, `expired`), or None.

    `name` is stored with its events: its player's, else that of the device itself. A device has a member number and
    perhaps the pen and a player; a program has none of these, but the link whose token it sent.
    `renew_cookie`: this is the device's first request of the day, so its cookie is extended.
    """

    table_id: str
    role: Role
    name: str
    ended: str | None = None
    member_id: int | None = None
    invite_id: str | None = None
    has_pen: bool = False
    player_id: int | None = None
    renew_cookie: bool = False

    def may(self, least: Role) -> bool:
        """Whether this membership has at least the role `least`."""
        return self.ended is None and self.role.may(least)


class NotYours(Exception):
    """Only a keeper may take the pen from another device; the message says what to do."""


def holder(table_id: str) -> Member | None:
    """The device that has the pen."""
    return pen_holder(table_id)


def take(membership: Membership) -> None:
    """Take the pen: a keeper from anyone, a scorer if nobody has it. Raises `NotYours`."""
    assert membership.member_id is not None
    pen_member = pen_holder(membership.table_id)
    if pen_member is not None and pen_member.id != membership.member_id and not membership.may(Role.KEEPER):
        raise NotYours(_("{name} has the pen, ask them to pass it", name=pen_member.shown_name))
    give_pen(membership.table_id, membership.member_id)


def pass_pen(member: Member) -> None:
    """Give a device the pen; a watcher becomes a scorer with it."""
    with write_transaction():
        if not member.as_role.may(Role.SCORER):
            change_member(member.id, role=Role.SCORER)
        give_pen(member.table_id, member.id)
    security_event("pen passed", table=member.table_id, device=member.id)


def take_if_free(membership: Membership) -> None:
    """Take the pen if nobody has it: the first to record gets it."""
    if membership.member_id is not None and not membership.has_pen and pen_holder(membership.table_id) is None:
        give_pen(membership.table_id, membership.member_id)


def by_device(table_id: str, secret: str | None) -> Membership | None:
    """The membership of the device with this cookie secret; None for a stranger. Updates when it was last seen."""
    if secret is None:
        return None
    device = device_hash(secret)
    member = member_of(table_id, device)
    if member is None:
        newer = newer_secret_of(device)  # the response with the newer secret is on its way or lost
        member = member_of(table_id, newer) if newer else None
    if member is None:
        return None
    ended, seen, newest = member.ended(), member.last_seen, member.device == device
    if ended is None and _is_stale(seen):
        with suppress(DatabaseBusy), write_transaction(deadline=0):  # a reader does not wait for writers
            change_member(member.id, last_seen=datetime.now(UTC))
            if newest:
                end_replaced_secrets(device)
    first_today = seen is not None and seen.date() != datetime.now(UTC).date()
    return replace(_of_member(member, ended), renew_cookie=ended is None and newest and first_today)


def by_token(token: str) -> Membership | None:
    """A program's membership by its token, at the table of the invite; None if no invite has this token."""
    invite = invite_by_token(token_hash(token))
    if invite is None:
        return None
    ended = invite.ended()
    if ended is None and invite.uses_left is not None:
        ended = "for a device"  # devices use it up; a program never would
    if ended is None and _is_stale(invite.last_used):
        with suppress(DatabaseBusy), write_transaction(deadline=0):  # a reader does not wait for writers
            mark_used_by_program(invite.id)
    return Membership(invite.table_id, invite.as_role, f"Program ({invite.role})", ended, invite_id=invite.id)


def tables_here(secret: str | None) -> list[tuple[Table, Membership]]:
    """The device's tables, most recently used first."""
    device = known_device(device_hash(secret)) if secret else None
    found = tables_of(device) if device else []
    return [(table, _of_member(member, None)) for table, member in found]


def _of_member(member: Member, ended: str | None) -> Membership:
    return Membership(
        table_id=member.table_id,
        role=member.as_role,
        name=member.shown_name,
        ended=ended,
        member_id=member.id,
        has_pen=member.pen_since is not None,
        player_id=member.player_id,
    )


def _is_stale(seen: datetime | None) -> bool:
    return seen is None or datetime.now(UTC) - seen > SEEN_EVERY


def seen_links(member: Member) -> list[Role]:
    """The roles whose links this device could see: its own and lower ones, highest first."""
    return [role for role in reversed(ROLES) if member.as_role.may(role)]


def revoke_member(member: Member, *, renew_links: bool = True) -> list[Role]:
    """Remove a device: its next request is refused, and earlier invites do not admit it any more.

    Since it may have copied a link and could join as another device, `renew_links` also revokes all links and codes
    that it could see; the share page then shows new ones. Returns the roles whose links were revoked.
    """
    roles = seen_links(member) if renew_links else []
    with write_transaction():
        revoke_members(member.table_id, member_id=member.id)
        for role in roles:
            end_invites(member.table_id, role=role)
    facts = {"role": member.role, "links": "ended" if roles else "kept"}
    security_event("device removed", table=member.table_id, device=member.id, **facts)
    return roles


def change_role(member: Member, role: Role) -> list[Role]:
    """Give a device another role. Returns the roles whose links were revoked: the higher ones whose links it knew."""
    known = [each for each in seen_links(member) if not role.may(each)]
    with write_transaction():
        pen = {} if role.may(Role.SCORER) else {"pen_since": None}
        change_member(member.id, role=role, **pen)
        for each in known:
            end_invites(member.table_id, role=each)
    security_event("role changed", table=member.table_id, device=member.id, role=role.value)
    return known


def say_whose(member: Member, name: str | None) -> None:
    """Say whose device this is: a player's, by name, who is new to the table perhaps; None: nobody's.

    Raises `InvalidInput` for a new name that looks like a known one.
    """
    if name is not None:
        check_new_names([name], [player.name for player in players_of(member.table_id)])
    with write_transaction():
        player = None if name is None else add_player(member.table_id, name)
        change_member(member.id, player_id=None if player is None else player.main.id)


def revoke_link(table_id: str, invite_id: str) -> None:
    """Revoke one link and its code; members who joined by it stay."""
    end_invites(table_id, invite_id=invite_id)
    security_event("link revoked", table=table_id, link=invite_id)


def end_role(table_id: str, role: Role, except_member: int | None = None) -> None:
    """Revoke every link and code of a role, and remove all its devices except `except_member`."""
    with write_transaction():
        end_invites(table_id, role=role)
        revoke_members(table_id, role=role, except_member=except_member)
    security_event("role revoked", table=table_id, role=role.value)


def is_last_keeper(table_id: str, member_id: int) -> bool:
    """Whether the table would have no permanent keeper without this device."""
    keepers = [one for one in members_of(table_id) if one.as_role is Role.KEEPER]
    return any(one.id == member_id for one in keepers) and not any(
        one.id != member_id and one.expires is None for one in keepers
    )


def leave(table_id: str, member_id: int) -> None:
    """Leave a table; a link admits the device again."""
    forget_device(member_id)
    security_event("left", table=table_id, device=member_id)


def leave_all(secret: str | None) -> int:
    """Leave every table; returns how many."""
    left = 0
    while found := tables_here(secret):  # one page at a time
        for table, membership in found:
            assert membership.member_id is not None
            leave(table.id, membership.member_id)
        left += len(found)
    return left
