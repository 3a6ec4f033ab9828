"""The Friday table with its players, in storage."""

from tests.databases import app, kind
from tests.storage.conftest import game_id, game_setup, started, table

__all__ = ["app", "game_id", "game_setup", "kind", "started", "table"]
