"""Members of a table: joining by a link or a code, names and roles of devices, who has the pen, and leaving.

The device that creates a table is its keeper.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from scorekeeper import hooks
from scorekeeper.core.inputs.faults import MAX_NAME_LENGTH
from scorekeeper.core.inputs.spelling import composed
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.core.words.names import A_PHONE, device_name, stored_device
from scorekeeper.services.membership import (
    Membership,
    code_hash,
    device_hash,
    new_device_secret,
    tables_here,
    token_hash,
)
from scorekeeper.services.names import check_name, check_names_at, shown_letters, skeleton_of
from scorekeeper.services.security_log import security_event
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import TakenByAnother
from scorekeeper.storage.games import create_table, find_table, hold_table
from scorekeeper.storage.invites import Invite, end_invites, invite_by_code, invite_by_id, invite_by_token, use_up
from scorekeeper.storage.members import (
    ROLES,
    Member,
    Role,
    add_member,
    change_member,
    count_devices,
    forget_device,
    give_pen,
    known_device,
    member_of,
    names_at,
    pen_holder,
    replace_secret,
    revoke_members,
    tables_of,
)
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player

MAX_DEVICES = 500  # at one table; removed ones make room
MAX_ATTEMPTS = 20  # to get a free name while other devices join at the same moment

T = TypeVar("T")


class CannotJoin(Exception):
    """The link or code does not admit this device; the message says why.

    `reason` is `unknown` (a guess, or mistyped), `revoked`, `expired`, `used up`; of the device, `removed`; of the
    table, `full`.
    """

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


REASON_TEXTS = {
    "removed": translatable("Ask the table for a new link. Older links and codes don’t work."),
    "revoked": translatable("This link was revoked. Ask the table for a new one."),
    "expired": translatable("This link has expired. Ask the table for a new one."),
    "full": translatable("This table has as many devices as it can. A keeper can remove some under Share."),
    "used up": translatable("This link is used up. Ask the table for a new one."),
}


@dataclass(frozen=True, slots=True)
class Joined:
    """The table, the device's membership, and its new cookie secret (None: it was already a member)."""

    table: Table
    member: Member
    secret: str | None


def invite_of_token(token: str) -> Invite:
    """The invite with this link token. Raises `CannotJoin`."""
    return _valid(invite_by_token(token_hash(token)), _("This link is wrong or cut off. Ask the table for its link."))


def invite_of_code(code: str) -> Invite:
    """The invite with this short code. Raises `CannotJoin`."""
    message = _("That code didn’t work. Codes last 15 minutes.")
    return _valid(invite_by_code(code_hash(code)), message)


def opened_invite(table_id: str, invite_id: str) -> Invite:
    """An invite that this device has just opened, by its id. Raises `CannotJoin`."""
    return _valid(invite_by_id(table_id, invite_id), _(REASON_TEXTS["revoked"]))


def asks_first(invite: Invite, secret: str | None) -> bool:
    """Whether to ask before joining: the link is limited, or the device is already at a table. Raises `CannotJoin`.

    Never asks a member who would gain nothing.
    """
    device = known_device(device_hash(secret)) if secret else None
    if device is None:
        return not invite.is_permanent
    member = member_of(invite.table_id, device)
    if _gains_nothing(member, invite):
        return False
    _check_not_removed(member, invite)
    return not invite.is_permanent or bool(tables_of(device, limit=1))


def join(invite: Invite, secret: str | None, name: str | None, seen: bool = False) -> Joined:
    """Admit a device; a member who would gain nothing stays as it is. Raises `CannotJoin`.

    `secret` comes from its cookie. The device always gets a new one, so a secret that was never issued is not accepted.
    A removed device can only join by an invite made after its removal.
    """
    joined = retry_taken_names(lambda: _join(invite, secret, name, seen))
    if joined.secret is not None:
        facts = {"role": joined.member.role, "pen": "yes" if invite.hands_pen else "no"}
        security_event("joined", table=invite.table_id, device=joined.member.id, link=invite.id, **facts)
    return joined


def _join(invite: Invite, secret: str | None, name: str | None, seen: bool) -> Joined:
    with write_transaction():
        table = find_table(invite.table_id)
        device = known_device(device_hash(secret)) if secret else None
        member = member_of(table.id, device) if device else None
        if member is not None and _gains_nothing(member, invite):
            return Joined(table, member, None)
        _check_not_removed(member, invite)
        if (member is None or member.ended()) and count_devices(table.id) >= MAX_DEVICES:
            raise CannotJoin(_(REASON_TEXTS["full"]), "full")
        if invite.uses_left is not None and not use_up(invite.id):
            raise CannotJoin(_(REASON_TEXTS["used up"]), "used up")
        own = new_secret(device)
        member = _admit(invite, member, device_hash(own), name, seen)
        if invite.hands_pen:
            give_pen(table.id, member.id)
    return Joined(table, member, own)


