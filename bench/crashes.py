"""Kills the server repeatedly while eight clients record hands, and counts acknowledged hands that were lost."""

import json
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
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from uuid import uuid4

from flask import Flask

from bench.client import Client
from bench.game import record
from bench.serving import WORKER, wait_for
from bench.table import new_games, open_table, settings, token_in
from scorekeeper import create_app
from scorekeeper.storage import close_storage, events_of, verify

CLIENTS = 8
KILLS = 30
HANDS_A_GAME = 150
"""Hands after which a client starts its next game, before this one would be over."""
HANDS_A_KILL = 10
"""An upper bound of the hands that a client records between two kills."""
LIFETIMES = (0.0, 0.6)  # range of seconds that a server runs after its first hand
PATIENCE = 20  # seconds for that hand


class Recorder:
    """A client that records hands, and after a failure sends the same hand again, like the pad."""

    def __init__(self, cookies: dict[str, str], games: list[str]) -> None:
        self.cookies, self.games = cookies, games
        self.acknowledged: list[str] = []
        self.next_id = str(uuid4())

    def record_until(self, port: int, over: Event) -> None:
        """Record hand after hand and game after game, until the server is gone."""
        try:
            with Client(port) as browser:
                browser.cookies |= self.cookies
                token = token_in(browser.get(f"/games/{self.games[0]}"))
                while not over.is_set():
                    self._record(browser, token)
        except (OSError, ValueError):
            pass  # killed: the next run shows whether the last hand was stored

    def _record(self, browser: Client, token: str) -> None:
        game, before = divmod(len(self.acknowledged), HANDS_A_GAME)
        number = before + 1
        form = {"csrf_token": token, "hand": number, "record": json.dumps(record(number))}
        form |= {"entry_id": self.next_id, "seq": number}
        answer = browser.post(f"/games/{self.games[game]}/hands", {name: str(value) for name, value in form.items()})
        if answer.status == 303:
            self.acknowledged.append(self.next_id)
            self.next_id = str(uuid4())


def measured(kills: int = KILLS) -> dict[str, float]:
    """How many hands were acknowledged, lost and recorded twice, over this many kills."""
    rng = random.Random(20261121)
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder)
        recorders = _new_recorders(instance, 1 + kills * HANDS_A_KILL // HANDS_A_GAME)
        for _ in range(kills):
            _run_and_kill(instance, recorders, rng.uniform(*LIFETIMES))
        app = create_app(settings_of(instance))
        try:
            return {"kills": kills} | counted(app, recorders)
        finally:
            close_storage(app)


def _new_recorders(instance: Path, games: int) -> list[Recorder]:
    with _serving(instance) as port, Client(port) as browser:
        table = open_table(browser)
        cookies = dict(browser.cookies)
    made = new_games(instance, table, CLIENTS * games)
    return [Recorder(cookies, made[client::CLIENTS]) for client in range(CLIENTS)]


def _run_and_kill(instance: Path, recorders: list[Recorder], seconds: float) -> None:
    over = Event()
    with _serving(instance) as port:
        before = sum(len(one.acknowledged) for one in recorders)
        threads = [Thread(target=one.record_until, args=(port, over)) for one in recorders]
        for thread in threads:
            thread.start()
        _wait_for_hand(recorders, before)
        time.sleep(seconds)
    over.set()
    for thread in threads:
        thread.join(PATIENCE)


def _wait_for_hand(recorders: list[Recorder], before: int) -> None:
    until = time.monotonic() + PATIENCE
    while sum(len(one.acknowledged) for one in recorders) == before:
        if time.monotonic() > until:
            raise TimeoutError("no hand was recorded")
        time.sleep(0.01)


@contextmanager
def _serving(instance: Path) -> Iterator[int]:
    """The port of a server that is killed at the end, with its worker: kill −9."""
    port = _free_port()
    command = [sys.executable, "-m", "gunicorn", *WORKER.split(), "--no-control-socket", "--bind", f"127.0.0.1:{port}"]
    with subprocess.Popen(
        [*command, "scorekeeper:create_app()"], env=os.environ | settings(instance), start_new_session=True
    ) as process:
        try:
            wait_for(port)
            with Client(port) as first:
                first.get("/rules")  # the server listens before it answers
            yield port
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def counted(app: Flask, recorders: list[Recorder]) -> dict[str, float]:
    """How many hands were acknowledged, how many of them are lost or recorded twice, how many chains are broken."""
    found: Counter[str] = Counter()
    with app.app_context():
        for one in recorders:
            found["acknowledged"] += len(one.acknowledged)
            lost = set(one.acknowledged)
            for game in one.games:
                entries = events_of(game)
                hands = [entry for entry in entries if entry.kind == "hand"]
                lost -= {entry.id for entry in hands}
                found["doubled"] += len(hands) - len({entry.payload["hand"] for entry in hands})
                found["broken"] += verify(entries) is not None
            found["lost"] += len(lost)
    return {name: float(found[name]) for name in ("acknowledged", "lost", "doubled", "broken")}


def settings_of(instance: Path) -> dict[str, str]:
    """The app's configuration for the servers' folder."""
    return {"SQLALCHEMY_DATABASE_URI": settings(instance)["SCOREKEEPER_DATABASE_URL"]}


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])
