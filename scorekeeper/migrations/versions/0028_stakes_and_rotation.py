"""Stakes, what games owe by them, payments; and who takes turns at a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No table plays for anything, and nobody takes turns."""
    op.create_table(
        "stakes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("currency", sa.Text(), nullable=True),
        sa.Column("per", sa.Text(), nullable=False),
        sa.Column("pot", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_stakes"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_stakes_table_id_card_table"),
    )
    op.create_index("ix_stakes_table_id_since", "stakes", ["table_id", "since"])
    op.create_table(
        "owed",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("sat_as", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("stakes_id", sa.Integer(), nullable=False),
        *(sa.Column(kind, sa.Integer(), nullable=False) for kind in ("game", "ten", "set", "bag", "nil")),
        sa.PrimaryKeyConstraint("game_id", "sat_as", name="pk_owed"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_owed_game_id_game"),
        sa.ForeignKeyConstraint(["sat_as"], ["player.id"], name="fk_owed_sat_as_player"),
        sa.ForeignKeyConstraint(["stakes_id"], ["stakes.id"], name="fk_owed_stakes_id_stakes"),
    )
    op.create_index("ix_owed_stakes_id_sat_as", "owed", ["stakes_id", "sat_as"])
    op.create_index("ix_owed_sat_as", "owed", ["sat_as"])
    op.create_table(
        "payment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("night", sa.Date(), nullable=True),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("payer_id", sa.Integer(), nullable=True),
        sa.Column("payee_id", sa.Integer(), nullable=True),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("undone", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_payment"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_payment_table_id_card_table"),
        sa.ForeignKeyConstraint(["payer_id"], ["player.id"], name="fk_payment_payer_id_player"),
        sa.ForeignKeyConstraint(["payee_id"], ["player.id"], name="fk_payment_payee_id_player"),
    )
    op.create_index("ix_payment_table_id_currency_night", "payment", ["table_id", "currency", "night"])
    for key in ("payer_id", "payee_id"):
        op.create_index(f"ix_payment_{key}", "payment", [key])
    op.add_column("card_table", sa.Column("turns", sa.Text(), nullable=True))


def downgrade() -> None:
    """Drop them, and with them which payments were made."""
    op.drop_column("card_table", "turns")
    for table in ("payment", "owed", "stakes"):
        op.drop_table(table)
