"""Membership: what a device, or a program with a token, may do at a table just now."""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from scorekeeper.services.secrets_kept import device_hash, token_hash
from scorekeeper.storage import (
    DatabaseBusy,
    Member,
    Role,
    Table,
    change_member,
    end_replaced_secrets,
    invite_by_token,
    known_device,
    member_of,
    newer_secret_of,
    tables_of,
    used_by_program,
    writing,
)

SEEN_EVERY = timedelta(minutes=1)  # how exact "last seen" is: it costs a write


@dataclass(frozen=True, slots=True)
class Membership:
    """A way of being at a table. `ended` says why it is over (`revoked`, `expired`), None while it is not.

    `name` is what its entries carry. A device has a member's number and, perhaps, the pen; a program has neither.
    `renew_cookie`: the first time on a day that it comes with its newest cookie, which then lasts again as long.
    """

    table_id: str
    role: Role
    name: str
    ended: str | None = None
    member_id: int | None = None
    has_pen: bool = False
    renew_cookie: bool = False

    def may(self, least: Role) -> bool:
        """Whether it is enough where `least` is asked for."""
        return self.ended is None and self.role.may(least)


def by_device(table_id: str, secret: str | None) -> Membership | None:
    """What the device whose cookie holds `secret` is at the table; None for a stranger. Keeps that it was seen."""
    if secret is None:
        return None
    device = device_hash(secret)
    member = member_of(table_id, device)
    if member is None:
        newer = newer_secret_of(device)  # the answer with the newer one is on its way, or was lost
        member = member_of(table_id, newer) if newer else None
    if member is None:
        return None
    ended, seen, newest = member.ended(), member.last_seen, member.device == device
    if ended is None and _is_stale(seen):
        with suppress(DatabaseBusy), writing(deadline=0):  # who only looks never waits for a writer
            change_member(member.id, last_seen=datetime.now(UTC))
            if newest:
                end_replaced_secrets(device)
    first_today = seen is not None and seen.date() != datetime.now(UTC).date()
    return replace(_of_member(member, ended), renew_cookie=ended is None and newest and first_today)


def by_token(token: str) -> Membership | None:
    """What a program with this token is, at the one table of its invite; None where no invite has it."""
    invite = invite_by_token(token_hash(token))
    if invite is None:
        return None
    ended = invite.ended()
    if ended is None and invite.uses_left is not None:
        ended = "for a device"  # whoever joins by it uses it up; a program would not
    if ended is None and _is_stale(invite.last_used):
        with suppress(DatabaseBusy), writing(deadline=0):  # who only looks never waits for a writer
            used_by_program(invite.id)
    return Membership(invite.table_id, invite.as_role, f"Program ({invite.role})", ended)


def tables_here(secret: str | None) -> list[tuple[Table, Membership]]:
    """The tables that a device is in; where it was last comes first."""
    device = known_device(device_hash(secret)) if secret else None
    found = tables_of(device) if device else []
    return [(table, _of_member(member, None)) for table, member in found]


def _of_member(member: Member, ended: str | None) -> Membership:
    return Membership(
        table_id=member.table_id,
        role=member.as_role,
        name=member.name,
        ended=ended,
        member_id=member.id,
        has_pen=member.pen_since is not None,
    )


def _is_stale(seen: datetime | None) -> bool:
    return seen is None or datetime.now(UTC) - seen > SEEN_EVERY
