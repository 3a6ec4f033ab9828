"""Three server processes on PostgreSQL: they count, stream and report as one, and one of them may die."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.api.client import Scorekeeper
from tests.served import Served, served
from tests.server.raw import ANSWER_TIMEOUT

TOKEN = "prometheus-" + "x" * 32
DUEL = {"rules": "two-player", "sides": [{"name": "Ann"}, {"name": "Ben"}]}
GUESSES = 15
FOLLOWERS = 12
"""Enough connections that every process gets some."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, new_postgres: Callable[[], str]) -> Iterator[Served]:
    settings = {"SCOREKEEPER_DATABASE_URL": new_postgres(), "SCOREKEEPER_METRICS_TOKEN": TOKEN}
    with served(
        tmp_path_factory.mktemp("instance"), "--host", "127.0.0.1", "--workers", "3", settings=settings
    ) as server:
        # The first one answers already.
        assert in_time(lambda: len(processes(server)) == 3)
        yield server


def processes(server: Served) -> set[int]:
    """The server's worker processes."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text()
    return {int(child) for child in children.split()}


def in_time(holds: Callable[[], bool]) -> bool:
    """Whether this holds, or comes to hold in time."""
    end = time.monotonic() + ANSWER_TIMEOUT
    while not (found := holds()) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def status(url: str) -> int:
    try:
        with urlopen(url, timeout=ANSWER_TIMEOUT) as answer:
            return int(answer.status)
    except HTTPError as refused:
        return refused.code


def figure(url: str, name: str) -> float:
    """The sum of a figure of the metrics."""
    asked = Request(f"{url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urlopen(asked, timeout=ANSWER_TIMEOUT) as answer:
        families = text_string_to_metric_families(answer.read().decode())
    return sum(sample.value for family in families for sample in family.samples if sample.name == name)


@pytest.mark.postgres
def test_three_processes_keep_score_as_one(running: Served) -> None:
    url = running.url
    made = Scorekeeper(url).call("POST", "/tables", {"name": "Thursday"})
    keeper = Scorekeeper(url, made["tokens"]["keeper"])
    game = keeper.call("POST", f"/tables/{made['table']}/games", DUEL)["game"]
    followers = [keeper.follow(game) for _ in range(FOLLOWERS)]
    assert [next(entries)["kind"] for entries in followers] == ["start"] * FOLLOWERS
    # A stream's first entry is sent a moment before the stream is counted.
    assert in_time(lambda: figure(url, "scorekeeper_live_streams") == FOLLOWERS)

    before = processes(running)
    assert len(before) == 3
    for number in range(1, 4):
        keeper.record(game, "hand", hand=number, bids=["5", "6"], took=[6, 7])
        assert [next(entries)["payload"]["hand"] for entries in followers] == [number] * FOLLOWERS
    assert figure(url, "scorekeeper_events_recorded_total") == 4

    os.kill(min(before), signal.SIGKILL)
    keeper.record(game, "hand", hand=4, bids=["5", "6"], took=[6, 7])
    assert [next(entries)["payload"]["hand"] for entries in followers] == [4] * FOLLOWERS, "those cut off came back"
    assert [entry["seq"] for entry in keeper.call("GET", f"/games/{game}/entries")["entries"]] == [1, 2, 3, 4, 5]
    assert in_time(lambda: len(processes(running) - {min(before)}) == 3)

    keeper.call("DELETE", f"/tables/{made['table']}/roles/keeper")
    assert [list(entries) for entries in followers] == [[]] * FOLLOWERS, "each process ends its streams"


@pytest.mark.postgres
def test_three_processes_count_guesses_together(running: Served) -> None:
    guessed = [status(f"{running.url}/join/{guess:022}") for guess in range(GUESSES + 1)]
    assert guessed == [404] * GUESSES + [429]
