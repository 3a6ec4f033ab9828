"""What changes to games that had ended did to what they owe."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, empty: earlier changes are in the logs of the games alone."""
    op.create_table(
        "owed_change",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("stakes_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("amounts", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_owed_change"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_owed_change_table_id_card_table"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_owed_change_game_id_game"),
        sa.ForeignKeyConstraint(["stakes_id"], ["stakes.id"], name="fk_owed_change_stakes_id_stakes"),
    )
    op.create_index("ix_owed_change_table_id_at", "owed_change", ["table_id", "at"])
    op.create_index("ix_owed_change_game_id", "owed_change", ["game_id"])
    op.create_index("ix_owed_change_stakes_id", "owed_change", ["stakes_id"])


def downgrade() -> None:
    """Forget them."""
    op.drop_table("owed_change")
