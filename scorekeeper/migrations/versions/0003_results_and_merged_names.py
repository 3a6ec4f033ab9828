"""Results of players and their sums, merged names, uncounted games, and differences found by imports."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)

SUMS = ("hands", "bids", "made", "nils", "nils_made", "overtricks", "bid_tricks", "took_tricks")


def whole(name: str) -> sa.Column[int]:
    """An integer column that is not null."""
    return sa.Column(name, sa.Integer(), nullable=False)


def upgrade() -> None:
    """Create the tables for statistics; `scorekeeper stats rebuild` fills them for earlier games."""
    with op.batch_alter_table("player") as player:
        player.add_column(sa.Column("merged_into", sa.Integer(), nullable=True))
        player.create_foreign_key("fk_player_merged_into_player", "player", ["merged_into"], ["id"])
    op.add_column("game", sa.Column("not_counted", sa.Text(), nullable=True))
    op.add_column("game", sa.Column("differences", sa.Text(), nullable=True))
    op.create_index("ix_game_table_id_created_number", "game", ["table_id", "created", "number"])
    op.create_index("ix_game_table_id_rules_created_number", "game", ["table_id", "rules", "created", "number"])
    create_result()
    create_sums()


def create_result() -> None:
    """Create a table with a row for each player in a finished game."""
    op.create_table(
        "result",
        sa.Column("game_id", sa.Text(), nullable=False),
        whole("sat_as"),
        whole("player_id"),
        sa.Column("table_id", sa.Text(), nullable=False),
        whole("number"),
        sa.Column("played", MOMENT, nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("unit", sa.Text(), nullable=False),
        *(whole(name) for name in ("side", "won", "shared", "total", *SUMS)),
        *(whole(name) for name in ("run", "largest", "largest_hand", "streak")),
        sa.PrimaryKeyConstraint("game_id", "sat_as", name="pk_result"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_result_game_id_game"),
        sa.ForeignKeyConstraint(["sat_as"], ["player.id"], name="fk_result_sat_as_player"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_result_player_id_player"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_result_table_id_card_table"),
    )
    for columns in (
        ["player_id", "played", "number"],
        ["player_id", "rules", "played", "number"],
        ["player_id", "unit", "largest"],
        ["player_id", "run"],
        ["player_id", "streak"],
        ["table_id", "unit", "largest"],
        ["table_id", "run"],
        ["table_id", "streak"],
    ):
        op.create_index(f"ix_result_{'_'.join(columns)}", "result", columns)


def create_sums() -> None:
    """Create the sums of each player's results, alone and with each other player."""
    op.create_table(
        "tally",
        whole("player_id"),
        sa.Column("table_id", sa.Text(), nullable=False),
        *(whole(name) for name in ("games", "won", "shared", *SUMS)),
        sa.PrimaryKeyConstraint("player_id", name="pk_tally"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_tally_player_id_player"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_tally_table_id_card_table"),
    )
    op.create_index("ix_tally_table_id_games", "tally", ["table_id", "games"])
    op.create_table(
        "together",
        *(whole(name) for name in ("player_id", "other_id", "partners", "games", "won", "shared")),
        sa.PrimaryKeyConstraint("player_id", "other_id", "partners", name="pk_together"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_together_player_id_player"),
        sa.ForeignKeyConstraint(["other_id"], ["player.id"], name="fk_together_other_id_player"),
    )


def downgrade() -> None:
    """Drop the statistics; the entries they come from stay."""
    op.drop_table("together")
    op.drop_table("tally")
    op.drop_table("result")
    op.drop_index("ix_game_table_id_rules_created_number", "game")
    op.drop_index("ix_game_table_id_created_number", "game")
    op.drop_column("game", "differences")
    op.drop_column("game", "not_counted")
    with op.batch_alter_table("player") as player:
        player.drop_constraint("fk_player_merged_into_player", type_="foreignkey")
        player.drop_column("merged_into")
