"""How long a game by a table's preset may take."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; the presets there are have no limit."""
    op.add_column("preset", sa.Column("minutes", sa.Integer()))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("preset", "minutes")
