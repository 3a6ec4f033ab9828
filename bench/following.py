"""Games that are played while phones follow them, by streams or by polling; each fetches what is new, as pages do."""

import json
import re
import selectors
import socket
import threading
import time
from collections.abc import Mapping
from queue import Queue
from uuid import uuid4

from bench.client import Client
from bench.game import events

VIEWERS = 4
"""Phones that follow each game."""
FIRST_SEQ = 1
FETCHERS = 8
POLLERS = 8  # threads of this program, each for many phones
POLL_EVERY = 2.0
MAX_STOPPING_TIME = 10.0
ETAG = re.compile(r'^ETag: (?:W/)?("(\d+)[^"]*")', re.IGNORECASE | re.MULTILINE)

Event = tuple[str, int]
"""A game's id and the number of one of its events."""


def play(
    browser: Client, token: str, games: list[str], a_second: float, seconds: float
) -> dict[Event, tuple[float, float]]:
    """Each game in turn records its next bid or count, as phones send them; when each was sent, and answered."""
    turns = [event for number in range(1, 3 + int(a_second * seconds / len(games)) // 5) for event in events(number)]
    posted: dict[Event, tuple[float, float]] = {}
    began = time.monotonic()
    for count in range(int(a_second * seconds)):
        time.sleep(max(0.0, began + count / a_second - time.monotonic()))
        turn, game = divmod(count, len(games))
        kind, payload = turns[turn]
        form = {"kind": kind, "payload": json.dumps(payload), "entry_id": str(uuid4()), "seq": str(FIRST_SEQ + turn)}
        sent = time.time()
        answer = browser.post(f"/games/{games[game]}/events", {"csrf_token": token} | form)
        assert answer.status == 200, answer.body
        posted[games[game], FIRST_SEQ + turn + 1] = sent, sent + answer.seconds
    return posted


class Phones:
    """Phones with a game open: when each first heard of which event, and the seconds until it got what is new."""

    def __init__(self, port: int, cookies: Mapping[str, str]) -> None:
        self.heard: dict[Event, list[float]] = {}
        self.answers: list[float] = []
        self._port, self._cookies = port, dict(cookies)
        self._news: Queue[tuple[str, int] | None] = Queue()
        self._ends = threading.Event()
        self._fetchers = [threading.Thread(target=self._fetch) for _ in range(FETCHERS)]
        self._listeners: list[threading.Thread] = []

    def _start(self) -> None:
        for thread in (*self._fetchers, *self._listeners):
            thread.start()

    def _hear(self, game: str, seq: int, known: int) -> None:
        self.heard.setdefault((game, seq), []).append(time.time())
        self._news.put((game, known))

    def _fetch(self) -> None:
        while (news := self._news.get()) is not None:
            with self._connected() as browser:  # phones rarely still have a connection open
                answer = browser.get(f"/games/{news[0]}/events?after={news[1]}")
            assert answer.status == 200, answer.head
            self.answers.append(answer.seconds)

    def _connected(self) -> Client:
        client = Client(self._port)
        client.cookies.update(self._cookies)
        return client

    def stop(self) -> None:
        """Listen no more, and hang up once everything reported is fetched."""
        self._ends.set()
        for thread in self._listeners:
            thread.join()
        for _ in self._fetchers:
            self._news.put(None)
        for thread in self._fetchers:
            thread.join()


class Pollers(Phones):
    """Phones that ask for the version of their game again and again."""

    def __init__(self, port: int, cookies: Mapping[str, str], games: list[str]) -> None:
        super().__init__(port, cookies)
        phones = [(game, i / len(games)) for i, game in enumerate(games)] * VIEWERS
        parts = [phones[number::POLLERS] for number in range(POLLERS)]
        self._listeners = [threading.Thread(target=self._poll, args=(part,)) for part in parts]
        self._start()

    def _poll(self, phones: list[tuple[str, float]]) -> None:
        client = self._connected()
        began = time.monotonic()
        due = sorted((began + share * POLL_EVERY, number) for number, (_, share) in enumerate(phones))
        versions = [('""', FIRST_SEQ)] * len(phones)
        while not self._ends.wait(max(0.0, due[0][0] - time.monotonic())):
            at, number = due.pop(0)
            game, (version, known) = phones[number][0], versions[number]
            answer = client.get(f"/games/{game}/version", {"If-None-Match": version})
            found = ETAG.search(answer.head)
            if answer.status == 200 and found:
                versions[number] = found[1], int(found[2])
                if int(found[2]) > known:
                    self._hear(game, int(found[2]), known)
            due.append((at + POLL_EVERY, number))


class Streams(Phones):
    """Phones that keep a stream of their game open."""

    def __init__(self, port: int, cookies: Mapping[str, str], games: list[str]) -> None:
        super().__init__(port, cookies)
        self._ended: list[float] = []
        self._selector = selectors.DefaultSelector()
        own = "; ".join(f"{name}={value}" for name, value in cookies.items())
        for game in games:
            for _ in range(VIEWERS):
                phone = socket.create_connection(("127.0.0.1", port))
                ask = f"GET /games/{game}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {own}\r\n\r\n"
                phone.sendall(ask.encode())
                self._selector.register(phone, selectors.EVENT_READ, (game, [FIRST_SEQ]))
        self._listeners = [threading.Thread(target=self._listen)]
        self._start()

    def _listen(self) -> None:
        while not self._ends.is_set():
            for key, _ in self._selector.select(timeout=0.2):
                said = key.fileobj.recv(4096)  # type: ignore[union-attr]
                if not said or said.endswith(b"0\r\n\r\n"):
                    self._ended.append(time.time())
                    self._selector.unregister(key.fileobj)
                    continue
                game, last = key.data
                for seq in map(int, re.findall(rb"data: (\d+)-", said)):
                    if seq > last[0]:
                        self._hear(game, seq, last[0])
                        last[0] = seq

    def wait_for_ends(self) -> list[float]:
        """When the server ended each stream."""
        until = time.monotonic() + MAX_STOPPING_TIME
        while self._selector.get_map() and time.monotonic() < until:
            time.sleep(0.01)
        return self._ended

    def stop(self) -> None:
        """The same, and close the streams."""
        super().stop()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
