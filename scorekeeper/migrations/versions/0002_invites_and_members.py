"""Invites, and the devices that joined tables with them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create both."""
    op.create_table(
        "invite",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=True),
        sa.Column("code_expires", MOMENT, nullable=True),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("expires", MOMENT, nullable=True),
        sa.Column("uses_left", sa.Integer(), nullable=True),
        sa.Column("guests", sa.Boolean(), nullable=False),
        sa.Column("hands_pen", sa.Boolean(), nullable=False),
        sa.Column("revoked", MOMENT, nullable=True),
        sa.Column("last_used", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_invite"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_invite_table_id_card_table"),
        sa.UniqueConstraint("token", name="uq_invite_token"),
        sa.UniqueConstraint("code", name="uq_invite_code"),
    )
    op.create_index("ix_invite_table_id_created", "invite", ["table_id", "created"])
    op.create_table(
        "member",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("invite_id", sa.Text(), nullable=True),
        sa.Column("joined", MOMENT, nullable=False),
        sa.Column("last_seen", MOMENT, nullable=True),
        sa.Column("expires", MOMENT, nullable=True),
        sa.Column("revoked", MOMENT, nullable=True),
        sa.Column("pen_since", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_member"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_member_table_id_card_table"),
        sa.ForeignKeyConstraint(["invite_id"], ["invite.id"], name="fk_member_invite_id_invite"),
        sa.UniqueConstraint("table_id", "device", name="uq_member_table_id_device"),
        sa.UniqueConstraint("table_id", "name", name="uq_member_table_id_name"),
    )
    op.create_index("ix_member_device", "member", ["device"])


def downgrade() -> None:
    """Drop both: after the next upgrade, every device needs a new link."""
    op.drop_table("member")
    op.drop_table("invite")
