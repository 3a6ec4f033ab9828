"""A table's own presets, and its own lines on cards and manners."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create both, empty."""
    op.add_column("card_table", sa.Column("agreed", sa.Text(), nullable=True))
    op.create_table(
        "preset",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_preset"),
        sa.UniqueConstraint("table_id", "name", name="uq_preset_table_id_name"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_preset_table_id_card_table"),
    )


def downgrade() -> None:
    """Drop both; games keep the options and lines they began with."""
    op.drop_table("preset")
    op.drop_column("card_table", "agreed")
