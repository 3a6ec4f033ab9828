"""Ratings are forgotten: another model rates all games, when somebody next looks."""

from __future__ import annotations

from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forget them."""
    for table in ("rated_game", "rating", "chemistry"):
        op.execute(f"DELETE FROM {table}")
    op.execute("UPDATE card_table SET rated_until = NULL, rated_number = NULL")


def downgrade() -> None:
    """Forget them too: the version before has a model of its own."""
    upgrade()
