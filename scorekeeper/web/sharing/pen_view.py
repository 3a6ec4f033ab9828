"""Who records now, as the game page says it to everybody else."""

from scorekeeper.access import current_membership
from scorekeeper.services import pen
from scorekeeper.storage import Role


def pen_words(table_id: str) -> str | None:
    """`Ann’s phone has the pen. What you write counts too.`; None for the device that has it, or where nobody has."""
    held, own = pen.holder(table_id), current_membership()
    if not own.may(Role.SCORER):
        return f"You are watching: {held.name if held else 'who is a scorer'} records this game."
    if held is None or held.id == own.member_id:
        return None
    return f"{held.name} has the pen. What you write counts too."
