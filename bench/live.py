"""How soon other phones get news of a hand, by streams and by polling: 400 phones at 100 games, 40 hands a second."""

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
from bench.memory import megabytes, processor_seconds
from bench.serving import served
from bench.table import new_games, open_table, settings, token_in

TABLES = 10
GAMES = 10  # of each table
VIEWERS = 4  # of each game
HANDS_A_SECOND = 40
SECONDS = 20
SETTLE = 3.0
POLL_EVERY = 2.0
POLLERS = 8  # threads of this program, each for many phones
LONGEST_END = 10.0
ETAG = re.compile(r'^ETag: (?:W/)?("(\d+)[^"]*")', re.IGNORECASE | re.MULTILINE)


def measured() -> dict[str, float]:
    """Milliseconds from a saved hand until each viewer gets the news, and the server’s share of a core and megabytes

    meanwhile: with streams, and with phones that poll. And how long the last stream of a forgotten device lasts.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        served("scorekeeper:create_app()", settings(Path(folder))) as app,
        Client(app) as browser,
    ):
        tables = [open_table(browser) for _ in range(TABLES)]
        games = [game for table in tables for game in new_games(Path(folder), table, GAMES)]
        token = token_in(browser.get(f"/games/{games[0]}"))
        idle = megabytes()
        polled = _run(_Pollers(app, browser, games), browser, token, games, idle)
        games = [game for table in tables for game in new_games(Path(folder), table, GAMES)]
        viewers = _Viewers(app, browser, games)
        streamed = _run(viewers, browser, token, games, idle)
        browser.post("/forget", {"csrf_token": token})
        revoked = time.monotonic()
        ended = viewers.wait_for_ends()
        viewers.stop()
    assert len(ended) == len(games) * VIEWERS, "streams of a forgotten device still run"
    polling = {f"polling_{name}": value for name, value in polled.items()}
    return streamed | polling | {"viewers": len(ended), "revoked_ms": (max(ended) - revoked) * 1000}


def _run(phones: "_Phones", browser: Client, token: str, games: list[str], idle: float) -> dict[str, float]:
    """The figures of these phones while hands are saved."""
    time.sleep(SETTLE)
    before, began = processor_seconds(), time.monotonic()
    saved = _save(browser, token, games)
    share = (processor_seconds() - before) / (time.monotonic() - began)
    more = megabytes() - idle
    time.sleep(SETTLE)
    phones.pause()
    waits = [
        (heard - saved[event]) * 1000 for event, times in phones.heard.items() if event in saved for heard in times
    ]
    return {
        "heard": len(waits) / (len(saved) * VIEWERS),
        "median_ms": median(waits),
        "p95_ms": quantiles(waits, n=20)[-1],
        "core": share,
        "more_mb": more,
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


class _Phones:
    """Phones with a game open, and when each first got news of which event."""

    def __init__(self) -> None:
        self.heard: dict[tuple[str, int], list[float]] = {}

    def pause(self) -> None:
        """Take no more notice, if that costs anything."""


class _Pollers(_Phones):
    """Phones that ask for the version of their game again and again."""

    def __init__(self, port: int, browser: Client, games: list[str]) -> None:
        super().__init__()
        self._ends = threading.Event()
        phones = [(game, i / len(games)) for i, game in enumerate(games)] * VIEWERS
        for number in range(POLLERS):
            client = Client(port)
            client.cookies.update(browser.cookies)
            threading.Thread(target=self._poll, args=(client, phones[number::POLLERS])).start()

    def _poll(self, client: Client, phones: list[tuple[str, float]]) -> None:
        began = time.monotonic()
        due = sorted((began + share * POLL_EVERY, number) for number, (_, share) in enumerate(phones))
        versions = ['""'] * len(phones)
        while not self._ends.wait(max(0.0, due[0][0] - time.monotonic())):
            at, number = due.pop(0)
            game = phones[number][0]
            answer = client.get(f"/games/{game}/version", {"If-None-Match": versions[number]})
            found = ETAG.search(answer.head)
            if answer.status == 200 and found:
                versions[number] = found[1]
                self.heard.setdefault((game, int(found[2])), []).append(time.monotonic())
            due.append((at + POLL_EVERY, number))

    def pause(self) -> None:
        """Ask no more."""
        self._ends.set()


class _Viewers(_Phones):
    """Phones that keep a stream of their game open."""

    def __init__(self, port: int, browser: Client, games: list[str]) -> None:
        super().__init__()
        self._ended: list[float] = []
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
                if not said or said.endswith(b"0\r\n\r\n"):
                    self._ended.append(now)
                    self._selector.unregister(key.fileobj)
                    continue
                game, last = key.data
                for seq in map(int, re.findall(rb"data: (\d+)", said)):
                    if seq > last[0]:
                        last[0] = seq
                        self.heard.setdefault((game, seq), []).append(now)

    def wait_for_ends(self) -> list[float]:
        """When the server ended each stream."""
        until = time.monotonic() + LONGEST_END
        while self._selector.get_map() and time.monotonic() < until:
            time.sleep(0.01)
        return self._ended

    def stop(self) -> None:
        """Hang up."""
        self._ends = True
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
