"""Who marked and undid a payment, and the season that a payment is of."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

COLUMNS = (("by_id", "member"), ("undone_by_id", "member"), ("season_id", "season"))


def upgrade() -> None:
    """Nobody knows who marked the payments so far."""
    with op.batch_alter_table("payment") as table:
        for column, of in COLUMNS:
            table.add_column(sa.Column(column, sa.Integer(), nullable=True))
            table.create_foreign_key(f"fk_payment_{column}_{of}", of, [column], ["id"])
    for column, _of in COLUMNS:
        op.create_index(f"ix_payment_{column}", "payment", [column])


def downgrade() -> None:
    """Forget it."""
    for column, _of in COLUMNS:
        op.drop_index(f"ix_payment_{column}", table_name="payment")
    with op.batch_alter_table("payment") as table:
        for column, of in COLUMNS:
            table.drop_constraint(f"fk_payment_{column}_{of}", type_="foreignkey")
            table.drop_column(column)
