"""Taking access away: a device that a keeper removes, a link, a whole role; and a device that leaves by itself."""

from scorekeeper.services.membership import tables_here
from scorekeeper.services.security_log import security_event
from scorekeeper.storage import ROLES, Member, Role, end_invites, forget_device, members_of, put_out, writing


def seen_links(member: Member) -> list[Role]:
    """The roles whose links this device could look at, the strongest first: its own and those below."""
    return [role for role in reversed(ROLES) if member.as_role.may(role)]


def revoke_member(member: Member, *, renew_links: bool = True) -> list[Role]:
    """Remove a device: its next request is refused, and no invite made before now lets it back in.

    It may have kept a link, and come by it as another device. So all links and codes that it could look at end too;
    new ones stand on the share page. With `renew_links` false they stay. Returns the roles whose links ended.
    """
    roles = seen_links(member) if renew_links else []
    with writing():
        put_out(member.table_id, member_id=member.id)
        for role in roles:
            end_invites(member.table_id, role=role)
    facts = {"role": member.role, "links": "ended" if roles else "kept"}
    security_event("device removed", table=member.table_id, device=member.id, **facts)
    return roles


def revoke_link(table_id: str, invite_id: str) -> None:
    """End one link with its code; who came by it stays."""
    end_invites(table_id, invite_id=invite_id)
    security_event("link revoked", table=table_id, link=invite_id)


def end_role(table_id: str, role: Role, but_member: int | None = None) -> None:
    """End every link and code of a role, and remove every device that has it, `but_member`."""
    with writing():
        end_invites(table_id, role=role)
        put_out(table_id, role=role, but=but_member)
    security_event("role revoked", table=table_id, role=role.value)


def is_last_keeper(table_id: str, member_id: int) -> bool:
    """Whether this device keeps the table, and no other device does for good."""
    keepers = [one for one in members_of(table_id) if one.as_role is Role.KEEPER]
    return any(one.id == member_id for one in keepers) and not any(
        one.id != member_id and one.expires is None for one in keepers
    )


def leave(table_id: str, member_id: int) -> None:
    """A device leaves a table by itself: it is a stranger there, whom a link lets in again."""
    forget_device(member_id)
    security_event("left", table=table_id, device=member_id)


def leave_all(secret: str | None) -> int:
    """A device leaves every table that it is in; returns how many those were."""
    left = 0
    while found := tables_here(secret):  # a page of them at a time
        for table, membership in found:
            assert membership.member_id is not None
            leave(table.id, membership.member_id)
        left += len(found)
    return left
