"""Drops columns that nothing reads; a game's first entry has its dealer and given options."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

MOMENTS = (("player", "created"), ("night", "created"), ("side_device", "since"))


def upgrade() -> None:
    """Drop them."""
    op.drop_column("game", "options_given")
    op.drop_column("game", "dealer")
    for table, column in MOMENTS:
        op.drop_column(table, column)


def downgrade() -> None:
    """Add them with default values."""
    op.add_column("game", sa.Column("options_given", sa.Text(), nullable=False, server_default="{}"))
    op.add_column("game", sa.Column("dealer", sa.Integer(), nullable=False, server_default="0"))
    for table, column in MOMENTS:
        moment = sa.Column(column, sa.DateTime(timezone=True), nullable=False, server_default="2026-11-21 00:00:00")
        op.add_column(table, moment)
