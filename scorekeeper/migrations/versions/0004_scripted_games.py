"""Scripted games that tables write themselves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "night",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("night", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_night"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_night_table_id_card_table"),
    )
    op.create_index("ix_night_table_id_id", "night", ["table_id", "id"])


def downgrade() -> None:
    """Drop the table; games played with a scripted game keep their deals."""
    op.drop_table("night")
