"""Counters for rate limits that several processes share, in PostgreSQL."""

from __future__ import annotations

import time

from sqlalchemy import case, delete, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage.columns import PlainText
from scorekeeper.storage.database import Base, db

SWEEP_EVERY = 1000
"""After this many counts, the process deletes expired counters."""


class LimitCounter(Base):
    """A counter; `expires` is in seconds since 1970. PostgreSQL does not log the table: after a crash it is empty."""

    __tablename__ = "limit_counter"

    key: Mapped[str] = mapped_column(PlainText, primary_key=True)
    count: Mapped[int]
    expires: Mapped[float]


COUNTER = Base.metadata.tables[LimitCounter.__tablename__]


class LimitCounters:
    """The counters of the app's database; each change is a transaction of its own."""

    def __init__(self) -> None:
        self._until_sweep = SWEEP_EVERY

    def add(self, key: str, amount: int, seconds: float) -> int:
        """Add to a counter and return its new value. A new or expired one starts at 0, and lasts for these seconds."""
        now = time.time()
        is_over = COUNTER.c.expires <= now
        new = postgresql.insert(COUNTER).values(key=key, count=amount, expires=now + seconds)
        both = new.on_conflict_do_update(
            index_elements=[COUNTER.c.key],
            set_={
                "count": case((is_over, amount), else_=COUNTER.c.count + amount),
                "expires": case((is_over, now + seconds), else_=COUNTER.c.expires),
            },
        )
        self._until_sweep -= 1
        with db.engine.begin() as connection:
            counted: int = connection.execute(both.returning(COUNTER.c.count)).scalar_one()
            if self._until_sweep <= 0:
                self._until_sweep = SWEEP_EVERY
                connection.execute(delete(COUNTER).where(COUNTER.c.expires <= now))
        return counted

    def find(self, key: str) -> tuple[int, float]:
        """The value of this counter, and when it expires; 0 and now if there is none."""
        now = time.time()
        with db.engine.connect() as connection:
            here = select(COUNTER.c.count, COUNTER.c.expires).where(COUNTER.c.key == key, COUNTER.c.expires > now)
            row = connection.execute(here).first()
        return (row[0], row[1]) if row is not None else (0, now)

    def forget(self, key: str | None = None) -> int:
        """Delete this counter (None: all); returns how many there were."""
        dropped = delete(COUNTER) if key is None else delete(COUNTER).where(COUNTER.c.key == key)
        with db.engine.begin() as connection:
            return connection.execute(dropped).rowcount
