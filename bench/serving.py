"""Serves an app as `scorekeeper serve` does: gunicorn, one worker with threads, on loopback."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from scorekeeper.server.serve import THREADS

KIND = "scorekeeper.server.worker.Worker"
WORKER = f"--workers 1 --worker-class {KIND} --threads {THREADS} --no-sendfile --log-level warning"


@contextmanager
def served(app: str, settings: Mapping[str, str]) -> Iterator[int]:
    """Serve `app`; yields the port."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = int(probe.getsockname()[1])
    command = [sys.executable, "-m", "gunicorn", *WORKER.split(), "--no-control-socket", "--bind", f"127.0.0.1:{port}"]
    with subprocess.Popen([*command, app], env=os.environ | settings) as process:
        try:
            wait_for(port)
            yield port
        finally:
            process.terminate()


def wait_for(port: int) -> None:
    """Wait until something answers on the port."""
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError("the server did not start")
