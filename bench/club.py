"""An evening of a large club: 300 live games with four viewers each, a hand every four minutes and its bids.

On SQLite, or on PostgreSQL with three server processes. Each viewer fetches what is new, as phones do.
"""

import json
import re
import selectors
import socket
import tempfile
import threading
import time
from pathlib import Path
from queue import Queue
from statistics import quantiles
from uuid import uuid4

from bench.client import Client
from bench.game import record
from bench.memory import Memory, megabytes, processor_seconds
from bench.restarts import new_postgres, process_of
from bench.serving import served, three_processes
from bench.table import new_games, open_table, settings, token_in

TABLES, GAMES = 15, 20
VIEWERS = 4
A_HAND = 240.0
"""Seconds in which a game records four bids and a count."""
EVENTS = 5
SECONDS = 60.0
SETTLE = 5.0
FETCHERS = 8
FIRST_SEQ = 1


def on_sqlite() -> dict[str, float]:
    """Milliseconds of an answer at the 99th percentile, cores in use, and megabytes, on SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder)
        before = Memory()
        with served("scorekeeper:create_app()", settings(instance) | {"SCOREKEEPER_RATE_LIMITS": "off"}) as port:
            return _evening(instance, port, None, before)


def on_postgres() -> dict[str, float]:
    """The same on PostgreSQL, with three processes."""
    with tempfile.TemporaryDirectory() as folder, new_postgres(Path(folder)) as (postgres, instance):
        before = Memory()
        with three_processes(instance, str(postgres.get_uri())) as (port, _):
            return _evening(instance, port, str(postgres.get_uri()), before, process_of(postgres))


def _evening(
    instance: Path, port: int, url: str | None, memory: Memory, database: int | None = None
) -> dict[str, float]:
    with Client(port) as browser:
        tables = [open_table(browser) for _ in range(TABLES)]
        games = [game for table in tables for game in new_games(instance, table, GAMES, url=url)]
    phones = _Phones(port, browser.cookies, games)
    time.sleep(SETTLE)
    with Client(port) as scorer, memory:
        scorer.cookies |= browser.cookies
        token = token_in(scorer.get(f"/games/{games[0]}"))
        spent, began = _processor_seconds(database), time.monotonic()
        posts = _play(scorer, token, games)
        cores = (_processor_seconds(database) - spent) / (time.monotonic() - began)
        database_mb = megabytes(database) if database else 0.0
    phones.stop()
    answers = sorted(posts + phones.answers)
    return {
        "games": len(games),
        "viewers": len(games) * VIEWERS,
        "answers": len(answers),
        "post_p99_ms": quantiles(posts, n=100)[-1] * 1000,
        "p99_ms": quantiles(answers, n=100)[-1] * 1000,
        "cores": cores,
        "mb": memory.more,
        "database_mb": database_mb,
    }


def _processor_seconds(database: int | None) -> float:
    return processor_seconds() + (processor_seconds(database) if database else 0.0)


def _play(browser: Client, token: str, games: list[str]) -> list[float]:
    """Each game in turn records its next bid or count; the seconds until each answer."""
    a_second = len(games) * EVENTS / A_HAND
    began, taken = time.monotonic(), []
    for count in range(int(a_second * SECONDS)):
        time.sleep(max(0.0, began + count / a_second - time.monotonic()))
        turn, game = divmod(count, len(games))
        kind, payload = _events(turn // EVENTS + 1)[turn % EVENTS]
        form = {"kind": kind, "payload": json.dumps(payload), "entry_id": str(uuid4()), "seq": str(FIRST_SEQ + turn)}
        answer = browser.post(f"/games/{games[game]}/events", {"csrf_token": token} | form)
        assert answer.status == 200, answer.body
        taken.append(answer.seconds)
    return taken


def _events(number: int) -> list[tuple[str, dict[str, object]]]:
    """The events of this hand: four bids, each with those before it, and the count."""
    hand = record(number)
    found: list[tuple[str, dict[str, object]]] = []
    bids: list[list[str | None]] = [[None, None], [None, None]]
    for turn in range(number, number + 4):
        seat = turn % 4
        bids[seat % 2][seat // 2] = hand["bids"][seat % 2][seat // 2]
        found.append(("bids", {"hand": number, "bids": json.loads(json.dumps(bids))}))
    return [*found, ("hand", {"hand": number, **hand})]


class _Phones:
    """Phones that keep a stream of their game open, and fetch new events whenever it reports one."""

    def __init__(self, port: int, own: dict[str, str], games: list[str]) -> None:
        self.answers: list[float] = []
        self._selector = selectors.DefaultSelector()
        cookies = "; ".join(f"{name}={value}" for name, value in own.items())
        for game in games:
            for _ in range(VIEWERS):
                phone = socket.create_connection(("127.0.0.1", port))
                ask = f"GET /games/{game}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookies}\r\n\r\n"
                phone.sendall(ask.encode())
                self._selector.register(phone, selectors.EVENT_READ, (game, [FIRST_SEQ]))
        self._news: Queue[tuple[str, int] | None] = Queue()
        self._ends = False
        fetchers = [threading.Thread(target=self._fetch, args=(port, own)) for _ in range(FETCHERS)]
        self._threads = [threading.Thread(target=self._listen), *fetchers]
        for thread in self._threads:
            thread.start()

    def _listen(self) -> None:
        while not self._ends:
            for key, _ in self._selector.select(timeout=0.2):
                heard = key.fileobj.recv(4096)  # type: ignore[union-attr]
                game, last = key.data
                for seq in map(int, re.findall(rb"data: (\d+)", heard)):
                    if seq > last[0]:
                        self._news.put((game, last[0]))
                        last[0] = seq

    def _fetch(self, port: int, cookies: dict[str, str]) -> None:
        while (news := self._news.get()) is not None:
            with Client(port) as browser:  # phones rarely still have a connection open
                browser.cookies |= cookies
                answer = browser.get(f"/games/{news[0]}/events?after={news[1]}")
            assert answer.status == 200, answer.head
            self.answers.append(answer.seconds)

    def stop(self) -> None:
        """Hang up once everything reported is fetched."""
        for _ in range(FETCHERS):
            self._news.put(None)
        self._ends = True
        for thread in self._threads:
            thread.join()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
