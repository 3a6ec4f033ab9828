"""Bids made on players' own phones that are not on the sheet yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No bid waits."""
    op.add_column("game", sa.Column("waiting", sa.Text(), nullable=True))


def downgrade() -> None:
    """Drop the bids that wait: players say them again."""
    op.drop_column("game", "waiting")
