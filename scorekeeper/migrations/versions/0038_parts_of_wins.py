"""The parts of wins, summed: a win that is shared counts its part in leaderboards.

The sums are made again from the results, which have had the part of each game.
"""

from __future__ import annotations

from typing import Literal

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

OF_SIDE = (
    *("won", "shared", "hands", "contracts", "contracts_made", "contract_tricks", "contract_took", "overtricks"),
    *("short", "penalties", "ahead", "ahead_made", "behind", "behind_made"),
    *("opening", "opening_made", "closing", "closing_made", "side_blind", "side_blind_made"),
)
SUMS = (
    *OF_SIDE,
    *("margin", "bids", "made", "bid_tricks", "took_tricks", "nils", "nils_made", "own_bids", "own_bid_tricks"),
    *("blind_nils", "blind_nils_made", "nils_first", "nils_first_made", "nils_last", "nils_last_made"),
    *("blind_calls", "blind_made", "solo_hands", "solo_bids", "solo_made", "solo_bid_tricks", "solo_took_tricks"),
    "solo_overtricks",
)
OF_GAME = ("won", "shared", "share")
"""The sums of two players that count for opponents, too, and for partners of some hands."""
SHARES = {
    "made_share": "coalesce(round(made) / nullif(bids, 0), -1)",
    "bags_per_hand": "coalesce(round(overtricks) / nullif(hands, 0), 99)",
    "own_average": "coalesce(round(own_bid_tricks) / nullif(own_bids, 0), -1)",
}
WON_SHARE = "coalesce(round(share) / nullif(games, 0), -1)"
WON_SHARE_BEFORE = "coalesce(round(won) / nullif(games, 0), -1)"


def upgrade() -> None:
    """Add the sums of parts."""
    op.execute("DELETE FROM together")
    # SQLite cannot add a column that is never null, so the empty table is copied.
    recreate: Literal["always", "never"] = "always" if op.get_bind().dialect.name == "sqlite" else "never"
    with op.batch_alter_table("together", recreate=recreate) as changed:
        changed.add_column(sa.Column("share", sa.Integer(), nullable=False))
    _pair(OF_GAME)
    _create_tally(("share", *SUMS), WON_SHARE)


def downgrade() -> None:
    """Drop them."""
    op.drop_column("together", "share")
    _create_tally(SUMS, WON_SHARE_BEFORE)


def _pair(of_game: tuple[str, ...]) -> None:
    """Fill the empty sums of each two players."""
    columns = (*of_game, *(name for name in OF_SIDE if name not in of_game))
    whole = "CASE WHEN one.side = other.side AND one.whole > 0 AND other.whole > 0 THEN 1 ELSE 0 END"
    sums = [f"sum(one.{name})" if name in of_game else f"sum(one.{name} * {whole})" for name in columns]
    partners = "CASE WHEN one.side = other.side THEN 1 ELSE 0 END"
    op.execute(
        f"INSERT INTO together (player_id, other_id, partners, games, {', '.join(columns)}) "
        f"SELECT one.player_id, other.player_id, {partners}, count(*), {', '.join(sums)} "
        "FROM result AS one JOIN result AS other "
        "ON one.game_id = other.game_id AND one.player_id <> other.player_id "
        "WHERE (one.side <> other.side OR one.seat <> other.seat) "
        "AND one.first_hand <= other.last_hand AND other.first_hand <= one.last_hand "
        f"GROUP BY one.player_id, other.player_id, {partners}"
    )


def _create_tally(sums: tuple[str, ...], won_share: str) -> None:
    """Replace the table, since SQLite cannot copy one with computed columns, and fill it."""
    shares = {"won_share": won_share, **SHARES}
    op.drop_table("tally")
    op.create_table(
        "tally",
        sa.Column("player_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("games", *sums)),
        *(sa.Column(name, sa.Double(), sa.Computed(share, persisted=True)) for name, share in shares.items()),
        sa.PrimaryKeyConstraint("player_id", name="pk_tally"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_tally_player_id_player"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_tally_table_id_card_table"),
    )
    op.create_index("ix_tally_table_id_games", "tally", ["table_id", "games"])
    for name in (*shares, "nils_made", "margin"):
        op.create_index(f"ix_tally_table_id_{name}_games", "tally", ["table_id", name, "games"])
    margin = "sum(CASE WHEN unit = 'points' THEN margin ELSE 0 END)"
    summed = [margin if name == "margin" else f"sum({name})" for name in sums]
    op.execute(
        f"INSERT INTO tally (player_id, table_id, games, {', '.join(sums)}) "
        f"SELECT player_id, table_id, count(*), {', '.join(summed)} FROM result GROUP BY player_id, table_id"
    )