def open_table(
    table_name: str, secret: str | None, device_name: str | None, quick: bool = False, zone: str | None = None
) -> Joined:
    """Create a table kept by this device, whose cookie gets a new secret; a `quick` one is for its quick games.

    `zone` is the name of its time zone, which says when its nights end; None: the server's. Raises `InvalidInput`
    for a disguised name.
    """
    check_name(table_name)
    joined = retry_taken_names(lambda: _open_table(table_name, secret, device_name, quick, zone))
    security_event("table started", table=joined.table.id, device=joined.member.id)
    return joined


def _open_table(table_name: str, secret: str | None, device_name: str | None, quick: bool, zone: str | None) -> Joined:
    with write_transaction():
        own = new_secret(known_device(device_hash(secret)) if secret else None)
        table = create_table(composed(table_name), quick, zone)
        name = free_name(table.id, device_name)
        member = add_member(table.id, device_hash(own), name=name, role=Role.KEEPER, seen=True)
    return Joined(table, member, own)


def new_secret(device: str | None) -> str:
    """Create a new secret that replaces the device's old one at all its tables."""
    own = new_device_secret()
    if device is not None:
        replace_secret(device, device_hash(own))
    return own


def _gains_nothing(member: Member | None, invite: Invite) -> bool:
    """Whether the device is a member to whom the invite gives nothing more."""
    inside = member is not None and member.ended() is None and member.as_role.may(invite.as_role)
    return inside and not invite.hands_pen


def _check_not_removed(member: Member | None, invite: Invite) -> None:
    """Refuse invites that a removed device may know from before. Raises `CannotJoin`."""
    if member is not None and member.revoked is not None and invite.created <= member.revoked:
        raise CannotJoin(_(REASON_TEXTS["removed"]), "removed")


def rename(member: Member, preferred: str) -> str:
    """Rename a device, with a number if the name is taken; returns the name."""

    if preferred == device_name(member.name):
        return member.name

    def give() -> str:
        with write_transaction():
            name = free_name(member.table_id, preferred, except_member=member.id)
            change_member(member.id, name=name)
        return name

    return retry_taken_names(give)


def free_name(table_id: str, preferred: str | None, except_member: int | None = None) -> str:
    """The name, numbered if another device of the table has or had it, since a name in the log means one device."""
    taken = {skeleton_of(name) for name in names_at(table_id, except_member)}
    base = " ".join(shown_letters(stored_device(preferred or A_PHONE)).split())[:MAX_NAME_LENGTH].strip() or A_PHONE
    name, number = base, 1
    while skeleton_of(name) in taken:
        number += 1
        name = f"{base[: MAX_NAME_LENGTH - len(str(number)) - 1].strip()} {number}"
    return name


def _admit(invite: Invite, member: Member | None, device: str, name: str | None, seen: bool) -> Member:
    expires = invite.expires if invite.guests else None
    if member is None:
        return add_member(
            invite.table_id,
            device,
            name=free_name(invite.table_id, name),
            role=invite.as_role,
            invite_id=invite.id,
            expires=expires,
            seen=seen,
        )
    keeps = member.ended() is None and member.as_role.may(invite.as_role)
    if not keeps:
        change_member(member.id, role=invite.role, invite_id=invite.id, expires=expires, revoked=None)
    return member


def retry_taken_names(write: Callable[[], T]) -> T:
    """Call `write`, again while another device takes the same name at the same moment."""
    for _try in range(MAX_ATTEMPTS):
        try:
            return write()
        except TakenByAnother:
            continue
    return write()


def _valid(invite: Invite | None, message: str) -> Invite:
    if invite is None:
        raise CannotJoin(message, "unknown")
    ended = invite.ended()
    if ended is not None:
        raise CannotJoin(_(REASON_TEXTS[ended]), ended)
    return invite


class NotYours(Exception):
    """Only a keeper may take the pen from another device; the message says what to do."""


