"""Tables that their keepers have archived, and since when."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing is archived so far."""
    op.add_column("card_table", sa.Column("archived", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    """Bring every table back to the home page."""
    op.drop_column("card_table", "archived")
