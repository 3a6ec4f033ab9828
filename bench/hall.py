"""A hall of tables with one tournament: how soon a saved hand is on the desk, and what the desk's page costs."""

import json
import re
import socket
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench.client import BY_A_TAP, Client
from bench.following import FIRST_SEQ, Streams, play
from bench.memory import megabytes, only_child, processor_seconds
from bench.serving import served
from bench.table import settings, text_of, token_in
from scorekeeper.compiler.built import built
from scorekeeper.server.settings import templates_folder

TABLES = 64
EVENTS_A_SECOND = 6
SECONDS = TABLES * 5 / EVENTS_A_SECOND  # four bids and the count of one hand at each table
EVENTS_A_HAND = 5
WALLS = 2
PATIENCE = 120.0  # seconds until the server answers for the first time
SETTLE = 3.0
DESK_LOADS = 200  # processor time is counted in hundredths of a second
VERSION = re.compile(rb"data: ([^\r\n]+)")


@dataclass(frozen=True)
class Hall:
    """A tournament whose first round is published; the ids of its table and its games, and the keeper's token."""

    tournament: str
    table: str
    token: str
    games: list[str]

    def call(self, browser: Client, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """A call of the API as a director."""
        return called(browser, path, body, self.token)


def called(browser: Client, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
    """What a call of the API answers, which has to succeed."""
    answer = browser.call(path, body, token)
    assert answer.status in (200, 201), text_of(answer)
    found: dict[str, Any] = json.loads(text_of(answer))
    return found


def open_hall(browser: Client, tables: int, target: int = 500) -> Hall:
    """Set up a tournament for this many tables, pair its first round, and begin every game."""
    made = called(browser, "/tables", {"name": "Harbour Open"})
    token = made["tokens"]["keeper"]
    stages = [{"format": "swiss", "rules": "partnership", "rounds": 5, "options": {"target": target}}]
    body = {"name": "Harbour Open", "stages": stages}
    tournament = called(browser, f"/tables/{made['table']}/tournaments", body, token)["tournament"]
    for team in range(1, 2 * tables + 1):
        called(browser, f"/tournaments/{tournament}/teams", {"players": [f"Ann {team}", f"Ben {team}"]}, token)
    arrived = {"kind": "team-status", "teams": list(range(1, 2 * tables + 1)), "status": "arrived"}
    called(browser, f"/tournaments/{tournament}/entries", arrived, token)
    matches = called(browser, f"/tournaments/{tournament}/rounds", {}, token)["matches"]
    paths = [f"/tournaments/{tournament}/matches/{match['id']}/game" for match in matches]
    return Hall(tournament, made["table"], token, [called(browser, path, {}, token)["game"] for path in paths])


def measured() -> dict[str, float]:
    """Milliseconds from sending a hand until a load of the desk that has it is complete; the server's share of a core.

    Four phones follow each game, and a desk and two walls the tournament. `desk_ms` is processor time.
    """
    with tempfile.TemporaryDirectory() as folder:
        built(Path(folder), templates_folder())  # before anything is measured
        own = settings(Path(folder)) | {"SCOREKEEPER_RATE_LIMITS": "off"}
        with served("scorekeeper:create_app()", own) as port, Client(port, PATIENCE) as browser:
            hall = open_hall(browser, TABLES)
            browser.get(f"/join/{hall.token}", BY_A_TAP)
            server, path = only_child(), f"/tournaments/{hall.tournament}/desk"
            token = token_in(browser.get(f"/games/{hall.games[0]}"))
            desk_ms = _desk_ms(browser, path, server)
            idle = megabytes(server)
            phones = Streams(port, browser.cookies, hall.games)
            with Client(port) as laptop:  # a device of its own: each may have some streams only
                laptop.get(f"/join/{hall.token}", BY_A_TAP)
                screens = [_Screen(port, laptop.cookies, path) for _ in range(1 + WALLS)]
            time.sleep(SETTLE)
            before, began = processor_seconds(server), time.monotonic()
            posted = play(browser, token, hall.games, EVENTS_A_SECOND, SECONDS)
            core = (processor_seconds(server) - before) / (time.monotonic() - began)
            time.sleep(SETTLE)
            more = megabytes(server) - idle
            for screen in screens:
                screen.stop()
            phones.stop()
        floor_ms = _floor_ms(Path(folder))
    hands = {event: when for event, when in posted.items() if event[1] - FIRST_SEQ == EVENTS_A_HAND}
    waits = [(screens[0].shown_after(sent) - sent) * 1000 for sent, _ in hands.values()]
    found = {"hands": len(hands), "loads": len(screens[0].loads), "core": core, "more_mb": more, "desk_ms": desk_ms}
    found |= {"desk_floor_ms": floor_ms, "desk_ratio": desk_ms / floor_ms}
    return found | {"median_ms": median(waits), "p95_ms": quantiles(waits, n=20)[-1]}


def _floor_ms(folder: Path) -> float:
    """The processor time of a bare page with as many rows as the desk has names: a match has two, in list and tiles."""
    rows = 2 * 2 * TABLES
    with served("bench.floor:app", {"FLOOR_DATABASE": str(folder / "floor.sqlite")}) as port, Client(port) as browser:
        for row in range(rows):
            assert browser.post("/insert", {"record": f"Ann {row} & Ben {row}"}).status == 200
        return _desk_ms(browser, f"/rows?rows={rows}", only_child())


def _desk_ms(browser: Client, path: str, server: int) -> float:
    """The processor time of a page, once it has been drawn before."""
    browser.get(path)
    before = processor_seconds(server)
    for _ in range(DESK_LOADS):
        assert browser.get(path).status == 200
    return (processor_seconds(server) - before) * 1000 / DESK_LOADS


class _Screen:
    """A desk or a wall: it follows the tournament, and loads its page again with each change."""

    def __init__(self, port: int, cookies: dict[str, str], path: str) -> None:
        self.loads: list[tuple[float, float]] = []
        self._port, self._cookies, self._path = port, cookies, path
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._follow)
        self._thread.start()

    def shown_after(self, sent: float) -> float:
        """When the first load that began after a hand was sent was complete: only hands change the page."""
        return next(complete for asked, complete in self.loads if asked >= sent)

    def _follow(self) -> None:
        own = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        with Client(self._port) as browser, socket.create_connection(("127.0.0.1", self._port), PATIENCE) as stream:
            browser.cookies |= self._cookies
            stream.sendall(
                f"GET {self._path}/live HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nCookie: {own}\r\n\r\n".encode()
            )
            shown = b""
            assert b" 200 " in stream.recv(12) + b" "
            stream.settimeout(0.2)
            while not self._over.is_set():
                try:
                    said = stream.recv(1 << 16)
                except TimeoutError:
                    continue
                told = VERSION.findall(said)  # a version is repeated to keep the stream alive
                if told and told[-1] != shown:
                    shown = told[-1]
                    asked = time.time()
                    assert browser.get(self._path).status == 200
                    self.loads.append((asked, time.time()))

    def stop(self) -> None:
        """Follow no more."""
        self._over.set()
        self._thread.join()
