"""A later version of Scorekeeper for the tests: the same migrations and one more."""

from __future__ import annotations

import shutil
from pathlib import Path

from scorekeeper.storage.upgrade import MIGRATIONS, head_revision

ONE_MORE = '''
"""One more column, on a table that games and players refer to."""

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{before}"


def upgrade():
    rebuild = "always" if op.get_context().dialect.name == "sqlite" else "never"
    with op.batch_alter_table("card_table", recreate=rebuild) as table:
        table.add_column(sa.Column("motto", sa.Text(), server_default="Shuffle up"))
    {then}


def downgrade():
    with op.batch_alter_table("card_table") as table:
        table.drop_column("motto")
'''


def later_migrations(folder: Path, then: str = "pass") -> Path:
    """The migrations of a future version, whose last step ends with `then`."""
    migrations = folder / "migrations"
    shutil.copytree(MIGRATIONS, migrations, ignore=shutil.ignore_patterns("__pycache__"))
    last = migrations / "versions" / "9999_motto.py"
    last.write_text(ONE_MORE.format(before=head_revision(), then=then), "utf-8")
    return migrations
