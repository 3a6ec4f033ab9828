"""Runs the migrations, on the connection of the starting app or, for `flask db`, on a new one."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from scorekeeper.storage.database import Base, db
from scorekeeper.storage.upgrade import changing_schema, has_model


def run(connection: Connection) -> None:
    """Migrate inside the current transaction of `connection`."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        include_name=has_model,
        compare_type=True,
        render_as_batch=True,  # on SQLite, tables are changed by rebuilding them
    )
    with context.begin_transaction():
        context.run_migrations()


if context.is_offline_mode():
    raise SystemExit("These migrations read the database as they go; run them without --sql.")

given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with changing_schema(db.engine) as own:
        run(own)
