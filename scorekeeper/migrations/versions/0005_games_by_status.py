"""An index for games in progress, newest first, which a table's page queries."""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

INDEX = "ix_game_table_id_status_created_number"


def upgrade() -> None:
    """Create it, unless an older version of 0003 already did."""
    op.create_index(INDEX, "game", ["table_id", "status", "created", "number"], if_not_exists=True)


def downgrade() -> None:
    """Drop it."""
    op.drop_index(INDEX, "game")
