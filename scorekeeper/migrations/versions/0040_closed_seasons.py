"""Closed seasons, with their leaderboards as they were shown, and who said whether a game counts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None

MOMENTS = ("closed", "reopened")
DEVICES = ("closed_by_id", "reopened_by_id")


def upgrade() -> None:
    """No season is closed; nobody knows who left the games out so far."""
    with op.batch_alter_table("season") as table:
        table.add_column(sa.Column("closed_game", sa.Integer(), nullable=True))
        for column in MOMENTS:
            table.add_column(sa.Column(column, sa.DateTime(timezone=True), nullable=True))
        for column in DEVICES:
            table.add_column(sa.Column(column, sa.Integer(), nullable=True))
            table.create_foreign_key(f"fk_season_{column}_member", "member", [column], ["id"])
    for column in DEVICES:
        op.create_index(f"ix_season_{column}", "season", [column])
    op.create_table(
        "season_place",
        sa.Column("season_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("player_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("champion", sa.Text(), nullable=True),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("nights", sa.Integer(), nullable=False),
        sa.Column("sums", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("season_id", "player_id", name="pk_season_place"),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name="fk_season_place_season_id_season"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_season_place_player_id_player"),
    )
    op.create_index("ix_season_place_player_id", "season_place", ["player_id"])
    op.add_column("game", sa.Column("counted_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("game", sa.Column("counted_by", sa.Text(), nullable=True))


def downgrade() -> None:
    """Forget it: every season counts its games again."""
    op.drop_column("game", "counted_by")
    op.drop_column("game", "counted_at")
    op.drop_table("season_place")
    for column in DEVICES:
        op.drop_index(f"ix_season_{column}", table_name="season")
    with op.batch_alter_table("season") as table:
        for column in DEVICES:
            table.drop_constraint(f"fk_season_{column}_member", type_="foreignkey")
            table.drop_column(column)
        for column in (*MOMENTS, "closed_game"):
            table.drop_column(column)
