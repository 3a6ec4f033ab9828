"""Indexes for phones and links that a page lists or counts, for a player's partners, and for every foreign key."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

KEYS = (("game", "rematch_of"), ("player", "merged_into"), ("member", "player_id"), ("member", "invite_id"))
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
    *((table, (key,), f"{key} IS NOT NULL") for table, key in KEYS),
)
WHOLE = (("together", ("player_id", "games")), ("together", ("other_id",)), ("side_device", ("member_id",)))


def upgrade() -> None:
    """Create them, most of them only of the rows that their query reads."""
    for table, columns, rows in PARTIAL:
        where = sa.text(rows)
        op.create_index(_name(table, columns), table, list(columns), sqlite_where=where, postgresql_where=where)
    for table, whole in WHOLE:
        op.create_index(_name(table, whole), table, list(whole))


def downgrade() -> None:
    """Drop them."""
    for table, whole in WHOLE:
        op.drop_index(_name(table, whole), table)
    for table, columns, _ in PARTIAL:
        op.drop_index(_name(table, columns), table)


def _name(table: str, columns: tuple[str, ...]) -> str:
    return f"ix_{table}_{'_'.join(columns)}"
