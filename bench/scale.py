"""How many hands a second one, two and three processes carry on PostgreSQL, and what a million hands take.

Programs record hands at a steady rate, whether or not earlier ones are answered. The rate grows until one answer of a
hundred takes longer than 200 ms; each answer is timed from when its hand was due, so that a stall cannot hide.
"""

import json
import os
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from threading import Thread
from uuid import uuid4

from bench.client import Client
from bench.game import events, game, record
from bench.memory import processor_seconds
from bench.restarts import new_postgres, process_of
from bench.serving import processes
from bench.table import new_games, settings, text_of
from scorekeeper import create_app
from scorekeeper.services.batches import PostedEvent, record_batch
from scorekeeper.services.recording import Author
from scorekeeper.services.starting import start_game
from scorekeeper.storage.database import db
from scorekeeper.storage.games import create_table
from scorekeeper.storage.setup import close_storage

COUNTS = (1, 2, 3)
LIMIT = 0.2
"""Seconds that the slowest of a hundred answers may take."""
SECONDS = 8
"""Seconds of each rate."""
FIRST, FACTOR, MOST = 20.0, 1.4, 2000.0
"""The first rate, by how much the next one is faster, and the last one."""
PROGRAMS = 16
GAMES = 8
"""Games of each program, which takes turns with them."""
SAMPLE, SAMPLE_HANDS = 60, 20
"""Games that are stored to see how large a hand is."""


def measured(seconds: int = SECONDS) -> dict[str, float]:
    """The highest rate of each number of processes, with its latency, and the bytes of a million hands."""
    found: dict[str, float] = {"load": os.getloadavg()[0], "cores": float(os.cpu_count() or 1)}
    for count in COUNTS:
        with tempfile.TemporaryDirectory() as folder, new_postgres(Path(folder)) as (postgres, instance):
            url = str(postgres.get_uri())
            with processes(instance, url, count) as (port, _):
                found |= _fastest(instance, url, port, count, float(seconds), process_of(postgres))
            if count == COUNTS[0]:
                found |= {"postgres_bytes": _bytes_on_postgres(url, instance)}
    return found | {"sqlite_bytes": _bytes_on_sqlite()}


def _fastest(instance: Path, url: str, port: int, count: int, seconds: float, database: int) -> dict[str, float]:
    """The last rate at which 99 of 100 answers came in time."""
    with Client(port) as browser:
        made = json.loads(text_of(browser.call("/tables", {"name": "Programs"})))
    table, token = made["table"], made["tokens"]["scorer"]
    of_all = new_games(instance, table, PROGRAMS * GAMES, url=url)
    games = [dict.fromkeys(of_all[number::PROGRAMS], 0) for number in range(PROGRAMS)]
    known: dict[str, float] = {}
    costs: dict[str, float] = {}
    rate = FIRST
    while rate <= MOST:
        before, began = _processor_seconds(database), time.monotonic()
        times = _at(rate, seconds, port, token, games)
        spent = _processor_seconds(database) - before
        cores = spent / (time.monotonic() - began)
        p99 = quantiles(times, n=100)[-1]
        print(
            f"{count} processes, {rate:6.0f} hands a second: 99 of 100 in {p99 * 1000:.0f} ms, {cores:.2f} cores",
            file=sys.stderr,
        )
        costs = {f"p99_ms_{count}": p99 * 1000, f"cores_{count}": cores, f"hand_ms_{count}": spent / len(times) * 1000}
        if p99 > LIMIT:
            break
        known = {f"rate_{count}": rate} | costs
        rate *= FACTOR
    return known or {f"rate_{count}": 0.0} | costs


def _processor_seconds(database: int) -> float:
    return processor_seconds() + processor_seconds(database)


def _at(rate: float, seconds: float, port: int, token: str, games: list[dict[str, int]]) -> list[float]:
    """Seconds of each answer, from when its hand was due; of each program’s `games`, how many hands they have."""
    times: list[float] = []
    began = time.monotonic() + 0.2
    parts = []
    for number, own in enumerate(games):
        due, every = began + number / rate, PROGRAMS / rate
        parts.append(Thread(target=_record, args=(port, token, own, due, every, began + seconds, times)))
    for part in parts:
        part.start()
    for part in parts:
        part.join()
    return times


def _record(
    port: int,
    token: str,
    own: dict[str, int],
    due: float,
    every: float,
    until: float,
    times: list[float],
) -> None:
    """Record a hand whenever one is due."""
    with Client(port) as program:
        for game_id in cycle(list(own)):
            if due >= until:
                return
            own[game_id] += 1
            number = own[game_id]
            entry = {"id": str(uuid4()), "seq": number, "kind": "hand", "hand": number, **record(number)}
            time.sleep(max(0.0, due - time.monotonic()))
            answer = program.call(f"/games/{game_id}/entries", entry, token)
            assert answer.status == 201, text_of(answer)
            times.append(time.monotonic() - due)
            due += every


def _bytes_on_postgres(url: str, instance: Path) -> float:
    """Bytes that a million hands take, in games of twenty hands, with all indexes."""
    before = _size_on_postgres(url)
    _sample(instance, url)
    return (_size_on_postgres(url) - before) / (SAMPLE * SAMPLE_HANDS) * 1e6


def _size_on_postgres(url: str) -> float:
    app = create_app({"SQLALCHEMY_DATABASE_URI": url})
    with app.app_context(), db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as server:
        server.exec_driver_sql("VACUUM FULL")
        (size,) = server.exec_driver_sql("SELECT pg_database_size(current_database())").one()
    close_storage(app)
    return float(size)


def _bytes_on_sqlite() -> float:
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder)
        file = settings(instance)["SCOREKEEPER_DATABASE_URL"].removeprefix("sqlite:///")
        close_storage(create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}"}))
        sizes = []
        for is_filled in (False, True):
            if is_filled:
                _sample(instance, f"sqlite:///{file}")
            with closing(sqlite3.connect(file)) as opened:
                opened.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
                opened.execute("VACUUM").close()
            sizes.append(Path(file).stat().st_size)
        return (sizes[1] - sizes[0]) / (SAMPLE * SAMPLE_HANDS) * 1e6


def _sample(instance: Path, url: str) -> None:
    """Games of twenty hands, each hand with its four bids, as phones record them."""
    app = create_app({"SQLALCHEMY_DATABASE_URI": url, "SCOREKEEPER_INSTANCE": str(instance)})
    with app.app_context():
        table = create_table("Thursday").id
        for _ in range(SAMPLE):
            started = start_game(table, game(0), author=Author("Ann")).game.id
            for hand in range(1, SAMPLE_HANDS + 1):
                posted = [PostedEvent(str(uuid4()), kind, body) for kind, body in events(hand)]
                done = record_batch(started, posted, author=Author("Ann"), seq=1 + (hand - 1) * len(posted))
                assert all(entry.stored for entry in done.results)
    close_storage(app)
