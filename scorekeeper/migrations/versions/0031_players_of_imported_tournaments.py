"""Players of imported tournaments, whom the table did not know, so that nobody could erase their names."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

TOURNAMENT = sa.table("tournament", sa.column("id", sa.Text), sa.column("table_id", sa.Text))
EVENT = sa.table("tournament_event", *(sa.column(name, sa.Text) for name in ("tournament_id", "kind", "payload")))
PLAYER = sa.table("player", sa.column("table_id", sa.Text), sa.column("name", sa.Text))


def upgrade() -> None:
    """Add them to the tables of their tournaments."""
    connection = op.get_bind()
    entered = sa.select(TOURNAMENT.c.table_id, EVENT.c.payload).join_from(
        TOURNAMENT, EVENT, EVENT.c.tournament_id == TOURNAMENT.c.id
    )
    named: set[tuple[str, str]] = set()
    for row in connection.execute(entered.where(EVENT.c.kind == "team")):
        team = json.loads(row.payload)
        named |= {(row.table_id, name) for name in (*team["players"], team.get("reserve")) if name is not None}
    known = {tuple(row) for row in connection.execute(sa.select(PLAYER.c.table_id, PLAYER.c.name))} if named else set()
    new = [{"table_id": table, "name": name} for table, name in sorted(named - known)]
    if new:
        connection.execute(sa.insert(PLAYER), new)


def downgrade() -> None:
    """They stay: players may have games since."""
