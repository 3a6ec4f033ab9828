"""Evenings on PostgreSQL, whose two processes answer in between each other, for some minutes of the soak."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.sampled import seed
from tests.simulation.browser import Browsers
from tests.simulation.evening import acts_of, played, shortest
from tests.simulation.postgres import PostgresServer
from tests.simulation.soak import said_of
from tests.simulation.world import prepare

SECONDS = 600.0
KIND = "own"
"""The kind that has most: pairs, and a bid on an own phone."""


@pytest.mark.postgres
def test_nothing_is_lost_on_postgresql(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    postgres_server: Callable[[str], str],
    unused_postgres: str,
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    browsers = Browsers()
    prepared = prepare(tmp_path, KIND, lambda file: PostgresServer(file, postgres_server, unused_postgres))
    random, until = Random(f"{seed()} PostgreSQL"), time.monotonic() + SECONDS
    while time.monotonic() < until:
        found = played(browsers, prepared, acts_of(random.randrange(2**31)))
        assert found.fault is None, said_of(shortest(browsers, prepared, found))
