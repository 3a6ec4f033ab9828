"""Blind calls of a side, also in the sums of partners.

All results are computed again from the events: this empties them, and the start that follows fills them.
"""

from __future__ import annotations

from typing import Literal

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

COLUMNS = ("side_blind", "side_blind_made")
OLD_SUMS = (
    *("games", "won", "shared", "hands", "bids", "made", "nils", "nils_made"),
    *("overtricks", "bid_tricks", "took_tricks"),
    *("contracts", "contracts_made", "contract_tricks", "contract_took", "short", "penalties"),
    *("own_bids", "own_bid_tricks", "blind_nils", "blind_nils_made"),
    *("nils_first", "nils_first_made", "nils_last", "nils_last_made", "blind_calls", "blind_made"),
    *("solo_hands", "solo_bids", "solo_made", "solo_bid_tricks", "solo_took_tricks", "solo_overtricks"),
    *("ahead", "ahead_made", "behind", "behind_made"),
    *("opening", "opening_made", "closing", "closing_made", "margin"),
)
SHARES = {
    "won_share": "coalesce(round(won) / nullif(games, 0), -1)",
    "made_share": "coalesce(round(made) / nullif(bids, 0), -1)",
    "bags_per_hand": "coalesce(round(overtricks) / nullif(hands, 0), 99)",
    "own_average": "coalesce(round(own_bid_tricks) / nullif(own_bids, 0), -1)",
}


def upgrade() -> None:
    """Add the columns; what is derived is empty."""
    _empty()
    # SQLite cannot add a column that is never null, so the empty table is copied.
    recreate: Literal["always", "never"] = "always" if op.get_bind().dialect.name == "sqlite" else "never"
    for table in ("result", "together"):
        with op.batch_alter_table(table, recreate=recreate) as changed:
            for name in COLUMNS:
                changed.add_column(sa.Column(name, sa.Integer(), nullable=False))
    _create_tally((*OLD_SUMS, *COLUMNS))


def downgrade() -> None:
    """Drop them; the next start of the older version computes its results."""
    _empty()
    for table in ("result", "together"):
        for name in COLUMNS:
            op.drop_column(table, name)
    _create_tally(OLD_SUMS)


def _empty() -> None:
    for table in ("together", "tally", "result"):
        op.execute(f"DELETE FROM {table}")


def _create_tally(sums: tuple[str, ...]) -> None:
    """Replace the empty table, since SQLite cannot copy one with computed columns."""
    op.drop_table("tally")
    op.create_table(
        "tally",
        sa.Column("player_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in sums),
        *(sa.Column(name, sa.Double(), sa.Computed(share, persisted=True)) for name, share in SHARES.items()),
        sa.PrimaryKeyConstraint("player_id", name="pk_tally"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_tally_player_id_player"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_tally_table_id_card_table"),
    )
    op.create_index("ix_tally_table_id_games", "tally", ["table_id", "games"])
    for name in (*SHARES, "nils_made", "margin"):
        op.create_index(f"ix_tally_table_id_{name}_games", "tally", ["table_id", name, "games"])
