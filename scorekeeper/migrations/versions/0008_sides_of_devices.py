"""The side of a game that a device signs for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, empty, since earlier signatures have no device."""
    op.create_table(
        "side_device",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("member_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "member_id", name="pk_side_device"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_side_device_game_id_game"),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"], name="fk_side_device_member_id_member"),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("side_device")
