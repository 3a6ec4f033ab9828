"""`flask db`: Flask-Migrate's commands on our migrations, loaded only when somebody types them."""

from __future__ import annotations

from typing import Any

import click
from flask import Flask

from scorekeeper.storage import revisions
from scorekeeper.storage.base import db


class DbCommand(click.Command):
    """Stands for Flask-Migrate's command, which with Alembic takes longer to load than a server to start."""

    def __init__(self, app: Flask) -> None:
        super().__init__("db", help="Look at the database's schema, or change it.")
        self._app = app

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Let the real command read the words that follow."""
        from flask_migrate import Migrate  # noqa: PLC0415 - no start waits for Alembic

        Migrate(self._app, db, directory=str(revisions.MIGRATIONS))  # puts its own command in this one's place
        return self._app.cli.commands["db"].make_context(info_name, args, parent, **extra)
