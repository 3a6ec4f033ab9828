"""The migrations make exactly the schema of the models, in both directions, and `flask db` runs them."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.formats.chain import NOTHING_BEFORE, chained
from scorekeeper.formats.chain.stored_event import StoredEvent, UnsavedEvent
from scorekeeper.rooms.tournaments.storage import add_imported_tournament, tournament_row
from scorekeeper.storage.games import create_table
from scorekeeper.storage.players import add_player, names_of
from tests.storage.test_migrations import upgrade_from


@pytest.fixture
def imported(app: Flask) -> tuple[str, list[StoredEvent]]:
    """A table with a tournament of a player, and two others whom only the tournament names; its events."""
    table = create_table("Friday").id
    add_player(table, "Ann")
    team = {"team": 1, "players": ["Ann", "Zoë"], "reserve": "Zack"}
    new = [UnsavedEvent(kind="start", payload={}), UnsavedEvent(kind="team", payload=team)]
    events = [chained("t", event, seq=seq, previous=NOTHING_BEFORE) for seq, event in enumerate(new, 1)]
    assert add_imported_tournament(table, "Open", "open", events, {})
    return table, events


def test_players_whom_only_a_tournament_named_are_added(imported: tuple[str, list[StoredEvent]]) -> None:
    """An older version imported a tournament without them, so that nobody could erase their names."""
    upgrade_from("0030")
    assert sorted(names_of(imported[0])) == ["Ann", "Zack", "Zoë"]


def test_hash_of_the_last_event_is_known_after_an_upgrade(imported: tuple[str, list[StoredEvent]]) -> None:
    upgrade_from("0042")
    assert tournament_row("t").last_hash == imported[1][-1].hash
