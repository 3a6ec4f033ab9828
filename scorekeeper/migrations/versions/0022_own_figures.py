"""A player's own figures beside those of the side, and what partners did together.

All results are computed again from the events: this empties them, and the start that follows fills them, in one
transaction, as it does for a database from before there were statistics.
"""

from __future__ import annotations

from typing import Literal

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

OF_SIDE = ("contracts", "contracts_made", "contract_tricks", "contract_took", "short", "penalties")
OWN = (
    *("own_bids", "own_bid_tricks", "blind_nils", "blind_nils_made"),
    *("nils_first", "nils_first_made", "nils_last", "nils_last_made", "blind_calls", "blind_made"),
    *("solo_hands", "solo_bids", "solo_made", "solo_bid_tricks", "solo_took_tricks", "solo_overtricks"),
)
COLUMNS: dict[str, tuple[str, ...]] = {
    "result": (*OF_SIDE, *OWN, "whole", "comeback", "comeback_hand"),
    "together": ("hands", "overtricks", *OF_SIDE),
}
INDEXES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("result", ("player_id", "unit", "comeback")),
    ("result", ("table_id", "unit", "comeback")),
)
SUMS = (
    *("games", "won", "shared", "hands", "bids", "made", "nils", "nils_made"),
    *("overtricks", "bid_tricks", "took_tricks"),
)
SHARES = {
    "won_share": "coalesce(round(won) / nullif(games, 0), -1)",
    "made_share": "coalesce(round(made) / nullif(bids, 0), -1)",
    "bags_per_hand": "coalesce(round(overtricks) / nullif(hands, 0), 99)",
}
OWN_AVERAGE = {"own_average": "coalesce(round(own_bid_tricks) / nullif(own_bids, 0), -1)"}


def upgrade() -> None:
    """Add the columns to empty tables, and the indexes."""
    _empty()
    # SQLite cannot add a column that is never null, so the empty table is copied.
    recreate: Literal["always", "never"] = "always" if op.get_bind().dialect.name == "sqlite" else "never"
    for table, columns in COLUMNS.items():
        with op.batch_alter_table(table, recreate=recreate) as changed:
            for name in columns:
                changed.add_column(sa.Column(name, sa.Integer(), nullable=False))
    for table, columns in INDEXES:
        op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))
    _create_tally((*SUMS, *OF_SIDE, *OWN), SHARES | OWN_AVERAGE)


def downgrade() -> None:
    """Drop them; the next start of the older version computes its results."""
    _empty()
    _create_tally(SUMS, SHARES)
    for table, columns in INDEXES:
        op.drop_index(f"ix_{table}_{'_'.join(columns)}", table_name=table)
    for table, columns in COLUMNS.items():
        for name in columns:
            op.drop_column(table, name)


def _empty() -> None:
    for table in ("together", "tally", "result"):
        op.execute(f"DELETE FROM {table}")


def _create_tally(sums: tuple[str, ...], shares: dict[str, str]) -> None:
    """Replace the empty table, since SQLite cannot add a column that is computed and stored."""
    op.drop_table("tally")
    op.create_table(
        "tally",
        sa.Column("player_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in sums),
        *(sa.Column(name, sa.Double(), sa.Computed(share, persisted=True)) for name, share in shares.items()),
        sa.PrimaryKeyConstraint("player_id", name="pk_tally"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_tally_player_id_player"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_tally_table_id_card_table"),
    )
    op.create_index("ix_tally_table_id_games", "tally", ["table_id", "games"])
    for name in (*shares, "nils_made"):
        op.create_index(f"ix_tally_table_id_{name}_games", "tally", ["table_id", name, "games"])
