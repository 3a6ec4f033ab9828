"""The work of a separate program: it appends hands to a game."""

from __future__ import annotations

from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage.events import append
from scorekeeper.storage.setup import close_storage
from tests.databases import app_on


def append_hands(database: str, game_id: str, how_many: int) -> None:
    """Append hands to the game in the database of this URL."""
    app = app_on(database)
    with app.app_context():
        for _ in range(how_many):
            append(game_id, UnsavedEvent(kind="hand", payload={}))
    close_storage(app)
