"""Indexes for the phones and links that a page lists or counts, and for a player's partners and opponents."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

BEFORE = "ix_invite_table_id_created"
PARTIAL = (
    ("member", ("table_id", "role", "expires"), "revoked IS NULL AND last_seen IS NOT NULL"),
    ("member", ("table_id", "joined"), "last_seen IS NULL AND pen_since IS NULL"),
    ("invite", ("table_id", "created", "id", "expires"), "revoked IS NULL AND (uses_left IS NULL OR uses_left > 0)"),
    (
        "invite",
        ("table_id", "role", "created", "id"),
        "revoked IS NULL AND uses_left IS NULL AND expires IS NULL AND NOT hands_pen",
    ),
    ("invite", ("table_id", "last_used"), "revoked IS NULL AND last_used IS NOT NULL"),
)
TOGETHER = "ix_together_player_id_games"


def upgrade() -> None:
    """Create them, most of them only of the rows that their query reads."""
    for table, columns, rows in PARTIAL:
        where = sa.text(rows)
        op.create_index(_name(table, columns), table, list(columns), sqlite_where=where, postgresql_where=where)
    op.create_index(TOGETHER, "together", ["player_id", "games"])
    op.drop_index(BEFORE, "invite")


def downgrade() -> None:
    """Drop them."""
    op.create_index(BEFORE, "invite", ["table_id", "created"])
    op.drop_index(TOGETHER, "together")
    for table, columns, _ in PARTIAL:
        op.drop_index(_name(table, columns), table)


def _name(table: str, columns: tuple[str, ...]) -> str:
    return f"ix_{table}_{'_'.join(columns)}"
