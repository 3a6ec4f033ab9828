"""Drops a result's total, which nothing reads: the game's summary has it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the column."""
    op.drop_column("result", "total")


def downgrade() -> None:
    """Add it and empty the results: the next start of the older version computes them."""
    for table in ("together", "tally", "result"):
        op.execute(f"DELETE FROM {table}")
    op.add_column("result", sa.Column("total", sa.Integer(), nullable=False, server_default="0"))
