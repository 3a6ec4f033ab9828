"""The time for a page while hundreds of clients hold connections open with unfinished requests."""

import socket
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from bench.client import Client
from bench.serving import served
from bench.table import settings

CONNECTIONS = 600
PAGES = 40
FORM = b"POST /tables HTTP/1.1\r\nHost: here\r\nContent-Type: application/x-www-form-urlencoded\r\n"
BEGUN = (
    b"",
    b"GET / HTTP/1.1\r\nHost: here\r\n",
    FORM + b"Content-Length: 1000\r\n\r\nname=",
    FORM + b"Transfer-Encoding: chunked\r\n\r\n50\r\nname=",
)


def measured() -> dict[str, float]:
    """Milliseconds of a page on an idle server, and (median and slowest) with this many half-open connections."""
    with (
        tempfile.TemporaryDirectory() as folder,
        served("scorekeeper:create_app()", settings(Path(folder))) as port,
        ExitStack() as held,
    ):
        _times(port)  # the first pages warm up
        alone = _times(port)
        for number in range(CONNECTIONS):
            connection = held.enter_context(socket.create_connection(("127.0.0.1", port)))
            connection.sendall(BEGUN[number % len(BEGUN)])
        crowded = _times(port)
    return {"connections": CONNECTIONS, "alone_ms": median(alone), "ms": median(crowded), "slowest_ms": max(crowded)}


def _times(port: int) -> list[float]:
    """Milliseconds for each page, on a new connection."""
    found = []
    for _ in range(PAGES):
        began = time.perf_counter()
        with Client(port) as browser:
            assert browser.get("/rules").status == 200
        found.append((time.perf_counter() - began) * 1000)
    return found
