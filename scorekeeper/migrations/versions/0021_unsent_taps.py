"""How many taps each phone has reported as waiting."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No phone has reported any."""
    op.add_column("game", sa.Column("unsent", sa.Text(), nullable=True))
    where = sa.text("unsent IS NOT NULL")
    op.create_index("ix_game_table_id", "game", ["table_id"], sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    """Drop the reports: phones make them again."""
    op.drop_index("ix_game_table_id", "game")
    op.drop_column("game", "unsent")
