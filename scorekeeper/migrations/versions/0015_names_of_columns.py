"""Uses the code's names: a game's `summary_seq`, and the table of scripted games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rename the column, and copy the scripted games into a table with the new name."""
    op.execute("ALTER TABLE game RENAME COLUMN standing_seq TO summary_seq")
    _move("night", "night", "scripted_game", "content")


def downgrade() -> None:
    """Give both their old names."""
    _move("scripted_game", "content", "night", "night")
    op.execute("ALTER TABLE game RENAME COLUMN summary_seq TO standing_seq")


def _move(old: str, old_content: str, new: str, content: str) -> None:
    """Make a new table, since renaming one would keep the names of its keys."""
    op.create_table(
        new,
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(content, sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=f"pk_{new}"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name=f"fk_{new}_table_id_card_table"),
    )
    op.create_index(f"ix_{new}_table_id_id", new, ["table_id", "id"])
    op.execute(
        f"INSERT INTO {new} (id, table_id, version, {content}) SELECT id, table_id, version, {old_content} FROM {old}"
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"SELECT setval('{new}_id_seq', (SELECT last_value FROM {old}_id_seq))")
    op.drop_table(old)
