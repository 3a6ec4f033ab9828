"""Tables of quick games, which nobody has named yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Mark them; the tables so far were all named."""
    op.add_column("card_table", sa.Column("quick", sa.Boolean(), nullable=True))


def downgrade() -> None:
    """Drop the mark: they stay, as tables like any other."""
    op.drop_column("card_table", "quick")