def take(membership: Membership) -> None:
    """Take the pen: a keeper from anyone, a scorer if nobody has it. Raises `NotYours`."""
    assert membership.member_id is not None
    with write_transaction():
        hold_table(membership.table_id)
        pen_member = pen_holder(membership.table_id)
        if pen_member is not None and pen_member.id != membership.member_id and not membership.may(Role.KEEPER):
            raise NotYours(_("{name} has the pen, ask them to pass it", name=pen_member.shown_name))
        give_pen(membership.table_id, membership.member_id)


def pass_pen(member: Member) -> None:
    """Give a device the pen; a watcher becomes a scorer with it."""
    with write_transaction():
        hold_table(member.table_id)
        if not member.as_role.may(Role.SCORER):
            change_member(member.id, role=Role.SCORER)
        give_pen(member.table_id, member.id)
    security_event("pen passed", table=member.table_id, device=member.id)


def take_if_free(membership: Membership) -> None:
    """Take the pen if nobody has it: the first to record gets it."""
    if membership.member_id is None or membership.has_pen or pen_holder(membership.table_id) is not None:
        return
    with write_transaction():
        hold_table(membership.table_id)
        if pen_holder(membership.table_id) is None:
            give_pen(membership.table_id, membership.member_id)


def seen_links(member: Member) -> list[Role]:
    """The roles whose links this device could see: its own and lower ones, highest first."""
    return [role for role in reversed(ROLES) if member.as_role.may(role)]


def revoke_member(member: Member, *, renew_links: bool = True, renew_cards: bool = False) -> list[Role]:
    """Remove a device: its next request is refused, and earlier invites do not admit it any more.

    Since it may have copied a link and could join as another device, `renew_links` also revokes all links and codes
    that it could see, those of rooms too; the pages then show new ones. `renew_cards`: so do the cards of rooms, which
    have to be printed again. Returns the roles whose links were revoked.
    """
    roles = seen_links(member) if renew_links else []
    with write_transaction():
        revoke_members(member.table_id, member_id=member.id)
        for role in roles:
            end_invites(member.table_id, role=role)
        _end_codes(member.table_id, member.id, links=renew_links, cards=renew_cards)
    facts = {"role": member.role, "links": "ended" if roles else "kept"}
    security_event("device removed", table=member.table_id, device=member.id, **facts)
    return roles


def _end_codes(table_id: str, member_id: int | None, *, links: bool, cards: bool) -> None:
    """End what this device (None: several) has in rooms, and their links or cards, in the caller's transaction."""
    for codes in hooks.codes_at(table_id):
        codes.end(member_id, links=links, cards=cards)


def printed_cards(member: Member) -> int:
    """How many printed cards of rooms were shown to this device."""
    if not member.as_role.may(Role.SCORER):
        return 0
    return sum(codes.cards() for codes in hooks.codes_at(member.table_id))


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


def set_player(member: Member, name: str | None) -> None:
    """Say whose device this is: a player's, by name, who is new to the table perhaps; None: nobody's.

    Raises `InvalidInput` for a new name that looks like a known one.
    """
    with write_transaction():
        if name is not None:
            hold_table(member.table_id)
            check_names_at(member.table_id, [name])
        player = None if name is None else add_player(member.table_id, name)
        change_member(member.id, player_id=None if player is None else player.main.id)


def revoke_link(table_id: str, invite_id: str) -> None:
    """Revoke one link and its code; members who joined by it stay."""
    end_invites(table_id, invite_id=invite_id)
    security_event("link revoked", table=table_id, link=invite_id)


def end_role(table_id: str, role: Role, except_member: int | None = None) -> None:
    """Revoke every link and code of a role, and remove all its devices except `except_member`. The links of
    rooms, which they could see, end too.
    """
    with write_transaction():
        end_invites(table_id, role=role)
        revoke_members(table_id, role=role, except_member=except_member)
        _end_codes(table_id, None, links=True, cards=False)
    security_event("role revoked", table=table_id, role=role.value)


def end_access(table_id: str) -> int:
    """End every link, code and device of a table, and the links and cards of rooms; returns how many devices it had.

    For a table whose database was restored: what was removed after the backup would be valid again.
    """
    with write_transaction():
        devices = count_devices(table_id)
        end_invites(table_id)
        revoke_members(table_id)
        _end_codes(table_id, None, links=True, cards=True)
    security_event("all access ended", table=table_id)
    return devices


def leave(table_id: str, member_id: int) -> None:
    """Leave a table; a link admits the device again."""
    with write_transaction():
        forget_device(member_id)
        _end_codes(table_id, member_id, links=False, cards=False)
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
