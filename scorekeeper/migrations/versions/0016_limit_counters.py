"""Counters for rate limits that several processes share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table; PostgreSQL need not log it, since it may begin empty after a crash."""
    prefixes = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "limit_counter",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_limit_counter"),
        prefixes=prefixes,
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("limit_counter")
