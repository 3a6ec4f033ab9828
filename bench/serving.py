"""Serves an app as `scorekeeper serve` does: gunicorn, one worker with threads, on loopback; or three on PostgreSQL."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from bench.table import settings
from scorekeeper.server.connections.processes import THREADS

KIND = "scorekeeper.server.connections.worker.Worker"
WORKER = f"--workers 1 --worker-class {KIND} --threads {THREADS} --no-sendfile --log-level warning"


@contextmanager
def served(app: str, own: Mapping[str, str], *, python: str = sys.executable, kind: str = KIND) -> Iterator[int]:
    """Serve `app`, which this Python imports, by this kind of worker; yields the port."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = int(probe.getsockname()[1])
    worker = WORKER.replace(KIND, kind).split()
    command = [python, "-m", "gunicorn", *worker, "--no-control-socket", "--bind", f"127.0.0.1:{port}"]
    with subprocess.Popen([*command, app], env=os.environ | own) as process:
        try:
            wait_for(port)
            yield port
        finally:
            process.terminate()


def three_processes(instance: Path, url: str) -> AbstractContextManager[tuple[int, int]]:
    """Three of them."""
    return processes(instance, url, 3)


@contextmanager
def processes(instance: Path, url: str, count: int) -> Iterator[tuple[int, int]]:
    """`scorekeeper serve --workers …` on this PostgreSQL, without limits; yields the port and the parent's id."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = int(probe.getsockname()[1])
    more = settings(instance) | {"SCOREKEEPER_DATABASE_URL": url, "SCOREKEEPER_RATE_LIMITS": "off"}
    where = ["--host", "127.0.0.1", "--port", str(port), "--workers", str(count)]
    command = [sys.executable, "-m", "scorekeeper", "serve", *where]
    with subprocess.Popen(command, env=os.environ | more, stdout=subprocess.DEVNULL) as process:
        try:
            wait_for(port)
            yield port, process.pid
        finally:
            process.terminate()


def wait_for(port: int) -> None:
    """Wait until something answers on the port."""
    for _ in range(1200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError("the server did not start")
