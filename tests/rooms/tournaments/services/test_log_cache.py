"""The cache of tournaments passes the tests of every cache of a log."""

from __future__ import annotations

import pytest

from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage, TournamentSettings
from scorekeeper.rooms.tournaments.services.cache import TournamentCache
from scorekeeper.rooms.tournaments.services.damaged import DamagedTournament
from scorekeeper.rooms.tournaments.services.recording import record, start_tournament
from scorekeeper.rooms.tournaments.storage import LOG
from scorekeeper.storage.models import Table
from tests.services.cast import ANN
from tests.services.logs import CachedLog
from tests.services.test_log_cache import *  # noqa: F403 - each of them


@pytest.fixture
def cached(table: Table) -> CachedLog:
    """Three tournaments."""
    names, stage = ("Harbour Open", "Winter Open", "Summer Open"), Stage("swiss", "partnership")
    ids = [start_tournament(table.id, name, (stage,), TournamentSettings(), ANN)[0].id for name in names]
    message = {"text": "Play begins"}
    return CachedLog(
        LOG, ids, TournamentCache, lambda own: record(own, ev.MESSAGE, message, author=ANN), DamagedTournament
    )
