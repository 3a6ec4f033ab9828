"""Keys for what exists once: who has the pen, who keeps a game's score, a player's first phone, a payment.

What a database has twice stays, but only one of each goes on being the one.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

PEN = sa.text("pen_since IS NOT NULL")
KEEPS, FIRST = sa.text("keeps"), sa.text("first")


def upgrade() -> None:
    """Choose one of each, number the payments, and break rings of merged names."""
    _unring()
    latest = "pen_since DESC, id DESC"
    op.execute(_all_but_one("member", "pen_since = NULL", "pen_since IS NOT NULL", "table_id", latest))
    op.drop_index("ix_member_table_id_pen_since", table_name="member")
    op.create_index("uq_member_pen", "member", ["table_id"], unique=True, sqlite_where=PEN, postgresql_where=PEN)
    op.execute(_all_but_one("tournament_phone", "keeps = false", "keeps", "game_id", "joined, member_id", "member_id"))
    op.add_column("tournament_phone", sa.Column("first", sa.Boolean(), nullable=True))
    op.create_index(
        "uq_tournament_phone_keeps",
        "tournament_phone",
        ["game_id"],
        unique=True,
        sqlite_where=KEEPS,
        postgresql_where=KEEPS,
    )
    op.create_index(
        "uq_tournament_phone_first",
        "tournament_phone",
        ["tournament_id", "player"],
        unique=True,
        sqlite_where=FIRST,
        postgresql_where=FIRST,
    )
    op.add_column("payment", sa.Column("number", sa.Integer(), nullable=True))
    op.execute("UPDATE payment SET number = id")
    with op.batch_alter_table("payment") as table:
        table.alter_column("number", existing_type=sa.Integer(), nullable=False)
        table.create_unique_constraint("uq_payment_table_id_number", ["table_id", "number"])


def _all_but_one(table: str, values: str, which: str, of: str, order: str, key: str = "id") -> str:
    """Change all rows of each group but its first one."""
    ranked = f"SELECT {key}, {of}, row_number() OVER (PARTITION BY {of} ORDER BY {order}) AS place FROM {table} WHERE {which}"  # noqa: E501
    others = f"SELECT 1 FROM ({ranked}) AS ranked WHERE ranked.place > 1"
    same = f"ranked.{key} = {table}.{key} AND ranked.{of} = {table}.{of}"
    return f"UPDATE {table} SET {values} WHERE {which} AND EXISTS ({others} AND {same})"


def _unring() -> None:
    """Two merges at once could make each of two names another name of the other: the first one is the player."""
    connection = op.get_bind()
    rows = connection.execute(sa.text("SELECT id, merged_into FROM player WHERE merged_into IS NOT NULL")).all()
    into = {row.id: row.merged_into for row in rows}
    for name in sorted(into):
        way, at = {name}, into[name]
        while at in into and at not in way:
            way.add(at)
            at = into[at]
        if at == name:  # it comes back to itself, and is the first of its ring
            connection.execute(sa.text("UPDATE player SET merged_into = NULL WHERE id = :id"), {"id": name})
            del into[name]


def downgrade() -> None:
    """Drop the keys."""
    with op.batch_alter_table("payment") as table:
        table.drop_constraint("uq_payment_table_id_number", type_="unique")
        table.drop_column("number")
    op.drop_index("uq_tournament_phone_first", table_name="tournament_phone")
    op.drop_index("uq_tournament_phone_keeps", table_name="tournament_phone")
    op.drop_column("tournament_phone", "first")
    op.drop_index("uq_member_pen", table_name="member")
    op.create_index(
        "ix_member_table_id_pen_since", "member", ["table_id", "pen_since"], sqlite_where=PEN, postgresql_where=PEN
    )
