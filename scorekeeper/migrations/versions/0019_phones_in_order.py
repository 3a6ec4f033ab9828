"""Indexes for the phone with the pen, and for a table's phones, latest first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

PEN, LATEST = "ix_member_table_id_pen_since", "ix_member_table_id_last_seen_id"
HAS_PEN, IS_HERE = sa.text("pen_since IS NOT NULL"), sa.text("revoked IS NULL AND last_seen IS NOT NULL")


def upgrade() -> None:
    """Create them, each of the rows that its query reads."""
    op.create_index(PEN, "member", ["table_id", "pen_since"], sqlite_where=HAS_PEN, postgresql_where=HAS_PEN)
    op.create_index(LATEST, "member", ["table_id", "last_seen", "id"], sqlite_where=IS_HERE, postgresql_where=IS_HERE)


def downgrade() -> None:
    """Drop them."""
    op.drop_index(LATEST, "member")
    op.drop_index(PEN, "member")
