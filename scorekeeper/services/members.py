"""Members of a table: names and roles of devices, who has the pen, and removing them."""

from scorekeeper.core.words.language import translate as _
from scorekeeper.services.membership import Membership, tables_here
from scorekeeper.services.names import check_names_at
from scorekeeper.services.security_log import security_event
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.invites import end_invites
from scorekeeper.storage.members import (
    ROLES,
    Member,
    Role,
    change_member,
    forget_device,
    give_pen,
    name_with_pen,
    pen_holder,
    revoke_members,
)
from scorekeeper.storage.players import add_player


class NotYours(Exception):
    """Only a keeper may take the pen from another device; the message says what to do."""


def holder(table_id: str) -> Member | None:
    """The device that has the pen."""
    return pen_holder(table_id)


def holder_name(table_id: str) -> str | None:
    """What the table calls the device that has the pen."""
    return name_with_pen(table_id)


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
        check_names_at(member.table_id, [name])
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
