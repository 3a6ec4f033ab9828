"""Keys that programs send with a post, and what each post made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

OF_A_TABLE = sa.text("table_id IS NOT NULL")


def upgrade() -> None:
    """Create the table, empty."""
    op.create_table(
        "idempotency_key",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("made", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_idempotency_key"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_idempotency_key_table_id_card_table"),
    )
    op.create_index("ix_idempotency_key_at", "idempotency_key", ["at"])
    op.create_index(
        "ix_idempotency_key_table_id",
        "idempotency_key",
        ["table_id"],
        sqlite_where=OF_A_TABLE,
        postgresql_where=OF_A_TABLE,
    )


def downgrade() -> None:
    """Drop it: what is posted again is made again."""
    op.drop_table("idempotency_key")
