"""Where and when a player sat in a game; wins that several share, in parts that up to eight can share.

All results and ratings are computed again from the events: this empties them, and the start that follows fills them.
"""

from __future__ import annotations

from typing import Literal

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

COLUMNS = ("seat", "first_hand", "last_hand")


def upgrade() -> None:
    """Add the columns; what is derived is empty."""
    _empty()
    # SQLite cannot add a column that is never null, so the empty table is copied.
    recreate: Literal["always", "never"] = "always" if op.get_bind().dialect.name == "sqlite" else "never"
    with op.batch_alter_table("result", recreate=recreate) as changed:
        for name in COLUMNS:
            changed.add_column(sa.Column(name, sa.Integer(), nullable=False))


def downgrade() -> None:
    """Drop them; the next start of the older version computes its results."""
    _empty()
    for name in COLUMNS:
        op.drop_column("result", name)


def _empty() -> None:
    for table in ("chemistry", "rated_game", "rating", "together", "tally", "result"):
        op.execute(f"DELETE FROM {table}")
