"""Which games came from a file, and which of them were taken away again.

Of earlier imports only those show that had no events of their own, or had wrong scores: the start of a list of hands
has an id made from its content.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

TAKEN_AWAY = sa.text("taken_away IS NOT NULL")
MADE_FROM_CONTENT = "SELECT 1 FROM entry WHERE entry.game_id = game.id AND seq = 1 AND substr(entry.id, 15, 1) = '5'"


def upgrade() -> None:
    """Add the columns, and mark the imports that show."""
    op.add_column("game", sa.Column("imported", sa.Boolean(), nullable=True))
    op.add_column("game", sa.Column("taken_away", sa.DateTime(timezone=True), nullable=True))
    op.execute(f"UPDATE game SET imported = true WHERE differences IS NOT NULL OR EXISTS ({MADE_FROM_CONTENT})")
    op.create_index("ix_game_taken_away", "game", ["table_id"], sqlite_where=TAKEN_AWAY, postgresql_where=TAKEN_AWAY)


def downgrade() -> None:
    """Drop them: games taken away show again."""
    op.drop_index("ix_game_taken_away", "game")
    op.drop_column("game", "taken_away")
    op.drop_column("game", "imported")
