"""What a tournament tells the pads of its games: the room's clock, the last hand, a message."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No tournament has told its games anything."""
    op.add_column("game", sa.Column("room", sa.Text(), nullable=True))


def downgrade() -> None:
    """Drop it: the tournament's own events have it."""
    op.drop_column("game", "room")
