"""The instance of the settings as an app without pages: its key and its database, for commands that show none."""

from typing import Any

from flask import Flask
from sqlalchemy import URL

from scorekeeper.play.upgrading import prepare
from scorekeeper.settings import DATABASE_FILE, Chosen, read_settings
from scorekeeper.storage import init_storage


def database_of(chosen: Chosen) -> str | URL:
    """Where games are kept: at the address of the settings, else in a file of the instance folder."""
    return chosen.database_url or URL.create("sqlite", database=str(chosen.instance / DATABASE_FILE))


def ground(chosen: Chosen) -> dict[str, Any]:
    """What every app on an instance is configured with, pages or none."""
    return {"SECRET_KEY": chosen.secret_key, "SQLALCHEMY_DATABASE_URI": database_of(chosen)}


def app_without_pages() -> Flask:
    """The app; its database is made or upgraded when this returns."""
    chosen = read_settings()
    app = Flask("scorekeeper", instance_path=str(chosen.instance))
    app.config.from_mapping(ground(chosen))
    init_storage(app)
    prepare(app)
    return app
