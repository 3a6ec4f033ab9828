"""Invites: permanent links, limited links, short codes."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from scorekeeper.clock import utc_now
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.names import FIRST_TABLE
from scorekeeper.services.membership import code_hash, code_of, token_hash, token_of
from scorekeeper.services.security_log import security_event
from scorekeeper.storage.columns import unguessable_id
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.games import create_table, hold_table, tables
from scorekeeper.storage.invites import (
    Invite,
    InviteKey,
    add_invite,
    end_invites,
    give_code,
    invite_by_id,
    limited_invites,
    permanent_invites,
)
from scorekeeper.storage.members import Role, members_of

CODE_LASTS = timedelta(minutes=15)
PEN_LASTS = timedelta(minutes=10)
FIRST_LINK_LASTS = timedelta(days=1)


class NoSuchInvite(Exception):
    """The invite does not exist or is no longer valid; the message says what to do."""


@dataclass(frozen=True, slots=True)
class InviteLink:
    """An invite, and its token if this server can show it (None: made with another secret key)."""

    invite: Invite
    token: str | None


def invite(
    table_id: str,
    role: Role,
    *,
    lasts: timedelta | None = None,
    uses: int | None = None,
    guests: bool = False,
    hands_pen: bool = False,
) -> InviteLink:
    """Create an invite; with `guests`, members who joined by it lose access when it expires. Raises `NoSuchTable`."""
    invite_id = unguessable_id()
    token = token_of(invite_id)
    expires = None if lasts is None else utc_now() + lasts
    made = Invite(
        id=invite_id,
        table_id=table_id,
        role=role,
        token=token_hash(token),
        expires=expires,
        uses_left=uses,
        guests=guests,
        hands_pen=hands_pen,
    )
    invite_link = InviteLink(add_invite(made), token)
    security_event("link made", table=table_id, link=invite_id, role=role.value)
    return invite_link


def pen_invite(table_id: str) -> InviteLink:
    """An invite that gives one device the pen, valid for ten minutes."""
    return invite(table_id, Role.SCORER, lasts=PEN_LASTS, uses=1, hands_pen=True)


def permanent_link(table_id: str, role: Role) -> InviteLink:
    """The table's permanent link for this role; created if there is none whose token can be shown."""
    found = find_permanent_link(table_id, role)
    if found is not None:
        return found
    with write_transaction():  # so that two simultaneous requests get the same link
        hold_table(table_id)
        return find_permanent_link(table_id, role) or invite(table_id, role)


def find_permanent_link(table_id: str, role: Role) -> InviteLink | None:
    """The table's permanent link for this role; None if there is none whose token can be shown."""
    links = (_link_of(found) for found in permanent_invites(table_id, role))
    return next((link for link in links if link.token is not None), None)


def limited_links(table_id: str, limit: int, before: InviteKey | None = None) -> list[InviteLink]:
    """The valid links with limits, newest first; `before` is the key of the last page."""
    return [_link_of(found) for found in limited_invites(table_id, limit, before)]


def link_by_id(table_id: str, invite_id: str) -> InviteLink:
    """One of the table's valid invites. Raises `NoSuchInvite`."""
    found = invite_by_id(table_id, invite_id)
    if found is None or found.ended():
        raise NoSuchInvite(_("this link was revoked, make a new one"))
    return _link_of(found)


def new_code(table_id: str, invite_id: str) -> str:
    """Create a short code for an invite, in place of its last one; valid for `CODE_LASTS`. Raises `NoSuchInvite`."""
    found = link_by_id(table_id, invite_id).invite
    for _try in range(5):  # another invite may have the same code
        expires = min(utc_now() + CODE_LASTS, found.expires or datetime.max.replace(tzinfo=UTC))
        code = code_of(found.id, expires)
        if give_code(found.id, code_hash(code), expires):
            security_event("code made", table=table_id, link=found.id, role=found.role)
            return code
    raise NoSuchInvite(_("no code is free right now, try again"))


def code_now(invite: Invite) -> str | None:
    """The invite's short code; None if it has none or the code has expired."""
    if invite.code is None or invite.code_expires is None or invite.code_expires <= utc_now():
        return None
    code = code_of(invite.id, invite.code_expires)
    return code if code_hash(code) == invite.code else None


def first_table() -> str | None:
    """The id of the first table, created if there is none; None if it already has members, or there are others."""
    with write_transaction():
        found = tables(limit=2)
        if not found:
            return create_table(FIRST_TABLE).id
        if len(found) == 1 and not members_of(found[0].id, limit=1) and found[0].stored_name == FIRST_TABLE:
            return found[0].id
    return None


def first_keepers_link(table_id: str) -> str:
    """The token of a link that makes one device the keeper, valid for a day; revokes earlier keeper links."""
    with write_transaction():
        end_invites(table_id, role=Role.KEEPER)
        return link_for_one(table_id, Role.KEEPER, lasts=FIRST_LINK_LASTS)


def link_for_one(table_id: str, role: Role, lasts: timedelta | None = None) -> str:
    """The token of a new link for one device. Raises `NoSuchTable`."""
    return str(invite(table_id, role, uses=1, lasts=lasts).token)


def keeper_link(table_id: str) -> str:
    """The token of a new keeper link for one device. Raises `NoSuchTable`."""
    return link_for_one(table_id, Role.KEEPER)


def _link_of(found: Invite) -> InviteLink:
    token = token_of(found.id)
    return InviteLink(found, token if token_hash(token) == found.token else None)
