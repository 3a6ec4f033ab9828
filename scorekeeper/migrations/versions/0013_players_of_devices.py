"""The player who said that a device is theirs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has said so yet."""
    with op.batch_alter_table("member") as member:
        member.add_column(sa.Column("player_id", sa.Integer(), nullable=True))
        member.create_foreign_key("fk_member_player_id_player", "player", ["player_id"], ["id"])


def downgrade() -> None:
    """Forget whose they are."""
    with op.batch_alter_table("member") as member:
        member.drop_constraint("fk_member_player_id_player", type_="foreignkey")
        member.drop_column("player_id")
