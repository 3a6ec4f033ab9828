"""Readers that ask for large games and do not read: the memory that they take, and how long another table waits."""

import json
import socket
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import quantiles

from bench.client import Client
from bench.game import sheet
from bench.memory import Memory
from bench.serving import served
from bench.table import new_games, open_table, settings, text_of

GAMES, HANDS = 6, 900
READERS = (16, 260)
DEVICES = 16  # tables of their own, so that no limit of one device is in the way
PAGES = 200


def measured() -> dict[str, float]:
    """Megabytes above idle for each number of readers, and another table's page with and without them, 95 of 100."""
    found: dict[str, float] = {}
    for count in READERS:
        found |= {f"{count}_{name}": value for name, value in _unread(count).items()}
    return found


def _unread(count: int) -> dict[str, float]:
    with (
        tempfile.TemporaryDirectory() as folder,
        served("scorekeeper:create_app()", settings(Path(folder)) | {"SCOREKEEPER_RATE_LIMITS": "off"}) as port,
        Client(port) as program,
        Client(port) as browser,
        ExitStack() as held,
    ):
        requests = [request for _ in range(DEVICES) for request in _requests(program)]
        (game,) = new_games(Path(folder), open_table(browser), 1, 20)
        _pages(browser, game)  # the first pages warm up
        alone = _pages(browser, game)
        with Memory() as memory:
            for number in range(count):
                connection = held.enter_context(socket.create_connection(("127.0.0.1", port)))
                connection.sendall(requests[number * 7 % len(requests)])
            pages = _pages(browser, game)
    return {
        "mb": memory.more,
        "page_p95_ms": quantiles(pages, n=20)[-1],
        "alone_p95_ms": quantiles(alone, n=20)[-1],
    }


def _requests(program: Client) -> list[bytes]:
    """What a program with a link of its own asks for, at a table with large games."""
    made = json.loads(text_of(program.call("/tables", {"name": "Thursday"})))
    token, table = made["tokens"]["keeper"], made["table"]
    games = [
        json.loads(text_of(program.call(f"/tables/{table}/games", sheet(HANDS), token)))["game"] for _ in range(GAMES)
    ]
    paths = [f"/tables/{table}/exports/json", f"/games/{games[0]}", f"/games/{games[1]}/entries"]
    head = f"HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n"
    return [f"GET /api/v1{path} {head}".encode() for path in paths]


def _pages(browser: Client, game: str) -> list[float]:
    """Milliseconds of each page."""
    found = []
    for _ in range(PAGES):
        began = time.perf_counter()
        assert browser.get(f"/games/{game}").status == 200
        found.append((time.perf_counter() - began) * 1000)
    return found
