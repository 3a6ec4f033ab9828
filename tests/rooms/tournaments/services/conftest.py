"""The Friday table, and its partnership game."""

from tests.databases import app
from tests.services.conftest import game_id, kind, started, table, token_key

__all__ = ["app", "game_id", "kind", "started", "table", "token_key"]
