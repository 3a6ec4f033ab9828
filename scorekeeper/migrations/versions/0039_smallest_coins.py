"""The smallest coin that a table pays with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tables pay exactly until they say otherwise."""
    op.add_column("stakes", sa.Column("coin", sa.Integer(), nullable=False, server_default="1"))


def downgrade() -> None:
    """Forget it: what is open is paid exactly again."""
    with op.batch_alter_table("stakes") as table:
        table.drop_column("coin")
