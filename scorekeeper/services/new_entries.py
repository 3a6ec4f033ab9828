"""Events on their way into storage: each as the entry that is hashed and written."""

from datetime import UTC, datetime
from uuid import uuid4

from scorekeeper.core.game import Event, payload_of
from scorekeeper.core.sheet import Sheet
from scorekeeper.storage import NewEntry


def new_entry(event: Event, head: Sheet, *, id: str | None = None, at: datetime | None = None) -> NewEntry:  # noqa: A002 - as `NewEntry` names it
    """An event after the first of the game with this head. Raises `Unwritable` for an id that is no UUID."""
    return NewEntry(
        kind=event.kind,
        payload=payload_of(event, head),
        id=id or str(uuid4()),
        who=event.who,
        reason=event.reason,
        at=at or datetime.now(UTC),
    )
