"""The hash of the last event on the row of a game and of a tournament."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None

EVENTS = {"game": "entry", "tournament": "tournament_event"}


def upgrade() -> None:
    """Add the column, and copy the hash of each row's last event."""
    for row, event in EVENTS.items():
        op.add_column(row, sa.Column("last_hash", sa.Text(), nullable=True))
        last = f"event.{row}_id = {row}.id AND event.seq = {row}.last_seq"
        op.execute(f"UPDATE {row} SET last_hash = (SELECT hash FROM {event} AS event WHERE {last})")


def downgrade() -> None:
    """Forget it: the numbers and times of events are compared again."""
    for row in EVENTS:
        op.drop_column(row, "last_hash")
