"""Hashes of device secrets that were replaced by newer ones."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table; earlier cookies stay valid until their device joins again."""
    op.create_table(
        "replaced_secret",
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("replaced", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("secret", name="pk_replaced_secret"),
    )
    op.create_index("ix_replaced_secret_device", "replaced_secret", ["device"])


def downgrade() -> None:
    """Drop it: a device that never received its newest cookie needs a link."""
    op.drop_table("replaced_secret")
