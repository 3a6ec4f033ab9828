"""Ratings, what a game's result needs for them, the table's time zone and the series of games.

All results are computed again from the events: this empties them, and the start that follows fills them.
"""

from __future__ import annotations

from typing import Literal

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

SUMS = (
    *("ahead", "ahead_made", "behind", "behind_made"),
    *("opening", "opening_made", "closing", "closing_made", "margin"),
)
OLD_SUMS = (
    *("games", "won", "shared", "hands", "bids", "made", "nils", "nils_made"),
    *("overtricks", "bid_tricks", "took_tricks"),
    *("contracts", "contracts_made", "contract_tricks", "contract_took", "short", "penalties"),
    *("own_bids", "own_bid_tricks", "blind_nils", "blind_nils_made"),
    *("nils_first", "nils_first_made", "nils_last", "nils_last_made", "blind_calls", "blind_made"),
    *("solo_hands", "solo_bids", "solo_made", "solo_bid_tricks", "solo_took_tricks", "solo_overtricks"),
)
SHARES = {
    "won_share": "coalesce(round(won) / nullif(games, 0), -1)",
    "made_share": "coalesce(round(made) / nullif(bids, 0), -1)",
    "bags_per_hand": "coalesce(round(overtricks) / nullif(hands, 0), 99)",
    "own_average": "coalesce(round(own_bid_tricks) / nullif(own_bids, 0), -1)",
}
OF_GAME = ("at_end", "rank", "total", "share")
RATED_GAME_INDEXES = (("table_id", "ended", "number"), ("player_id", "solo", "ended", "number"))


def upgrade() -> None:
    """Add the columns and tables; what is derived is empty."""
    for table in ("together", "tally", "result"):
        op.execute(f"DELETE FROM {table}")
    # SQLite cannot add a column that is never null, so the empty table is copied.
    recreate: Literal["always", "never"] = "always" if op.get_bind().dialect.name == "sqlite" else "never"
    with op.batch_alter_table("result", recreate=recreate) as result:
        for name in (*SUMS, *OF_GAME):
            result.add_column(sa.Column(name, sa.Integer(), nullable=False))
        result.add_column(sa.Column("ended", sa.DateTime(timezone=True), nullable=False))
    op.create_index("ix_result_table_id_ended_number", "result", ["table_id", "ended", "number"])
    _create_tally((*OLD_SUMS, *SUMS))
    op.create_index("ix_tally_table_id_margin_games", "tally", ["table_id", "margin", "games"])
    op.add_column("card_table", sa.Column("zone", sa.Text()))
    op.add_column("card_table", sa.Column("rated_until", sa.DateTime(timezone=True)))
    op.add_column("card_table", sa.Column("rated_number", sa.Integer()))
    op.add_column("player", sa.Column("unranked", sa.Boolean()))
    where = sa.text("unranked IS NOT NULL")
    op.create_index("ix_player_table_id", "player", ["table_id"], sqlite_where=where, postgresql_where=where)
    op.add_column("game", sa.Column("best_of", sa.Integer()))
    _create_ratings()


def _create_ratings() -> None:
    op.create_table(
        "rating",
        sa.Column("player_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("solo", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "solo", name="pk_rating"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_rating_player_id_player"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_rating_table_id_card_table"),
    )
    op.create_index("ix_rating_table_id_solo_mu", "rating", ["table_id", "solo", "mu"])
    op.create_table(
        "rated_game",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("solo", sa.Integer(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("share", sa.Integer(), nullable=False),
        sa.Column("expected", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "player_id", name="pk_rated_game"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_rated_game_game_id_game"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_rated_game_player_id_player"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_rated_game_table_id_card_table"),
    )
    for columns in RATED_GAME_INDEXES:
        op.create_index(f"ix_rated_game_{'_'.join(columns)}", "rated_game", list(columns))
    op.create_table(
        "chemistry",
        sa.Column("player_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("other_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("share", sa.Integer(), nullable=False),
        sa.Column("expected", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "other_id", name="pk_chemistry"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_chemistry_player_id_player"),
        sa.ForeignKeyConstraint(["other_id"], ["player.id"], name="fk_chemistry_other_id_player"),
    )
    op.create_index("ix_chemistry_other_id", "chemistry", ["other_id"])


def downgrade() -> None:
    """Drop them; the next start of the older version computes its results."""
    for table in ("together", "tally", "result"):
        op.execute(f"DELETE FROM {table}")
    for table in ("chemistry", "rated_game", "rating"):
        op.drop_table(table)
    op.drop_column("game", "best_of")
    op.drop_index("ix_player_table_id", table_name="player")
    op.drop_column("player", "unranked")
    for name in ("rated_number", "rated_until", "zone"):
        op.drop_column("card_table", name)
    op.drop_index("ix_result_table_id_ended_number", table_name="result")
    for name in (*SUMS, *OF_GAME, "ended"):
        op.drop_column("result", name)
    _create_tally(OLD_SUMS)


def _create_tally(sums: tuple[str, ...]) -> None:
    """Replace the empty table, since SQLite cannot add a column to one with computed columns."""
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
    for name in (*SHARES, "nils_made"):
        op.create_index(f"ix_tally_table_id_{name}_games", "tally", ["table_id", name, "games"])
