"""An index for the games in progress, newest first: a table's page asks for them among very many."""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

INDEX = "ix_game_table_id_status_created_number"


def upgrade() -> None:
    """Create it; for a while 0003 did so, and a database of that time has it already."""
    op.create_index(INDEX, "game", ["table_id", "status", "created", "number"], if_not_exists=True)


def downgrade() -> None:
    """Drop it."""
    op.drop_index(INDEX, "game")
