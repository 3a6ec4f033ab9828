"""The log of tournaments passes the tests of every log."""

from __future__ import annotations

import pytest

from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.rooms.tournaments.storage import NoSuchTournament, create_tournament
from scorekeeper.storage.models import Table
from tests.storage.logs import Logged
from tests.storage.test_log import *  # noqa: F403 - each of them


@pytest.fixture
def logged(table: Table) -> Logged:
    """Two tournaments."""
    starts = [UnsavedEvent(kind="start", payload={"name": name}) for name in ("Harbour Open", "Winter Open")]
    own, other = (create_tournament(table.id, start.payload["name"], start)[0].id for start in starts)
    log, tables = "scorekeeper.rooms.tournaments.storage:LOG", ("tournament", "tournament_event")
    return Logged(own, other, log, NoSuchTournament, *tables, "tournament_id", "tournament_erasure")
