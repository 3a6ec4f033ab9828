"""Seasons, tables without the club, nils in a row, and what partners bid ahead, behind, first and last.

All results are computed again from the events: this empties them, and the start that follows fills them.
"""

from __future__ import annotations

from typing import Literal

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

OF_NILS = ("nil_run", "nils_before", "nils_after", "nil_streak", "nils_open")
OF_PAIRS = (
    *("ahead", "ahead_made", "behind", "behind_made"),
    *("opening", "opening_made", "closing", "closing_made"),
)
INDEXES = (("player_id", "nil_streak"), ("table_id", "nil_streak"))


def upgrade() -> None:
    """No table has a season, and every table has the club."""
    op.create_table(
        "season",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("first_night", sa.Date(), nullable=False),
        sa.Column("last_night", sa.Date(), nullable=False),
        sa.Column("least_games", sa.Integer(), nullable=False),
        sa.Column("counted_by", sa.Text(), nullable=False),
        sa.Column("for_win", sa.Integer(), nullable=False),
        sa.Column("for_tie", sa.Integer(), nullable=False),
        sa.Column("for_loss", sa.Integer(), nullable=False),
        sa.Column("for_places", sa.Text()),
        sa.Column("best_nights", sa.Integer()),
        sa.PrimaryKeyConstraint("id", name="pk_season"),
        sa.UniqueConstraint("table_id", "name", name="uq_season_table_id_name"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_season_table_id_card_table"),
    )
    op.create_index("ix_season_table_id_last_night", "season", ["table_id", "last_night"])
    op.add_column("card_table", sa.Column("without_club", sa.Boolean()))
    _empty()
    # SQLite cannot add a column that is never null, so the empty table is copied.
    recreate: Literal["always", "never"] = "always" if op.get_bind().dialect.name == "sqlite" else "never"
    for table, columns in (("result", OF_NILS), ("together", OF_PAIRS)):
        with op.batch_alter_table(table, recreate=recreate) as changed:
            for name in columns:
                changed.add_column(sa.Column(name, sa.Integer(), nullable=False))
    for keys in INDEXES:
        op.create_index(f"ix_result_{'_'.join(keys)}", "result", list(keys))


def downgrade() -> None:
    """Drop them; the next start of the older version computes its results."""
    _empty()
    for columns in INDEXES:
        op.drop_index(f"ix_result_{'_'.join(columns)}", table_name="result")
    for table, names in (("result", OF_NILS), ("together", OF_PAIRS)):
        for name in names:
            op.drop_column(table, name)
    op.drop_column("card_table", "without_club")
    op.drop_table("season")


def _empty() -> None:
    for table in ("together", "tally", "result"):
        op.execute(f"DELETE FROM {table}")
