"""How soon other phones get news of a hand: 100 games with four viewers each, 40 hands a second."""

import json
import re
import selectors
import socket
import tempfile
import threading
import time
from pathlib import Path
from statistics import median, quantiles
from uuid import uuid4

from bench.client import Client
from bench.game import HANDS, record
from bench.memory import processor_seconds
from bench.serving import served
from bench.table import new_games, open_table, settings, token_in

TABLES = 10
GAMES = 10  # of each table
VIEWERS = 4  # of each game
HANDS_A_SECOND = 40
SECONDS = 20
SETTLE = 3.0


def measured() -> dict[str, float]:
    """Milliseconds from a saved hand until each viewer gets the news; and the server’s share of a core meanwhile."""
    with (
        tempfile.TemporaryDirectory() as folder,
        served("scorekeeper:create_app()", settings(Path(folder))) as app,
        Client(app) as browser,
    ):
        tables = [open_table(browser) for _ in range(TABLES)]
        games = [game for table in tables for game in new_games(Path(folder), table, GAMES)]
        token = token_in(browser.get(f"/games/{games[0]}"))
        viewers = _Viewers(app, browser, games)
        time.sleep(SETTLE)
        before, began = processor_seconds(), time.monotonic()
        saved = _save(browser, token, games)
        share = (processor_seconds() - before) / (time.monotonic() - began)
        time.sleep(SETTLE)
        viewers.stop()
    waits = [
        (heard - saved[event]) * 1000 for event, times in viewers.heard.items() if event in saved for heard in times
    ]
    expected = len(saved) * VIEWERS
    return {
        "heard": len(waits) / expected,
        "median_ms": median(waits),
        "p95_ms": quantiles(waits, n=20)[-1],
        "core": share,
        "viewers": len(games) * VIEWERS,
    }


def _save(browser: Client, token: str, games: list[str]) -> dict[tuple[str, int], float]:
    """Save hands at this rate, each in the next game; returns when each was answered."""
    saved: dict[tuple[str, int], float] = {}
    began = time.monotonic()
    for count in range(HANDS_A_SECOND * SECONDS):
        number, game = 1 + count // len(games), games[count % len(games)]
        assert number <= HANDS
        time.sleep(max(0.0, began + count / HANDS_A_SECOND - time.monotonic()))
        form = {"hand": number, "record": json.dumps(record(number)), "entry_id": uuid4(), "seq": number}
        asked = time.monotonic()
        answer = browser.post(f"/games/{game}/hands", {"csrf_token": token} | {k: str(v) for k, v in form.items()})
        assert answer.status == 303, answer.head
        saved[game, number + 1] = asked + answer.seconds
    return saved


class _Viewers:
    """Phones that keep a stream of their game open, and when each first got news of which event."""

    def __init__(self, port: int, browser: Client, games: list[str]) -> None:
        self.heard: dict[tuple[str, int], list[float]] = {}
        self._selector = selectors.DefaultSelector()
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        for game in games:
            for _ in range(VIEWERS):
                phone = socket.create_connection(("127.0.0.1", port))
                ask = f"GET /games/{game}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookies}\r\n\r\n"
                phone.sendall(ask.encode())
                self._selector.register(phone, selectors.EVENT_READ, (game, [0]))
        self._ends = False
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        while not self._ends:
            for key, _ in self._selector.select(timeout=0.2):
                said, now = key.fileobj.recv(4096), time.monotonic()  # type: ignore[union-attr]
                game, last = key.data
                for seq in map(int, re.findall(rb"data: (\d+)", said)):
                    if seq > last[0]:
                        last[0] = seq
                        self.heard.setdefault((game, seq), []).append(now)

    def stop(self) -> None:
        """Hang up."""
        self._ends = True
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
