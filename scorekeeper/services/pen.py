"""The pen: which device records now. Others may write too; the pen says whom the table looks to."""

from scorekeeper.services.membership import Membership
from scorekeeper.storage import Member, Role, give_pen, pen_holder


class NotYours(Exception):
    """Only a keeper takes the pen from another device; the message says what to do."""


def holder(table_id: str) -> Member | None:
    """The device that has the pen."""
    return pen_holder(table_id)


def take(membership: Membership) -> None:
    """Take the pen: a keeper from anyone, a scorer where nobody has it. Raises `NotYours`."""
    assert membership.member_id is not None
    held = pen_holder(membership.table_id)
    if held is not None and held.id != membership.member_id and not membership.may(Role.KEEPER):
        raise NotYours(f"{held.name} has the pen: let it be handed over, or ask a keeper to take it back")
    give_pen(membership.table_id, membership.member_id)


def take_if_free(membership: Membership) -> None:
    """Whoever writes first has the pen."""
    if membership.member_id is not None and not membership.has_pen and pen_holder(membership.table_id) is None:
        give_pen(membership.table_id, membership.member_id)
