"""Whether a player is a member of the table, a visitor, or left."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None

BEFORE, NOW = sa.text("unranked IS NOT NULL"), sa.text("unranked IS NOT NULL OR standing IS NOT NULL")


def upgrade() -> None:
    """Everybody is a member, also under an erased name: nobody knows which ones these are."""
    op.add_column("player", sa.Column("standing", sa.Text(), nullable=True))
    _index(NOW)


def downgrade() -> None:
    """Forget it: who is no member is ranked and offered again."""
    _index(BEFORE)
    op.drop_column("player", "standing")


def _index(where: sa.TextClause) -> None:
    """Index those whom rankings leave out."""
    op.drop_index("ix_player_table_id", table_name="player")
    op.create_index("ix_player_table_id", "player", ["table_id"], sqlite_where=where, postgresql_where=where)
