"""Indexes for what grows with a table: leaderboards, the newest names, games of a rule set, and who sat in a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

SHARES = {
    "won_share": "coalesce(round(won) / nullif(games, 0), -1)",
    "made_share": "coalesce(round(made) / nullif(bids, 0), -1)",
    "bags_per_hand": "coalesce(round(overtricks) / nullif(hands, 0), 99)",
}
INDEXES = (
    *(("tally", ("table_id", column, "games")) for column in ("won_share", "made_share", "nils_made", "bags_per_hand")),
    ("player", ("table_id", "merged_into", "id")),
    ("game", ("table_id", "rules", "number")),
    ("result", ("sat_as",)),
)


def upgrade() -> None:
    """Add the shares, which the database computes, and the indexes."""
    with op.batch_alter_table("tally") as tally:
        for name, share in SHARES.items():
            tally.add_column(sa.Column(name, sa.Double(), sa.Computed(share, persisted=True), nullable=True))
    for table, columns in INDEXES:
        op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))


def downgrade() -> None:
    """Drop them."""
    for table, columns in INDEXES:
        op.drop_index(f"ix_{table}_{'_'.join(columns)}", table_name=table)
    with op.batch_alter_table("tally") as tally:
        for name in SHARES:
            tally.drop_column(name)
