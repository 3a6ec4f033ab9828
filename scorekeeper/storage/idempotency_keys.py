"""Keys that programs send with a post, so that the same post again makes nothing more."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256

from sqlalchemy import ForeignKey, Index, delete, select, update
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.clock import utc_now
from scorekeeper.storage.columns import PlainText, UtcTime, present
from scorekeeper.storage.database import Base, insert_unless_taken, write_transaction
from scorekeeper.storage.errors import EventIdTaken

KEPT = timedelta(days=1)
"""How long a key is remembered: whoever got no answer sends again soon, and it is no store of what was sent."""


class IdempotencyKey(Base):
    """A key by its hash, what was sent with it, also only as a hash, and what that made.

    `made` is the id, then a hash of the answer; of keys of older versions only the id.
    """

    __tablename__ = "idempotency_key"
    __table_args__ = (Index(None, "at"), present("table_id"))

    key: Mapped[str] = mapped_column(PlainText, primary_key=True)
    table_id: Mapped[str | None] = mapped_column(ForeignKey("card_table.id"))
    body: Mapped[str] = mapped_column(PlainText)
    made: Mapped[str] = mapped_column(PlainText)
    at: Mapped[datetime] = mapped_column(UtcTime)


def made_once(
    key: str, whose: str, table_id: str | None, body: str, make: Callable[[], tuple[str, str]]
) -> tuple[str, str, bool]:
    """The id of what `make` makes, the hash of its answer, and whether it is new: not if the same was made with this
    key of `whose`. Then the hash is that of the first answer.

    Without a `table_id`, a table is made. Raises `EventIdTaken` if something else was sent with the key.
    """
    hashed = sha256(f"{whose} {key}".encode()).hexdigest()
    sent = sha256(f"{key} {body}".encode()).hexdigest()  # the key is random: so nobody can guess what was sent
    ours = IdempotencyKey.key == hashed
    with write_transaction() as session:
        session.execute(delete(IdempotencyKey).where(IdempotencyKey.at < utc_now() - KEPT))
        row = {"key": hashed, "table_id": table_id, "body": sent, "made": "", "at": utc_now()}
        if not insert_unless_taken(session.connection(), IdempotencyKey, row):
            found = session.execute(select(IdempotencyKey.made, IdempotencyKey.body).where(ours)).one()
            if found.body != sent:
                raise EventIdTaken(key)
            made, _space, answered = found.made.partition(" ")
            return made, answered, False
        made, answered = make()
        values = {"made": f"{made} {answered}", "table_id": table_id or made}
        session.execute(update(IdempotencyKey).where(ours).values(values))
    return made, answered, True
