"""The schema's revisions, read off the names of the migration files: quick, and without loading Alembic."""

from __future__ import annotations

from pathlib import Path

MIGRATIONS = Path(__file__).resolve().parent.parent / "migrations"


def known_revisions() -> tuple[str, ...]:
    """Every revision that this version knows, oldest first: 0001 for 0001_first.py, and so on."""
    return tuple(sorted(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py")))


def head_revision() -> str:
    """The schema that this version's models are written for."""
    return known_revisions()[-1]
