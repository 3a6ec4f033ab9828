"""Kills a server on SQLite repeatedly while eight clients record hands, and counts what was acknowledged and lost."""

import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.client import Client
from bench.recorder import HANDS_A_GAME, counted, new_recorders, recording, wait_until_acknowledged
from bench.serving import WORKER, wait_for
from bench.table import settings

KILLS = 30
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
