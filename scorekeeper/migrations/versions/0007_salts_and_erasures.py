"""Salts of entries, and triggers that allow changes only to erase names or delete a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

REFUSED = "entries are never changed or removed"
STAYS = ("game_id", "seq", "kind", "at", "previous", "hash")
"""The columns that an erasure must not change: the order, the times and the hash chain."""

BEFORE_ON_SQLITE = f"""
CREATE TRIGGER entry_refuses_{{change}} BEFORE {{change}} ON entry
BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END
"""

UPDATE_ON_SQLITE = f"""
CREATE TRIGGER entry_refuses_UPDATE BEFORE UPDATE ON entry
WHEN NOT EXISTS (SELECT 1 FROM erasure WHERE game_id = OLD.game_id)
  OR {" OR ".join(f"NEW.{column} IS NOT OLD.{column}" for column in STAYS)}
BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END
"""

DELETE_ON_SQLITE = f"""
CREATE TRIGGER entry_refuses_DELETE BEFORE DELETE ON entry
WHEN NOT EXISTS (SELECT 1 FROM erasure WHERE game_id = OLD.game_id AND whole)
BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END
"""

REFUSAL_ON_POSTGRESQL = f"""
CREATE FUNCTION refuse_unless_erased() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF EXISTS (SELECT 1 FROM erasure WHERE game_id = OLD.game_id)
      AND {" AND ".join(f"NEW.{column} IS NOT DISTINCT FROM OLD.{column}" for column in STAYS)}
    THEN RETURN NEW; END IF;
  ELSIF EXISTS (SELECT 1 FROM erasure WHERE game_id = OLD.game_id AND whole) THEN RETURN OLD;
  END IF;
  RAISE EXCEPTION '{REFUSED}';
END $$
"""

REFUSE_ON_POSTGRESQL = (
    """
    CREATE TRIGGER entry_refuses_change BEFORE UPDATE OR DELETE ON entry
    FOR EACH ROW EXECUTE FUNCTION refuse_unless_erased()
    """,
    """
    CREATE TRIGGER entry_refuses_truncate BEFORE TRUNCATE ON entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_entry_change()
    """,
)

BEFORE_ON_POSTGRESQL = """
CREATE TRIGGER entry_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON entry
FOR EACH STATEMENT EXECUTE FUNCTION refuse_entry_change()
"""


def upgrade() -> None:
    """Add salts for new entries; earlier ones keep their unsalted hashes."""
    op.add_column("entry", sa.Column("salt", sa.Text(), nullable=True))
    op.create_table(
        "erasure",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("whole", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_erasure"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_erasure_game_id_game"),
    )
    if op.get_context().dialect.name == "sqlite":
        drop_triggers_on_sqlite()
        op.execute(UPDATE_ON_SQLITE)
        op.execute(DELETE_ON_SQLITE)
    else:
        op.execute("DROP TRIGGER entry_refuses_change ON entry")
        op.execute(REFUSAL_ON_POSTGRESQL)
        for statement in REFUSE_ON_POSTGRESQL:
            op.execute(statement)


def drop_triggers_on_sqlite() -> None:
    """Drop both triggers; their names never changed."""
    for change in ("UPDATE", "DELETE"):
        op.execute(f"DROP TRIGGER entry_refuses_{change}")


def downgrade() -> None:
    """Go back, unless an entry has a salt, without which its hash could never be verified."""
    salted = sa.text("SELECT count(*) FROM entry WHERE salt IS NOT NULL")
    if op.get_bind().scalar(salted):
        raise RuntimeError("games were recorded since the upgrade: restore the backup from before it instead")
    if op.get_context().dialect.name == "sqlite":
        drop_triggers_on_sqlite()
    else:
        op.execute("DROP TRIGGER entry_refuses_truncate ON entry")
        op.execute("DROP TRIGGER entry_refuses_change ON entry")
        op.execute("DROP FUNCTION refuse_unless_erased()")
    op.drop_table("erasure")
    op.drop_column("entry", "salt")
    if op.get_context().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(BEFORE_ON_SQLITE.format(change=change))
    else:
        op.execute(BEFORE_ON_POSTGRESQL)
