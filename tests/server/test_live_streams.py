"""A live stream keeps its connection without a thread, and ends with its reader, its device's access or the server."""

from __future__ import annotations

import re
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPSHandler, build_opener, urlopen

import pytest

from scorekeeper.server.connections.processes import THREADS
from tests.https.proxy import own_port, proxied
from tests.served import Served, served
from tests.server.raw import ANSWER_TIMEOUT, ANY_CERTIFICATE, all_of, connected

AREA = re.compile(r"^\w+[048c]000000-(\w+) rw-p .*\n\1-\w+[048c]000000 ---p ", re.MULTILINE)
"""In a list of mapped memory: glibc reserves 64 MB for each area, and opens as much as it needs."""
MAX_AREAS = 1
VALUE = r'name="{}"[^>]*value="([^"]+)"'


class Browser:
    """A browser with a quick game."""

    def __init__(self, url: str) -> None:
        self.url, self.cookies = url, CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.cookies), HTTPSHandler(context=ANY_CERTIFICATE))
        self._opener.addheaders = [("Referer", url)]
        self.game = self.post("/quick-game", self.get("/"))[0]

    def get(self, path: str) -> str:
        """The page."""
        return str(self._opener.open(f"{self.url}{path}", timeout=ANSWER_TIMEOUT).read().decode())

    def post(self, path: str, page: str, **values: str) -> tuple[str, str]:
        """The URL that a form of this page leads to, and the page there."""
        form = {name: found[1] for name in ("csrf_token", "entry_id") if (found := re.search(VALUE.format(name), page))}
        answer = self._opener.open(f"{self.url}{path}", urlencode(form | values).encode(), timeout=ANSWER_TIMEOUT)
        return answer.url.removeprefix(self.url), answer.read().decode()

    def others(self, number: int) -> list[Browser]:
        """Other browsers that join this one's table."""
        share = found(r"/tables/\w+/share", self.get(self.game))
        link = found(r"/join/[\w-]+", self.get(share))
        made = [Browser(self.url) for _ in range(number)]
        for other in made:
            other.post("/join", other.get(link))
            other.game = self.game
        return made

    def bid(self) -> None:
        """The first player's bid."""
        page = self.get(self.game)
        hidden = {name: re.search(VALUE.format(name), page) for name in ("hand", "seat", "seq")}
        self.post(f"{self.game}/bids", page, call="4", **{name: found[1] for name, found in hidden.items() if found})

    @contextmanager
    def stream(self, version: str = "1.1") -> Iterator[socket.socket]:
        """The game's stream, after its first message."""
        cookies = "; ".join(f"{one.name}={one.value}" for one in self.cookies)
        with connected(self.url) as connection:
            ask = f"GET {self.game}/live HTTP/{version}\r\nHost: here\r\nCookie: {cookies}\r\n\r\n"
            connection.sendall(ask.encode())
            assert until(connection, b"data: 1-").startswith(b"HTTP/%b 200" % version.encode())
            yield connection


def until(connection: socket.socket, expected: bytes) -> bytes:
    """Everything that the server sends, up to these bytes."""
    found = b""
    while expected not in found:
        data = connection.recv(4096)
        assert data, found
        found += data
    return found


def memory_areas(above: int) -> int:
    """How many memory areas the server's threads have besides the first."""
    found = 0
    for maps in Path("/proc").glob("[0-9]*/maps"):
        with suppress(OSError):  # the process has just ended
            parent = int((maps.parent / "stat").read_text("ascii").rpartition(")")[2].split()[1])
            found += len(AREA.findall(maps.read_text("utf-8"))) if parent == above else 0
    return found


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, "--host", "127.0.0.1", settings={"SCOREKEEPER_RATE_LIMITS": "off"}) as server:
        yield server


def test_streams_tell_of_a_bid_take_no_thread_and_end_with_access_and_server(running: Served) -> None:
    url = running.url
    browser = Browser(url)
    with ExitStack() as stack:
        streams = [stack.enter_context(browser.stream()) for _ in range(3)]
        for tabs in browser.others((THREADS + 1) // 8):
            for _ in range(8):
                stack.enter_context(tabs.stream())
        with urlopen(f"{url}/rules", timeout=ANSWER_TIMEOUT) as answer:
            assert answer.status == 200, "no thread is taken"
        assert memory_areas(running.process.pid) <= MAX_AREAS, "the threads share their memory"
        old = stack.enter_context(browser.stream("1.0"))
        browser.bid()
        assert b"c\r\ndata: 2-kp\n\n\r\n" in until(streams[0], b"data: 2-kp\n\n\r\n"), "as a chunk"
        assert b"c\r\n" not in until(old, b"data: 2-kp\n\n")
        streams[1].close()
        with Browser(url).stream() as other:
            browser.post("/forget", browser.get("/forget"))
            assert all_of(streams[2]).endswith(b"data: 2-kp\n\n\r\n0\r\n\r\n"), "a complete response"
            assert b"0\r\n" not in all_of(old)
            assert running.end(signal.SIGTERM)[0] == 0
            assert all_of(other) is not None


@contextmanager
def behind_nginx(folder: Path) -> Iterator[str]:
    settings = {"SCOREKEEPER_PROXIES": "1"}
    with (
        own_port() as port,
        served(folder, "--host", "127.0.0.1", settings=settings) as app,
        proxied(folder / "nginx", port, app.url) as url,
    ):
        yield url


@contextmanager
def with_own_certificate(folder: Path) -> Iterator[str]:
    with served(folder, "--https", "--host", "127.0.0.1") as app:
        yield f"https://127.0.0.1:{urlsplit(app.url).port}"


@pytest.mark.parametrize("by_tls", [behind_nginx, with_own_certificate])
def test_through_tls_another_phone_hears_of_a_bid_until_it_is_removed(
    by_tls: Callable[[Path], AbstractContextManager[str]], tmp_path: Path
) -> None:
    with by_tls(tmp_path) as url:
        keeper = Browser(url)
        share = found(r"/tables/\w+/share", keeper.get(keeper.game))
        (other,) = keeper.others(1)
        with other.stream() as stream:
            keeper.bid()
            until(stream, b"data: 2-")
            remove = found(r"/tables/\w+/devices/\d+/out", keeper.get(share))
            keeper.post(remove, keeper.get(remove))
            until(stream, b"0\r\n\r\n")


def found(pattern: str, page: str) -> str:
    """The first such URL on a page."""
    match = re.search(pattern, page)
    assert match, page
    return match[0]


def test_device_has_eight_streams_and_then_polls(running: Served) -> None:
    browser = Browser(running.url)
    with ExitStack() as stack:
        last = [stack.enter_context(browser.stream()) for _ in range(8)][-1]
        until(last, b"data: 1-")  # a sign of life: the server counts the stream
        with connected(running.url) as connection:
            cookies = "; ".join(f"{one.name}={one.value}" for one in browser.cookies)
            connection.sendall(f"GET {browser.game}/live HTTP/1.0\r\nHost: here\r\nCookie: {cookies}\r\n\r\n".encode())
            assert all_of(connection).startswith(b"HTTP/1.0 204")
        browser.bid()
        until(last, b"data: 2-")


def test_a_stranger_gets_no_stream(running: Served) -> None:
    browser = Browser(running.url)
    with connected(running.url) as connection:
        connection.sendall(f"GET {browser.game}/live HTTP/1.0\r\nHost: here\r\n\r\n".encode())
        assert all_of(connection).startswith(b"HTTP/1.0 404")
