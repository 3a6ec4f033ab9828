"""Tables, players, games, and entries with triggers that forbid changes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)

REFUSE_ON_SQLITE = """
CREATE TRIGGER entry_refuses_{change} BEFORE {change} ON entry
BEGIN SELECT RAISE(ABORT, 'entries are never changed or removed'); END
"""

REFUSAL_ON_POSTGRESQL = """
CREATE FUNCTION refuse_entry_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'entries are never changed or removed'; END $$
"""

REFUSE_ON_POSTGRESQL = """
CREATE TRIGGER entry_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON entry
FOR EACH STATEMENT EXECUTE FUNCTION refuse_entry_change()
"""


def upgrade() -> None:
    """Create everything."""
    create_table_and_player()
    create_game()
    create_entry()
    if op.get_context().dialect.name == "sqlite":
        op.execute(REFUSE_ON_SQLITE.format(change="UPDATE"))
        op.execute(REFUSE_ON_SQLITE.format(change="DELETE"))
    else:
        op.execute(REFUSAL_ON_POSTGRESQL)
        op.execute(REFUSE_ON_POSTGRESQL)


def create_table_and_player() -> None:
    """Create the card tables and their players."""
    op.create_table(
        "card_table",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_card_table"),
    )
    op.create_index("ix_card_table_created_id", "card_table", ["created", "id"])
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_player"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_player_table_id_card_table"),
        sa.UniqueConstraint("table_id", "name", name="uq_player_table_id_name"),
    )


def create_game() -> None:
    """Create the games, with their heads and summaries."""
    op.create_table(
        "game",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("options_given", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("sides", sa.Text(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("rematch_of", sa.Text(), nullable=True),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("last_activity", MOMENT, nullable=False),
        sa.Column("standing_seq", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("ended_by", sa.Text(), nullable=True),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_game_table_id_card_table"),
        sa.ForeignKeyConstraint(["rematch_of"], ["game.id"], name="fk_game_rematch_of_game"),
        sa.UniqueConstraint("table_id", "number", name="uq_game_table_id_number"),
    )
    op.create_index("ix_game_table_id_status_number", "game", ["table_id", "status", "number"])


def create_entry() -> None:
    """Create the entries: the events of all games."""
    op.create_table(
        "entry",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("who", sa.Text(), nullable=True),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("previous", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_entry"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_entry_game_id_game"),
        sa.UniqueConstraint("id", name="uq_entry_id"),
    )


def downgrade() -> None:
    """Drop everything, including all games."""
    op.drop_table("entry")
    if op.get_context().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_entry_change()")
    op.drop_table("game")
    op.drop_table("player")
    op.drop_table("card_table")
