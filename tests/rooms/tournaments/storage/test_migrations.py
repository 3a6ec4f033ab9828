"""The migrations make exactly the schema of the models, in both directions, and `flask db` runs them."""

from __future__ import annotations

from alembic import command
from flask import Flask

from scorekeeper.formats.chain import NOTHING_BEFORE, chained
from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.rooms.tournaments.storage import add_imported_tournament
from scorekeeper.storage.database import db
from scorekeeper.storage.games import create_table
from scorekeeper.storage.players import add_player, names_of
from scorekeeper.storage.upgrade import changing_schema
from tests.storage.test_migrations import config


def test_players_whom_only_a_tournament_named_are_added(app: Flask) -> None:
    """An older version imported a tournament without them, so that nobody could erase their names."""
    table = create_table("Friday").id
    add_player(table, "Ann")
    team = {"team": 1, "players": ["Ann", "Zoë"], "reserve": "Zack"}
    new = [UnsavedEvent(kind="start", payload={}), UnsavedEvent(kind="team", payload=team)]
    events = [chained("t", event, seq=seq, previous=NOTHING_BEFORE) for seq, event in enumerate(new, 1)]
    assert add_imported_tournament(table, "Open", "open", events, {})
    db.session.remove()
    with changing_schema(db.engine) as connection:
        settings = config()
        settings.attributes["connection"] = connection
        command.downgrade(settings, "0030")
        command.upgrade(settings, "head")
    assert sorted(names_of(table)) == ["Ann", "Zack", "Zoë"]
