"""Who played in which game, and in how many, in rows of the table's own.

They are copied from the results; where those were just emptied, the start that follows fills the rows from the events.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

COLUMNS = "game_id, sat_as, player_id, number"
INDEXES = (("player_id", "began", "number"), ("player_id", "rules", "began", "number"), ("sat_as",))
BY_RULES = ("player_id", "rules", "played", "number")


def upgrade() -> None:
    """Make them, and drop the index of results that only searches used."""
    op.create_table(
        "played_game",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("sat_as", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("began", sa.DateTime(timezone=True), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_played_game_game_id_game"),
        sa.ForeignKeyConstraint(["sat_as"], ["player.id"], name="fk_played_game_sat_as_player"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_played_game_player_id_player"),
        sa.PrimaryKeyConstraint("game_id", "sat_as", name="pk_played_game"),
    )
    op.execute(f"INSERT INTO played_game ({COLUMNS}, began, rules) SELECT {COLUMNS}, played, rules FROM result")
    for columns in INDEXES:
        op.create_index(f"ix_played_game_{'_'.join(columns)}", "played_game", list(columns))
    op.drop_index(f"ix_result_{'_'.join(BY_RULES)}", "result")
    op.add_column("player", sa.Column("games", sa.Integer(), nullable=False, server_default="0"))
    games = "SELECT count(DISTINCT game_id) FROM played_game WHERE player_id = player.id"
    op.execute(f"UPDATE player SET games = ({games})")
    op.create_index("ix_player_table_id_games", "player", ["table_id", "games"])


def downgrade() -> None:
    """Drop them: earlier versions search the results."""
    op.drop_index("ix_player_table_id_games", "player")
    op.drop_column("player", "games")
    op.create_index(f"ix_result_{'_'.join(BY_RULES)}", "result", list(BY_RULES))
    op.drop_table("played_game")
