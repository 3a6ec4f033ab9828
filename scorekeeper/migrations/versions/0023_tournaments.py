"""Tournaments with their events and phones, and the games of their matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
REFUSED = "entries are never changed or removed"
STAYS = ("tournament_id", "seq", "kind", "at", "previous", "hash")
"""The columns that an erasure must not change: the order, the times and the hash chain."""

ON_SQLITE = (
    f"""
    CREATE TRIGGER tournament_event_refuses_UPDATE BEFORE UPDATE ON tournament_event
    WHEN NOT EXISTS (SELECT 1 FROM tournament_erasure WHERE tournament_id = OLD.tournament_id)
      OR {" OR ".join(f"NEW.{column} IS NOT OLD.{column}" for column in STAYS)}
    BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END
    """,
    f"""
    CREATE TRIGGER tournament_event_refuses_DELETE BEFORE DELETE ON tournament_event
    WHEN NOT EXISTS (SELECT 1 FROM tournament_erasure WHERE tournament_id = OLD.tournament_id AND whole)
    BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END
    """,
)

ON_POSTGRESQL = (
    f"""
    CREATE FUNCTION refuse_unless_tournament_erased() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      IF TG_OP = 'UPDATE' THEN
        IF EXISTS (SELECT 1 FROM tournament_erasure WHERE tournament_id = OLD.tournament_id)
          AND {" AND ".join(f"NEW.{column} IS NOT DISTINCT FROM OLD.{column}" for column in STAYS)}
        THEN RETURN NEW; END IF;
      ELSIF EXISTS (SELECT 1 FROM tournament_erasure WHERE tournament_id = OLD.tournament_id AND whole)
      THEN RETURN OLD;
      END IF;
      RAISE EXCEPTION '{REFUSED}';
    END $$
    """,
    """
    CREATE TRIGGER tournament_event_refuses_change BEFORE UPDATE OR DELETE ON tournament_event
    FOR EACH ROW EXECUTE FUNCTION refuse_unless_tournament_erased()
    """,
    """
    CREATE TRIGGER tournament_event_refuses_truncate BEFORE TRUNCATE ON tournament_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_entry_change()
    """,
)


def upgrade() -> None:
    """Create the tables; no game has a match yet, and no device is there only for one."""
    op.create_table(
        "tournament",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("last_activity", MOMENT, nullable=False),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournament"),
        sa.ForeignKeyConstraint(["table_id"], ["card_table.id"], name="fk_tournament_table_id_card_table"),
    )
    op.create_index("ix_tournament_table_id_created_id", "tournament", ["table_id", "created", "id"])
    create_events()
    op.create_table(
        "tournament_erasure",
        sa.Column("tournament_id", sa.Text(), nullable=False),
        sa.Column("whole", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_tournament_erasure"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name="fk_tournament_erasure_tournament_id_tournament"
        ),
    )
    create_phones()
    add_columns()
    for statement in ON_SQLITE if op.get_context().dialect.name == "sqlite" else ON_POSTGRESQL:
        op.execute(statement)


def create_events() -> None:
    """Create the events of all tournaments."""
    op.create_table(
        "tournament_event",
        sa.Column("tournament_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("who", sa.Text(), nullable=True),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("previous", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("salt", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("tournament_id", "seq", name="pk_tournament_event"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name="fk_tournament_event_tournament_id_tournament"
        ),
        sa.UniqueConstraint("id", name="uq_tournament_event_id"),
    )


def create_phones() -> None:
    """Create the phones of all tournaments."""
    op.create_table(
        "tournament_phone",
        sa.Column("tournament_id", sa.Text(), nullable=False),
        sa.Column("member_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("joined", MOMENT, nullable=False),
        sa.Column("card", sa.Integer(), nullable=True),
        sa.Column("player", sa.Text(), nullable=True),
        sa.Column("accepted", sa.Boolean(), nullable=False),
        sa.Column("game_id", sa.Text(), nullable=True),
        sa.Column("keeps", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "member_id", name="pk_tournament_phone"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name="fk_tournament_phone_tournament_id_tournament"
        ),
        sa.ForeignKeyConstraint(["member_id"], ["member.id"], name="fk_tournament_phone_member_id_member"),
    )
    op.create_index("ix_tournament_phone_member_id", "tournament_phone", ["member_id"])
    where = sa.text("game_id IS NOT NULL")
    op.create_index(
        "ix_tournament_phone_game_id", "tournament_phone", ["game_id"], sqlite_where=where, postgresql_where=where
    )


def add_columns() -> None:
    """Add the tournament to games, and to members whether they are there only for tournaments."""
    op.add_column("game", sa.Column("tournament_id", sa.Text(), nullable=True))
    op.add_column("member", sa.Column("for_tournaments", sa.Boolean(), nullable=True))
    where = sa.text("tournament_id IS NOT NULL")
    op.create_index(
        "ix_game_tournament_id_number",
        "game",
        ["tournament_id", "number"],
        sqlite_where=where,
        postgresql_where=where,
    )


def downgrade() -> None:
    """Drop the tournaments; the games of their matches stay."""
    op.drop_index("ix_game_tournament_id_number", "game")
    op.drop_column("member", "for_tournaments")
    op.drop_column("game", "tournament_id")
    if op.get_context().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(f"DROP TRIGGER tournament_event_refuses_{change}")
    for table in ("tournament_phone", "tournament_erasure", "tournament_event", "tournament"):
        op.drop_table(table)
    if op.get_context().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_unless_tournament_erased()")
