"""Kills a server on SQLite repeatedly while eight clients record hands, and counts what was acknowledged and lost."""

import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.client import Answer, Client
from bench.hall import open_hall
from bench.recorder import CLIENTS, HANDS_A_GAME, Recorder, counted, new_recorders, recording, wait_until_acknowledged
from bench.serving import WORKER, wait_for
from bench.table import settings
from scorekeeper import create_app
from scorekeeper.formats.chain import verify
from scorekeeper.rooms.tournaments.domain.pairing import standings
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.storage import tournament_events
from scorekeeper.storage.events import events_of
from scorekeeper.storage.setup import close_storage

KILLS = 30
ROUND_KILLS = 20
HANDS_A_KILL = 10
"""An upper bound of the hands that a client records between two kills."""
LIFETIMES = (0.0, 0.6)  # range of seconds that a server runs after its first hand


def measured(kills: int = KILLS) -> dict[str, float]:
    """How many hands were acknowledged, lost and recorded twice, over this many kills."""
    rng = random.Random(20261121)
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder)
        with _serving(instance) as (port, _):
            recorders = new_recorders(instance, port, 1 + kills * HANDS_A_KILL // HANDS_A_GAME)
        for _ in range(kills):
            with _serving(instance) as (port, server), recording(recorders, port):
                wait_until_acknowledged(recorders)
                time.sleep(rng.uniform(*LIFETIMES))
                os.killpg(server, signal.SIGKILL)
        return {"times": kills} | counted(settings(instance)["SCOREKEEPER_DATABASE_URL"], instance, recorders)


def in_a_round(kills: int = ROUND_KILLS) -> dict[str, float]:
    """The same in a round of a tournament, where the director gives bonus points meanwhile.

    Afterwards the standings have to be those of the log, and each match has to have the hands of its game.
    """
    rng = random.Random(20261126)
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder)
        with _serving(instance) as (port, _), Client(port) as browser:
            hall = open_hall(browser, 2 * CLIENTS, target=10_000)
        recorders = [Recorder(hall.games[one::CLIENTS], link_token=hall.token) for one in range(CLIENTS - 1)]
        director = _Director([hall.tournament] * kills, link_token=hall.token)
        for _ in range(kills):
            with _serving(instance) as (port, server), recording([*recorders, director], port):
                wait_until_acknowledged(recorders)
                wait_until_acknowledged([director])
                time.sleep(rng.uniform(*LIFETIMES))
                os.killpg(server, signal.SIGKILL)
        url = settings(instance)["SCOREKEEPER_DATABASE_URL"]
        found = counted(url, instance, recorders)
        return {"times": kills} | _with_bonuses(found, url, instance, director, hall.tournament)


class _Director(Recorder):
    """The director's program, which gives one team after the other a bonus point."""

    def _by_api(self, browser: Client, game: str, number: int) -> Answer:
        bonus = {"kind": "adjust", "stage": 1, "team": number % CLIENTS + 1, "points": 1, "reason": "brought a cake"}
        return browser.call(f"/tournaments/{game}/entries", {"id": self.next_id, **bonus}, self.link_token)


def _with_bonuses(
    found: dict[str, float], url: str, instance: Path, director: Recorder, tournament: str
) -> dict[str, float]:
    """The figures with those of the director's bonus points, once the standings are found to be right."""
    app = create_app({"SQLALCHEMY_DATABASE_URI": url, "SCOREKEEPER_INSTANCE": str(instance)})
    with app.app_context():
        entries = tournament_events(tournament)
        state = load_tournament(tournament).state
        bonuses = [entry for entry in entries if entry.kind == "adjust"]
        points = Counter(entry.payload["team"] for entry in bonuses)
        assert {place.team: int(place.record.points) for place in standings(state, 1)} == {
            team: points[team] for team in state.teams
        }
        for game, result in state.results.items():
            assert result.hands == sum(entry.kind == "hand" for entry in events_of(game))
    close_storage(app)
    found["acknowledged"] += len(director.acknowledged)
    found["lost"] += len(set(director.acknowledged) - {entry.id for entry in bonuses})
    found["doubled"] += len(bonuses) - len({entry.id for entry in bonuses})
    found["broken"] += verify(entries) is not None
    return found


@contextmanager
def _serving(instance: Path) -> Iterator[tuple[int, int]]:
    """The port and the process group of a server that is killed at the end at the latest, with its worker: kill −9."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = int(probe.getsockname()[1])
    command = [sys.executable, "-m", "gunicorn", *WORKER.split(), "--no-control-socket", "--bind", f"127.0.0.1:{port}"]
    own = settings(instance) | {"SCOREKEEPER_RATE_LIMITS": "off"}
    with subprocess.Popen(
        [*command, "scorekeeper:create_app()"], env=os.environ | own, start_new_session=True
    ) as process:
        try:
            wait_for(port)
            with Client(port) as first:
                first.get("/rules")  # the server listens before it answers
            yield port, process.pid
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
